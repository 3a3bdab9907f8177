import { findViolations } from '@/server/invariants/invariants';
import { runBilling } from '@/server/jobs/run';
import { hourOf } from '@/domain/day';
import { createCardToken } from '../cards';
import { runJobs } from '../jobs';
import { gatewayCharges, injectFault } from '../providers';
import { DELIVERY, GOOD_CARD, registration } from '../browser';
import { forgetEverybody } from '../subscribers';
import type { World } from '../world';
import { startProcess, type TestProcess } from './child-process';
import { REGISTERED_ON } from './recovery';
import { setAllClocks, waitForClock } from './time';
import { killAll, type Crash } from './worker-crashes';

/**
 * Minutes after which the client repeats a request without a response. The product then accepts the
 * idempotency key again.
 */
const RETRY_AFTER_MINUTES = 6;
/** The most repetitions of a step. The product knows after an hour whether the gateway received a charge request. */
const TRIES_MAX = 24;

interface ApiResponse {
  status: number;
  code: string | undefined;
  data: Record<string, unknown> | undefined;
}

/** Creates an HTTP client that stores cookies and sends the given idempotency key. */
function createClient() {
  const jar = new Map<string, string>();
  return async (port: number, path: string, key: string, body?: unknown): Promise<ApiResponse> => {
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
    const { code, data } = (await response.json()) as Omit<ApiResponse, 'status'>;
    return { status: response.status, code, data };
  };
}

/** The process that serves requests, and the process that replaces it after a crash. */
interface Pair {
  serving: TestProcess;
  standingBy: TestProcess;
}

async function replaceKilled(pair: Pair): Promise<number> {
  await pair.serving.exited;
  const startMs = await pair.standingBy.readyMs;
  await pair.standingBy.begin();
  pair.serving = pair.standingBy;
  pair.standingBy = startProcess('web');
  return startMs;
}

/** Moves the clock forward minute by minute. After each minute, runs a billing run and the jobs. */
async function passMinutes(world: World, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await setAllClocks(world, new Date(world.now().getTime() + 60_000));
    await runBilling(world.ctx());
  }
  await runJobs();
}

interface CrashedRegistration {
  where: string | null;
  startMs: number;
  minutes: number;
  problems: string[];
}

/**
 * Registers a subscriber and pays the first order. After the process is killed, repeats the current step with
 * the same idempotency key. Ends when the subscription is active.
 */
async function registerWithCrash(world: World, pair: Pair, at: number): Promise<CrashedRegistration> {
  await forgetEverybody(world);
  await setAllClocks(world, hourOf(REGISTERED_ON, 10));
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  const form = registration();
  const pay = '/api/register/payment/card';
  const bodies: Record<string, unknown> = {
    '/api/register': form,
    '/api/register/delivery': DELIVERY,
    [pay]: { cardToken: await createCardToken(GOOD_CARD) },
  };
  const call = createClient();
  const done: CrashedRegistration = { where: null, startMs: 0, minutes: 0, problems: [] };
  await waitForClock([pair.serving]);
  pair.serving.arm({ at, signal: 'SIGKILL' });
  await pair.serving.passedGates();
  for (const path of Object.keys(bodies)) {
    for (let tries = 1; ; tries += 1) {
      let response: ApiResponse | null = null;
      try {
        response = await call(pair.serving.port(), path, `${path} ${form.email}`, bodies[path]);
      } catch {
        done.where = await pair.serving.stoppedAt;
        done.startMs = await replaceKilled(pair);
      }
      if (response?.status === 200) break;
      if (tries > TRIES_MAX) {
        done.problems.push(`${path}: still ${response?.status} ${response?.code}`);
        break;
      }
      if (response?.status === 401) {
        // The session has expired. The subscriber logs in and enters the card again.
        const { email, password } = form;
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
    done.problems.push(`${me.status} ${me.code ?? ''}: the subscription is ${subscription?.status}`);
  const paid = (await gatewayCharges(world)).filter((charge) => charge.status === 'successful');
  if (paid.length !== 1) done.problems.push(`${paid.length} successful charges at the gateway`);
  done.problems.push(...(await findViolations(world.ctx())).map(({ name }) => `broken: ${name}`));
  const mails = world.sandbox.mailbox.list(form.email);
  const subjects = mails.map(({ subject }) => subject);
  if (new Set(subjects).size !== subjects.length || subjects.length < 2)
    done.problems.push(`mails: ${subjects.join(' | ')}`);
  return done;
}

/**
 * Registers one subscriber per gate and kills the web process at this gate. Ends when a run has no further
 * gate.
 * @param every 1: kills at each gate, 2: at every second gate
 */
export async function crashWebs(
  world: World,
  every = 1,
  onCrash: (crash: Crash) => void = () => undefined,
): Promise<Crash[]> {
  const crashes: Crash[] = [];
  const pair: Pair = { serving: startProcess('web'), standingBy: startProcess('web') };
  try {
    await pair.serving.begin();
    for (let gate = 1; ; gate += every) {
      const { where, startMs, minutes, problems } = await registerWithCrash(world, pair, gate);
      if (where === null) return crashes;
      const crash = { where, startMs, recovery: { minutes, workMs: 0 }, problems };
      onCrash(crash);
      crashes.push(crash);
    }
  } finally {
    await killAll([pair.serving, pair.standingBy]);
  }
}
