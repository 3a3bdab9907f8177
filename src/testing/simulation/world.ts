import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import postgres from 'postgres';
import { forgetProcessState } from '@/process-state';
import { settings } from '@/settings/settings';
import { readSandboxSettings } from '@/settings/sandbox';
import { createClock } from '@/sandbox/clock';
import { createSandbox, type Sandbox } from '@/sandbox/server';
import { createSmtp } from '@/sandbox/smtp';
import { listen } from '@/sandbox/transport';
import { handleApi } from '@/server/api/handler';
import { setClockOffset, systemNow } from '@/server/platform/clock';
import type { Ctx } from '@/server/platform/context';
import { database, type Db } from '@/server/db';
import { createQueryCache, type QueryCache } from './query-cache';
import { createFaultyFetch, SANDBOX_URL, type FaultMix, type WebhookMix } from './network';
import { createRandom, type Random } from './random';
import { gateTransactions, holdStatements, LostCommit } from './transaction-gates';
import { createJobs } from './jobs';
import { replaceBuiltins } from './builtins';
import { createScheduler, type Scheduler } from './scheduler';

const SITE = 'http://localhost:3998';
const STEP_MS_MAX = 40;

interface Faults {
  mix: FaultMix;
  webhooks: WebhookMix;
  /** The probability that a waiting task is killed after a step. */
  kills: number;
  /** Whether the card gateway responds only with errors at the given time. */
  hasGatewayOutage: (at: Date) => boolean;
}

export interface SimulatedWorld {
  db: Db;
  sandbox: Sandbox;
  random: Random;
  scheduler: Scheduler;
  queryCache: QueryCache;
  now(): Date;
  ctx(): Ctx;
  moveTo(instant: Date): void;
  /** Starts the given faults. Null ends all faults. */
  setFaults(faults: Faults | null): void;
  hasFaults(): boolean;
  faults: Map<string, number>;
  count(fault: string): void;
  /** Schedules work as a task that starts at the given instant. */
  schedule(instant: Date, name: string, work: () => Promise<void>): void;
  /** Returns the time of the next scheduled work, or null. */
  nextAt(): Date | null;
  /** Runs the tasks that are due and the jobs that they create, until no task can continue. */
  runUntilIdle(): Promise<void>;
  /** The unexpected errors, each with the name of its task. */
  uncaughtErrors: { task: string; error: unknown }[];
  close(): Promise<void>;
}

interface PlannedTask {
  at: number;
  name: string;
  work: () => Promise<void>;
}

/** The probability that a read leaves out a refund less than `STALE_MS` old. */
const STALE = 0.5;
const STALE_MS = 3_600_000;

/** The highest probability that PostgreSQL commits a transaction but the caller receives no acknowledgement. */
const LOST_COMMITS_MAX = 0.02;

/** Whether the request path belongs to a charge with a refund less than `STALE_MS` old. */
function hasFreshRefund(sandbox: Sandbox, path: string, nowMs: number): boolean {
  const [, id = ''] = /^\/omise\/api\/charges\/([^/]+)/.exec(path) ?? [];
  const last = sandbox.gateway.charges.get(id)?.refunds.at(-1);
  return last !== undefined && nowMs - last.createdAt < STALE_MS;
}

/** The longest text of an instant in ms. */
const TIME_LENGTH = 24;

/**
 * Makes `clock_timestamp()` the simulated time in the statements of the product, because leases end by the clock of the
 * database. A file in the folder of the server holds the time, so that no statement has to tell it.
 * @returns a function that sets the time, in ms; null removes the file
 */
async function simulateDatabaseClock(databaseUrl: string): Promise<(instantMs: number | null) => void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const [server] = await sql<{ folder: string; name: string }[]>`
    select current_setting('data_directory') as folder, 'simulated-time-' || current_database() as name`;
  if (!server) throw new Error('the server has no folder');
  const { folder, name } = server;
  await sql.unsafe(`create schema simulation;
    create function simulation.clock_timestamp() returns timestamptz language sql
      as $$ select to_timestamp(pg_read_file('${name}')::float8 / 1000) $$;
    do $$ begin
      execute format('alter database %I set search_path = simulation, pg_catalog, public', current_database());
    end $$`);
  await sql.end();
  const path = join(folder, name);
  // Kept open, and written in one length: the time is set more often than a statement reads it.
  const file = openSync(path, 'w');
  return (instantMs) => {
    if (instantMs !== null) return void writeSync(file, String(instantMs).padEnd(TIME_LENGTH), 0);
    closeSync(file);
    rmSync(path);
  };
}

/**
 * Creates the environment of a run: production code on a separate database, with simulated time and seeded
 * random values. The database has no subscribers yet.
 */
export async function createSimulatedWorld(
  seed: number,
  databaseUrl: string,
  startAt: Date,
): Promise<SimulatedWorld> {
  forgetProcessState();
  const random = createRandom(seed);
  const lag = createRandom(seed + 2);
  const commits = createRandom(seed + 3);
  const lostShare = commits.chance(0.3) ? 0 : commits.next() * LOST_COMMITS_MAX;
  const uncaughtErrors: SimulatedWorld['uncaughtErrors'] = [];
  const faults = new Map<string, number>();
  const count = (fault: string) => faults.set(fault, (faults.get(fault) ?? 0) + 1);
  const scheduler = createScheduler(random, (task, error) => {
    if (!(error instanceof LostCommit)) uncaughtErrors.push({ task: task.name, error });
  });
  const restoreBuiltins = replaceBuiltins(createRandom(seed + 1), scheduler);
  const planned: PlannedTask[] = [];
  let activeFaults: Faults | null = null;

  const realNow = Date.now;
  let virtual = startAt.getTime();
  const setDatabaseClock = await simulateDatabaseClock(databaseUrl);
  const moveBy = (ms: number) => {
    virtual += ms;
    setDatabaseClock(virtual);
  };
  moveBy(0);
  const realPerformance = globalThis.performance;
  Date.now = () => virtual;
  // Replaces only the global object. The database driver imports its own, to measure the pause before a
  // reconnect.
  globalThis.performance = Object.create(realPerformance, {
    now: { value: () => virtual - startAt.getTime() },
  }) as Performance;
  setClockOffset(0);

  const schedule = (instant: Date, name: string, work: () => Promise<void>) => {
    planned.push({ at: Math.max(instant.getTime(), virtual), name, work });
  };
  const sandbox = createSandbox({
    settings: readSandboxSettings({ SITE_URL: SITE }),
    publicUrl: SANDBOX_URL,
    folder: null,
    clock: createClock(() => virtual),
    deliver: async (url, init) => {
      postWebhook(url, init);
      return { status: 200, ok: true, text: async () => '', headers: { get: () => null } };
    },
  });
  const postWebhook = (
    url: string,
    init: { method: string; headers?: Record<string, string>; body?: string },
  ) => {
    const post = async () => void (await handleApi(new Request(url, init)));
    if (!activeFaults) return void scheduler.spawn('webhook', post);
    if (random.chance(activeFaults.webhooks.lost)) return count('webhook lost');
    if (random.chance(activeFaults.webhooks.late)) {
      count('webhook delayed');
      return schedule(new Date(virtual + random.below(240_000)), 'webhook', post);
    }
    const copies = random.chance(activeFaults.webhooks.repeated) ? 2 + random.below(3) : 1;
    if (copies > 1) count('webhook repeated');
    for (let copy = 0; copy < copies; copy++) scheduler.spawn('webhook', post);
  };
  const smtp = createSmtp(sandbox);
  await listen(smtp, 0, '127.0.0.1');
  const smtpPort = (smtp as unknown as { server: { address(): AddressInfo } }).server.address().port;

  const realFetch = globalThis.fetch;
  globalThis.fetch = createFaultyFetch({
    sandbox: () => sandbox,
    scheduler,
    random,
    mix: () => activeFaults?.mix ?? null,
    hasGatewayOutage: () => activeFaults?.hasGatewayOutage(new Date(virtual)) ?? false,
    later: (name, work) => schedule(new Date(virtual + 1000 + random.below(90_000)), name, work),
    count,
    isStale: (method, path) =>
      activeFaults !== null &&
      method === 'GET' &&
      hasFreshRefund(sandbox, path, virtual) &&
      lag.chance(STALE),
  });
  Object.assign(process.env, {
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    DATABASE_URL: databaseUrl,
    // With one connection, concurrent statements are carried out in the order in which they were sent.
    DATABASE_POOL: '1',
    SITE_URL: SITE,
    OMISE_API_URL: `${SANDBOX_URL}/omise/api`,
    OMISE_VAULT_URL: `${SANDBOX_URL}/omise/vault`,
    LINE_API_URL: `${SANDBOX_URL}/line/api`,
    MYCLOUD_API_URL: `${SANDBOX_URL}/mycloud/api/v1`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    THROTTLE_SCALE: '1000000',
    VAT_ID: '0105566000001',
  });
  settings();
  const db = gateTransactions(database(), scheduler, () => {
    const isLost = activeFaults !== null && commits.chance(lostShare);
    if (isLost) count('lost commit');
    return isLost;
  });
  holdStatements(db, scheduler);
  const queryCache = createQueryCache(db);
  const startJobs = createJobs({ db, queryCache, scheduler, schedule, now: () => virtual });

  return {
    db,
    queryCache,
    sandbox,
    random,
    scheduler,
    faults,
    uncaughtErrors,
    schedule,
    count,
    hasFaults: () => activeFaults !== null,
    now: systemNow,
    ctx: () => ({ db, now: systemNow() }),
    moveTo: (instant) => {
      moveBy(Math.max(0, instant.getTime() - virtual));
    },
    setFaults: (faults) => {
      activeFaults = faults;
    },
    nextAt: () => (planned.length === 0 ? null : new Date(Math.min(...planned.map((one) => one.at)))),
    runUntilIdle: async () => {
      for (;;) {
        for (const due of planned.filter((one) => one.at <= virtual)) {
          planned.splice(planned.indexOf(due), 1);
          scheduler.spawn(due.name, due.work);
        }
        // A webhook is sent after the response that caused it. Its work belongs to this instant, not to the
        // next.
        await sandbox.settled();
        if (scheduler.waiting().length === 0) await startJobs();
        if (!(await scheduler.step())) return;
        moveBy(1 + random.below(STEP_MS_MAX));
        const victim = activeFaults && random.chance(activeFaults.kills) ? scheduler.killable() : undefined;
        if (victim && !victim.name.startsWith('late')) {
          count('killed');
          scheduler.kill(victim);
        }
      }
    },
    close: async () => {
      globalThis.fetch = realFetch;
      Date.now = realNow;
      globalThis.performance = realPerformance;
      restoreBuiltins();
      sandbox.close();
      smtp.close(() => undefined);
      await db.$client.end({ timeout: 2 });
      setDatabaseClock(null);
    },
  };
}
