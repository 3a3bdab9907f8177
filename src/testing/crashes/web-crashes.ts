import { findViolations } from '@/server/work/invariants/invariants';
import { runBilling } from '@/server/work/jobs/run';
import { hourOf } from '@/domain/day';
import { runJobs } from '../jobs';
import { injectFault } from '../providers';
import { forgetEverybody } from '../forget-everybody';
import type { World } from '../world';
import { startProcess, type TestProcess } from './child-process';
import { ConnectionLost, createClient, type ApiResponse } from './http-client';
import type { Fetch, Journey, Step } from './journeys';
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

/** A request of a step's body was refused. */
class BodyRefused extends Error {
  constructor(readonly response: ApiResponse) {
    super(`${response.status} ${response.code}`);
  }
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

type Client = ReturnType<typeof createClient>;

interface CrashedJourney {
  where: string | null;
  startMs: number;
  minutes: number;
  problems: string[];
}

/** Makes the requests that no process is killed in. @throws Error if one is refused */
async function prepare(world: World, call: Client, pair: Pair, journey: Journey): Promise<void> {
  await forgetEverybody(world);
  await setAllClocks(world, hourOf(REGISTERED_ON, 10));
  await waitForClock([pair.serving]);
  for (const { path, body } of journey.before) {
    const given = (await body(fetchOf(call, pair))) ?? {};
    const response = await call(pair.serving.port(), path, `${path} ${journey.email}`, given);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${response.code}`);
  }
  await world.sandbox.settled();
  await passMinutes(world, 1);
  await setAllClocks(world, journey.startAt);
  await journey.arrange?.(world);
  await waitForClock([pair.serving]);
  if (journey.before.length > 0) await logIn(call, pair, journey);
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
}

const logIn = (call: Client, { serving }: Pair, { email, password }: Journey) =>
  call(serving.port(), '/api/login', '', { email, password });

const fetchOf =
  (call: Client, { serving }: Pair): Fetch =>
  async (path, body) => {
    const response = await call(serving.port(), path, '', body);
    if (response.status !== 200) throw new BodyRefused(response);
    return response.data;
  };

/** Makes one request of a journey. Repeats it with the same idempotency key after the process was killed. */
async function makeRequest(
  world: World,
  call: Client,
  pair: Pair,
  { journey, step, done }: { journey: Journey; step: Step; done: CrashedJourney },
): Promise<void> {
  let body: object | null | undefined;
  for (let tries = 1; ; tries += 1) {
    let response: ApiResponse | null = null;
    try {
      body ??= await step.body(fetchOf(call, pair));
      if (body === null) return;
      response = await call(pair.serving.port(), step.path, `${step.path} ${journey.email}`, body);
    } catch (error) {
      if (error instanceof BodyRefused) response = error.response;
      else if (!(error instanceof ConnectionLost)) throw error;
      else {
        done.where = await pair.serving.stoppedAt;
        done.startMs = await replaceKilled(pair);
      }
    }
    const next = response?.status === 200 ? (step.next?.(response.data ?? {}) ?? 'done') : 'repeat';
    if (next === 'done') return;
    if (done.where !== null && response?.code !== undefined && response.code === step.doneCode) return;
    if (tries > TRIES_MAX) {
      done.problems.push(`${step.path}: still ${response?.status} ${response?.code}`);
      return;
    }
    // The session has expired. The subscriber logs in and fills in the form again.
    if (response?.status === 401) await logIn(call, pair, journey);
    const isRefused = step.retryCode !== undefined && response?.code === step.retryCode;
    if (response?.status === 401 || isRefused || next === 'restart') {
      body = undefined;
      continue;
    }
    await passMinutes(world, RETRY_AFTER_MINUTES);
    done.minutes += RETRY_AFTER_MINUTES;
    await waitForClock([pair.serving]);
  }
}

/** Makes the requests of a journey with a process that kills itself at a gate. Ends with an active subscription. */
async function walkWithCrash(
  world: World,
  pair: Pair,
  journey: Journey,
  at: number,
): Promise<CrashedJourney> {
  const call = createClient();
  const done: CrashedJourney = { where: null, startMs: 0, minutes: 0, problems: [] };
  await prepare(world, call, pair, journey);
  pair.serving.arm({ at, signal: 'SIGKILL' });
  await pair.serving.passedGates();
  for (const step of journey.steps) await makeRequest(world, call, pair, { journey, step, done });
  await passMinutes(world, 1);
  let me = await call(pair.serving.port(), '/api/me', '');
  if (me.status === 401) {
    await logIn(call, pair, journey);
    me = await call(pair.serving.port(), '/api/me', '');
  }
  const { subscription } = (me.data ?? {}) as { subscription?: { status?: string } };
  if (subscription?.status !== 'active')
    done.problems.push(`${me.status} ${me.code ?? ''}: the subscription is ${subscription?.status}`);
  done.problems.push(...(await findViolations(world.ctx())).map(({ name }) => `broken: ${name}`));
  done.problems.push(...(await journey.findProblems(world)));
  return done;
}

/**
 * Makes the requests of one new subscriber per gate, and kills the web process at this gate. Ends when a run has no
 * further gate.
 * @param startJourney returns the requests of a new subscriber
 * @param every 1: kills at each gate, 2: at every second gate
 */
export async function crashWebs(
  world: World,
  startJourney: () => Journey,
  every = 1,
  onCrash: (crash: Crash) => void = () => undefined,
): Promise<Crash[]> {
  const crashes: Crash[] = [];
  const pair: Pair = { serving: startProcess('web'), standingBy: startProcess('web') };
  try {
    await pair.serving.begin();
    for (let gate = 1; ; gate += every) {
      const { where, startMs, minutes, problems } = await walkWithCrash(world, pair, startJourney(), gate);
      if (where === null) {
        if (problems.length > 0) throw new Error(`wrong without a crash: ${problems.join('; ')}`);
        return crashes;
      }
      const crash = { where, startMs, recovery: { minutes, workMs: 0 }, problems };
      onCrash(crash);
      crashes.push(crash);
    }
  } finally {
    await killAll([pair.serving, pair.standingBy]);
  }
}
