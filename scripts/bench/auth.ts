import { availableParallelism } from 'node:os';
import { addDays, dayOf } from '@/domain/day';
import { hashPassword } from '@/server/auth/password';
import { emailOf, GROUP, inPlain, logIn, numbers, PASSWORD } from './auth-accounts';
import { SURGE, surgeOf, type Place, type Served } from './auth-surge';
import { timingOf } from './auth-timing';
import type { Child } from './child';
import type { HashSlice } from './hasher';
import type { LoadCase, Slice, SliceResult } from './load';
import type { Size } from './main';
import { measureCases } from './measure';
import { hasProxy, webBehindProxy } from './proxy';
import { signIn, writeSubscribers } from './subscribers';
import type { Report } from './report';
import { interleave, ratiosOf, spreadOf } from './rounds';
import type { Stage } from './stage';
import { targetText, verdictOf } from './verdict';

const BROWSING = 50;
const PEOPLE = SURGE + BROWSING;
const CONNECTIONS = 16;
/** The number of concurrent log-ins. Some passwords wait in the queue, but the server refuses none. */
const LOGIN_CONNECTIONS = 8;
const POOL = 10;
const LOG_IN = 'POST /api/login';
const REFERENCE = 'node:http + one select';
const NO_LIMITS = { THROTTLE_SCALE: '1000000' };

interface Web {
  port: number;
  pid: number;
}

/**
 * Measures the cost of a log-in and of a session check, the effect of many log-ins on other sessions, and
 * timing differences.
 */
export async function auth(stage: Stage, size: Size): Promise<Report[]> {
  const url = await stage.database('auth');
  const now = new Date();
  const wanted = { group: GROUP, count: PEOPLE, nextPayment: addDays(dayOf(now), 10), now };
  await writeSubscribers(url, wanted);
  await inPlain(url, async (sql) => {
    // All subscribers have the same hash. Verifying a hash always costs the same.
    await sql`update accounts set password_hash = ${await hashPassword(PASSWORD)}`;
  });
  const cookies = await signIn(url, { ...wanted, count: BROWSING });
  const place: Place = { stage, size, url, cookies };
  const hasher = stage.child('hasher', new URL('./hasher.ts', import.meta.url), stage.productEnv(url));
  await hasher.ask('prepare');
  const pool = { DATABASE_POOL: String(POOL) };
  const open = await stage.web(url, { ...pool, ...NO_LIMITS });
  const logIns = await logInRates(place, hasher, open);
  const checks = await checkRates(place, open);
  const visitor = stage.child('visitor', new URL('./visitor.ts', import.meta.url));
  const timing = await timingOf(place, visitor, open.port);
  const limited = await stage.web(url, pool);
  const alone: Served = {
    by: 'one process',
    port: limited.port,
    pids: [limited.pid],
    target: { timesQuiet: 3 },
  };
  const surge = await surgeOf(place, visitor, alone, logIns.hashCpuMs);
  const behindProxy = await surgeBehindProxy(place, visitor, logIns.hashCpuMs);
  return [ratesReport(size, [logIns.row, checks]), surge, behindProxy, timing];
}

/** Measures the surge at two web processes behind HAProxy. Measures nothing if HAProxy is not installed. */
async function surgeBehindProxy(place: Place, visitor: Child, hashCpuMs: number): Promise<Report> {
  const by = 'two processes behind HAProxy';
  if (!hasProxy())
    return { title: `auth, ${by}: not measured`, rows: [], notes: ['install haproxy (Debian)'] };
  const served = await webBehindProxy(place.stage, place.url, { DATABASE_POOL: String(POOL) });
  return surgeOf(place, visitor, { by, ...served, target: { ms: 100 } }, hashCpuMs);
}

/** Measures log-ins per second and the CPU time of one password hash. Slices of hashing alone are the reference. */
async function logInRates({ stage, size }: Place, hasher: Child, { port }: Web) {
  const load = stage.child('logins', new URL('./load.ts', import.meta.url));
  const people = numbers(SURGE).map((n) => [logIn(emailOf(n), PASSWORD)]);
  const logInCase: LoadCase = { name: LOG_IN, port, people, connections: LOGIN_CONNECTIONS };
  await load.ask('prepare', logInCase);
  const hashMs: number[] = [];
  const cases = {
    hashes: async () => {
      const slice = { ms: size.sliceMs, atOnce: LOGIN_CONNECTIONS };
      const { verified, seconds, cpuMs } = await hasher.ask<HashSlice>('slice', slice);
      hashMs.push(cpuMs);
      return verified / seconds;
    },
    logIns: async () => {
      const slice: Slice = { name: LOG_IN, ms: size.sliceMs };
      const { answered, seconds } = await load.ask<SliceResult>('slice', slice);
      return answered / seconds;
    },
  };
  await cases.hashes();
  await cases.logIns();
  const { hashes = [], logIns = [] } = await interleave(cases, size.rounds, stage.signal);
  await load.stop();
  const row = rateRow(LOG_IN, 'argon2 alone', { ours: logIns, reference: hashes, atLeast: 0.8 });
  return { row, hashCpuMs: spreadOf(hashMs).median };
}

/** Measures session checks per second. The reference is a server that only reads one row. */
async function checkRates({ stage, size, url, cookies }: Place, web: Web) {
  const env = stage.productEnv(url, { DATABASE_POOL: String(POOL) });
  const bare = stage.child('bare', new URL('./bare-server.ts', import.meta.url), env);
  const name = 'GET /api/me';
  const cases = {
    [REFERENCE]: {
      pid: bare.pid,
      port: await bare.ask<number>('listen'),
      people: numbers(BROWSING).map((n) => [{ path: `/acc_${GROUP}_${n}` }]),
    },
    [name]: { ...web, people: cookies.map((cookie) => [{ path: '/api/me', cookie }]) },
  };
  const checks = await measureCases(stage, cases, CONNECTIONS, size);
  const rates = (which: string) => checks.get(which)?.rates ?? [];
  return rateRow(name, REFERENCE, { ours: rates(name), reference: rates(REFERENCE), atLeast: 0.5 });
}

function rateRow(
  what: string,
  against: string,
  { ours, reference, atLeast }: { ours: number[]; reference: number[]; atLeast: number },
) {
  const ratio = ratiosOf(ours, reference);
  return {
    what,
    'of the reference': ratio,
    reference: against,
    target: targetText({ atLeast }),
    verdict: verdictOf(ratio.median, { atLeast }),
    'per second': spreadOf(ours),
    'reference per second': spreadOf(reference),
  };
}

function ratesReport({ rounds, sliceMs }: Size, rows: ReturnType<typeof rateRow>[]): Report {
  const atOnce = Math.max(1, availableParallelism() - 1);
  return {
    title: `auth: ${rounds} interleaved slices of ${sliceMs} ms, median (lowest–highest)`,
    rows,
    notes: [
      `argon2 alone: a process that does nothing but verify, same parameters, as many at once (${atOnce})`,
      `${LOGIN_CONNECTIONS} connections log in, ${CONNECTIONS} ask for the session`,
    ],
  };
}
