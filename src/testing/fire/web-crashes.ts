import { findViolations } from '@/server/invariants/invariants';
import { runBilling } from '@/server/jobs/run';
import { hourOf } from '@/domain/day';
import { createCardToken } from '../cards';
import { runJobs } from '../jobs';
import { gatewayCharges, spoil } from '../outside';
import { DELIVERY, GOOD_CARD, registration } from '../people';
import { forgetEverybody } from '../subscribers';
import type { World } from '../world';
import { startFired, type FiredProcess } from './process';
import { REGISTERED } from './recovery';
import { setEverybodysClock, waitForClock } from './time';
import { endAll, type Crash } from './worker-crashes';

/** A key whose first request never answered is taken to be dead after five minutes. */
const RETRY_AFTER_MINUTES = 6;
/** Whether a charge that was written down was ever asked for is known at the first look at the list after an hour. */
const TRIES_MAX = 24;

interface Answer {
  status: number;
  code: string | undefined;
  data: Record<string, unknown> | undefined;
}

/** A program that registers somebody over HTTP: it keeps its cookies, and gives every step a key of its own. */
function createClient() {
  const jar = new Map<string, string>();
  return async (port: number, path: string, key: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(key === '' ? {} : { 'idempotency-key': key }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    for (const given of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
      jar.set(name, value);
    }
    const { code, data } = (await response.json()) as Omit<Answer, 'status'>;
    return { status: response.status, code, data };
  };
}

/** The two processes in the game: the one that serves, and the one that stands by. */
interface Pair {
  serving: FiredProcess;
  standingBy: FiredProcess;
}

async function replaceDead(pair: Pair): Promise<number> {
  await pair.serving.exited;
  const startMs = await pair.standingBy.readyMs;
  await pair.standingBy.begin();
  pair.serving = pair.standingBy;
  pair.standingBy = startFired('web');
  return startMs;
}

/** What a worker would have done meanwhile, minute by minute. */
async function passMinutes(world: World, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await setEverybodysClock(world, new Date(world.now().getTime() + 60_000));
    await runBilling(world.ctx());
  }
  await runJobs();
}

interface Walk {
  where: string | null;
  startMs: number;
  minutes: number;
  wrongs: string[];
}

/** Registers and pays, asking each step again with its key after a death, until the person is a subscriber. */
async function walk(world: World, pair: Pair, at: number): Promise<Walk> {
  await forgetEverybody(world);
  await setEverybodysClock(world, hourOf(REGISTERED, 10));
  await spoil(world, { op: 'webhook', kind: 'drop', times: 'always' });
  const wish = registration();
  const pay = '/api/register/payment/card';
  const bodies: Record<string, unknown> = {
    '/api/register': wish,
    '/api/register/delivery': DELIVERY,
    [pay]: { cardToken: await createCardToken(GOOD_CARD) },
  };
  const call = createClient();
  const done: Walk = { where: null, startMs: 0, minutes: 0, wrongs: [] };
  await waitForClock([pair.serving]);
  pair.serving.arm({ at, signal: 'SIGKILL' });
  await pair.serving.passedGates();
  for (const path of Object.keys(bodies)) {
    for (let tries = 1; ; tries += 1) {
      let answer: Answer | null = null;
      try {
        answer = await call(pair.serving.port(), path, `${path} ${wish.email}`, bodies[path]);
      } catch {
        done.where = await pair.serving.doomed;
        done.startMs = await replaceDead(pair);
      }
      if (answer?.status === 200) break;
      if (tries > TRIES_MAX) {
        done.wrongs.push(`${path}: still ${answer?.status} ${answer?.code}`);
        break;
      }
      if (answer?.status === 401) {
        // The session is over by then: the person logs in and types the card again.
        const { email, password } = wish;
        await call(pair.serving.port(), '/api/login', '', { email, password });
        bodies[pay] = { cardToken: await createCardToken(GOOD_CARD) };
        continue;
      }
      await passMinutes(world, RETRY_AFTER_MINUTES);
      done.minutes += RETRY_AFTER_MINUTES;
      await waitForClock([pair.serving]);
    }
  }
  await passMinutes(world, 1);
  const me = await call(pair.serving.port(), '/api/me', '');
  const { subscription } = (me.data ?? {}) as { subscription?: { status?: string } };
  if (subscription?.status !== 'active')
    done.wrongs.push(`${me.status} ${me.code ?? ''}: the subscription is ${subscription?.status}`);
  const paid = (await gatewayCharges(world)).filter((charge) => charge.status === 'successful');
  if (paid.length !== 1) done.wrongs.push(`${paid.length} successful charges at the gateway`);
  done.wrongs.push(...(await findViolations(world.ctx())).map(({ name }) => `broken: ${name}`));
  const mails = world.sandbox.mailbox.list(wish.email);
  const subjects = mails.map(({ subject }) => subject);
  if (new Set(subjects).size !== subjects.length || subjects.length < 2)
    done.wrongs.push(`mails: ${subjects.join(' | ')}`);
  return done;
}

/**
 * Kills a real web process at gate after gate of one registration that pays by card, until one comes through alive.
 * @param every 1: at each gate
 */
export async function crashWebs(
  world: World,
  every = 1,
  tell: (crash: Crash) => void = () => undefined,
): Promise<Crash[]> {
  const crashes: Crash[] = [];
  const pair: Pair = { serving: startFired('web'), standingBy: startFired('web') };
  try {
    await pair.serving.begin();
    for (let gate = 1; ; gate += every) {
      const { where, startMs, minutes, wrongs } = await walk(world, pair, gate);
      if (where === null) return crashes;
      const crash = { where, startMs, recovery: { minutes, workMs: 0 }, wrongs };
      tell(crash);
      crashes.push(crash);
    }
  } finally {
    await endAll([pair.serving, pair.standingBy]);
  }
}
