import type { AddressInfo } from 'node:net';
import { settings } from '@/env';
import { readSandboxSettings } from '@/env-sandbox';
import { createClock } from '@/sandbox/clock';
import { createSandbox, type Sandbox } from '@/sandbox/server';
import { createSmtp } from '@/sandbox/smtp';
import { listen } from '@/sandbox/transport';
import { handleApi } from '@/server/api/handler';
import { setClockOffset, systemNow } from '@/server/platform/clock';
import type { Ctx } from '@/server/platform/context';
import { database, type Db } from '@/server/db';
import { watchChanges, type Changes } from './changes';
import { createOutside, OUTSIDE, type FaultMix, type WebhookMix } from './outside';
import { createRandom, type Random } from './random';
import { gateTransactions, holdStatements, LostCommit } from './lost-commits';
import { createJobs } from './jobs';
import { seedRandomBytes, sleepAtGates } from './machine';
import { createScheduler, type Scheduler } from './scheduler';

const SITE = 'http://localhost:3998';
const STEP_MS_MAX = 40;

interface Faults {
  mix: FaultMix;
  webhooks: WebhookMix;
  /** Of all steps, how many kill the process of a task that waits. */
  kills: number;
  /** Whether the card gateway answers only errors at a moment. */
  isBrownedOut: (at: Date) => boolean;
}

export interface SimulatedWorld {
  db: Db;
  sandbox: Sandbox;
  random: Random;
  scheduler: Scheduler;
  changes: Changes;
  now(): Date;
  ctx(): Ctx;
  moveTo(instant: Date): void;
  /** Whether things go wrong now. */
  setFaults(faults: Faults | null): void;
  isSpoiled(): boolean;
  faults: Map<string, number>;
  count(fault: string): void;
  /** Does something at a later moment. */
  at(instant: Date, name: string, work: () => Promise<void>): void;
  /** The next moment for which something was left; null when nothing is. */
  nextAt(): Date | null;
  /** Runs tasks, those of the moment and the jobs they make, until none is left that could go on. */
  comeToRest(): Promise<void>;
  /** Throws that no rule foresaw, by task. */
  bugs: { task: string; error: unknown }[];
  close(): Promise<void>;
}

interface Later {
  at: number;
  name: string;
  work: () => Promise<void>;
}

/** Reads of a charge that show a new refund only later: how many of them, and for how long. */
const STALE = 0.5;
const STALE_MS = 3_600_000;

/** Of all commits, how many at most get no answer, although PostgreSQL carries them out. */
const LOST_COMMITS_MAX = 0.02;

/** Whether the path reads a charge whose last refund is new. */
function hasFreshRefund(sandbox: Sandbox, path: string, nowMs: number): boolean {
  const [, id = ''] = /^\/omise\/api\/charges\/([^/]+)/.exec(path) ?? [];
  const last = sandbox.gateway.charges.get(id)?.refunds.at(-1);
  return last !== undefined && nowMs - last.createdAt < STALE_MS;
}

/** Everything of a run but the people: production code on a database of its own, time and chance in our hands. */
export async function openSimulation(
  seed: number,
  databaseUrl: string,
  startAt: Date,
): Promise<SimulatedWorld> {
  const random = createRandom(seed);
  const unseed = seedRandomBytes(createRandom(seed + 1));
  const lag = createRandom(seed + 2);
  const cuts = createRandom(seed + 3);
  const cutShare = cuts.chance(0.3) ? 0 : cuts.next() * LOST_COMMITS_MAX;
  const bugs: SimulatedWorld['bugs'] = [];
  const faults = new Map<string, number>();
  const count = (fault: string) => faults.set(fault, (faults.get(fault) ?? 0) + 1);
  const scheduler = createScheduler(random, (task, error) => {
    if (!(error instanceof LostCommit)) bugs.push({ task: task.name, error });
  });
  const unpause = sleepAtGates(scheduler);
  const later: Later[] = [];
  let wrong: Faults | null = null;

  const realNow = Date.now;
  let virtual = startAt.getTime();
  const realPerformance = globalThis.performance;
  Date.now = () => virtual;
  // Only the global one: the driver imports its own, and counts the pause before a reconnect with it.
  globalThis.performance = Object.create(realPerformance, {
    now: { value: () => virtual - startAt.getTime() },
  }) as Performance;
  setClockOffset(0);

  const at = (instant: Date, name: string, work: () => Promise<void>) => {
    later.push({ at: Math.max(instant.getTime(), virtual), name, work });
  };
  const sandbox = createSandbox({
    settings: readSandboxSettings({ SITE_URL: SITE }),
    publicUrl: OUTSIDE,
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
    if (!wrong) return void scheduler.spawn('webhook', post);
    if (random.chance(wrong.webhooks.lost)) return count('webhook lost');
    if (random.chance(wrong.webhooks.late)) {
      count('webhook held back');
      return at(new Date(virtual + random.below(240_000)), 'webhook', post);
    }
    const copies = random.chance(wrong.webhooks.repeated) ? 2 + random.below(3) : 1;
    if (copies > 1) count('webhook repeated');
    for (let copy = 0; copy < copies; copy++) scheduler.spawn('webhook', post);
  };
  const smtp = createSmtp(sandbox);
  await listen(smtp, 0, '127.0.0.1');
  const smtpPort = (smtp as unknown as { server: { address(): AddressInfo } }).server.address().port;

  const realFetch = globalThis.fetch;
  globalThis.fetch = createOutside({
    sandbox: () => sandbox,
    scheduler,
    random,
    mix: () => wrong?.mix ?? null,
    isBrownedOut: () => wrong?.isBrownedOut(new Date(virtual)) ?? false,
    later: (name, work) => at(new Date(virtual + 1000 + random.below(90_000)), name, work),
    count,
    isStale: (method, path) =>
      wrong !== null && method === 'GET' && hasFreshRefund(sandbox, path, virtual) && lag.chance(STALE),
  });
  Object.assign(process.env, {
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    DATABASE_URL: databaseUrl,
    // Statements of several branches are answered in the order in which they were sent.
    DATABASE_POOL: '1',
    SITE_URL: SITE,
    OMISE_API_URL: `${OUTSIDE}/omise/api`,
    OMISE_VAULT_URL: `${OUTSIDE}/omise/vault`,
    LINE_API_URL: `${OUTSIDE}/line/api`,
    MYCLOUD_API_URL: `${OUTSIDE}/mycloud/api/v1`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    THROTTLE_SCALE: '1000000',
  });
  settings();
  const db = gateTransactions(database(), scheduler, () => {
    const isLost = wrong !== null && cuts.chance(cutShare);
    if (isLost) count('lost commit');
    return isLost;
  });
  holdStatements(db, scheduler);
  const changes = watchChanges(db);
  const beginJobs = createJobs({ db, changes, scheduler, at, now: () => virtual });

  return {
    ...{ db, changes, sandbox, random, scheduler, faults, bugs, at, count },
    isSpoiled: () => wrong !== null,
    now: systemNow,
    ctx: () => ({ db, now: systemNow() }),
    moveTo: (instant) => {
      virtual = Math.max(virtual, instant.getTime());
    },
    setFaults: (faults) => {
      wrong = faults;
    },
    nextAt: () => (later.length === 0 ? null : new Date(Math.min(...later.map((one) => one.at)))),
    comeToRest: async () => {
      for (;;) {
        for (const due of later.filter((one) => one.at <= virtual)) {
          later.splice(later.indexOf(due), 1);
          scheduler.spawn(due.name, due.work);
        }
        // A webhook goes out after the answer to what caused it: it belongs to this moment, not to the next.
        await sandbox.settled();
        if (scheduler.waiting().length === 0) await beginJobs();
        if (!(await scheduler.step())) return;
        virtual += 1 + random.below(STEP_MS_MAX);
        const victim = wrong && random.chance(wrong.kills) ? scheduler.waiting().at(-1) : undefined;
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
      unseed();
      unpause();
      sandbox.close();
      smtp.close(() => undefined);
      await db.$client.end({ timeout: 2 });
    },
  };
}
