import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { dayOf } from '../../../src/domain/day';
import { runUntilIdle } from '../../../src/testing/crashes/recovery';
import { requestBillingRun, setAllClocks } from '../../../src/testing/crashes/time';
import { clearFaults, injectFault } from '../../../src/testing/providers';
import type { Spawned } from '../../../src/testing/spawning';
import type { World } from '../../../src/testing/world';
import { freePort } from '../../start/ports.mjs';
import { Refusal } from '../../start/terminal.mjs';
import { openServer, type KillableServer } from '../killable-server';
import { serverAccount } from './daemon';
import { inWorld, seconds, type Drill, type DrillResult } from './drill';
import { stuckJobs } from './failover';
import { findLoadProblems, quantile, summarize } from './load-report';
import { startLoad, type Load } from './load';
import { NAMED, openNameServer, type NameServer } from './name-server';
import { createSubscribersOfShop, openShopWorld, startProgram, type Program } from './shop';

const SPEED = 60;
const SAMPLE_MS = 10_000;
/** How long an outage lasts, in real time. */
const OUTAGE_MS = 30_000;
const DISK_MB = 3_000;
/** The longest that the product allows: 24 minutes here. The load logs in again before. */
const SESSION_MINUTES = 1440;
const LOAD_MS = 15 * 60_000;
/** How much may be held in the last quarter of the soak, as a multiple of the second one. */
const GROWTH = 1.15;
/** How long a request may take, and how long the shop may be away after an outage of the name server. */
const REQUEST_MS = 60_000;
const NAMES_AFTER_MS = 15_000;
/** How often each fault is caused, about. */
const ROUNDS = 4;

const PROGRAMS: readonly Program[] = ['web', 'web', 'worker', 'worker'];

interface Shop {
  world: World;
  server: KillableServer;
  disk: string;
  names: NameServer;
  /** Two web processes and two workers. The second of each is killed and replaced; the first lives as long as the soak. */
  processes: Spawned[];
  replace: (at: number, signal: NodeJS.Signals, ahead?: string) => Promise<void>;
  /** Returns what all processes have logged, also those that were replaced. */
  said: () => string;
  ports: readonly number[];
}

/** Each fault begins at its turn and is over when it returns. */
const FAULTS: Record<string, (shop: Shop) => Promise<void>> = {
  'each name takes three seconds to resolve': ({ names }) => names.slow(3_000, OUTAGE_MS),
  'no name resolves, and PostgreSQL is killed and started': async (shop) => {
    const slow = shop.names.slow(Infinity, OUTAGE_MS);
    await shop.server.kill();
    await shop.server.start();
    await slow;
    await waitForShop(shop);
  },
  'a web process is replaced': ({ replace }) => replace(1, 'SIGTERM'),
  'a worker is killed and started': ({ replace }) => replace(3, 'SIGKILL'),
  'the card gateway answers with errors': ({ world }) =>
    outage(world, { op: '*', kind: 'status', args: { status: 500 } }),
  'the mail server is away': ({ world }) => outage(world, { service: 'mail', op: '*', kind: 'reset' }),
  'every call of the gateway takes three seconds': ({ world }) =>
    outage(world, { op: '*', kind: 'latency', args: { ms: 3_000 } }),
  'PostgreSQL is killed and started': async ({ server }) => {
    await server.kill();
    await server.start();
  },
  'the clock of a worker is five minutes ahead': async ({ replace }) => {
    await replace(3, 'SIGTERM', '+5m');
    await sleep(OUTAGE_MS);
    await replace(3, 'SIGTERM');
  },
  'the disk of the database is full': fillDisk,
};

/** Waits until every web process reads the database. Queued look-ups must not keep it away after the outage. */
async function waitForShop({ ports }: Shop): Promise<void> {
  const until = performance.now() + NAMES_AFTER_MS;
  for (const port of ports)
    while (!(await fetch(`http://127.0.0.1:${port}/api/ready`)).ok) {
      if (performance.now() > until)
        throw new Error('a web process is away after an outage of the name server');
      await sleep(100);
    }
}

async function outage(world: World, fault: Parameters<typeof injectFault>[1]): Promise<void> {
  await injectFault(world, { ...fault, times: 'always' });
  await sleep(OUTAGE_MS);
  await clearFaults(world);
}

/** Fills the disk, waits, and frees it. A server that has ended is started again, as its supervisor does. */
async function fillDisk({ disk, server }: Shop): Promise<void> {
  const file = join(disk, 'filling');
  // Not in this process, which also plays the providers.
  await once(spawn('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M'], { stdio: 'ignore' }), 'exit');
  await sleep(OUTAGE_MS);
  rmSync(file);
  await server.kill();
  await server.start();
}

/**
 * Runs a shop under a small load with its clock 60 times as fast, and causes one fault after the other. What the processes
 * and the database hold must be as much in the last quarter as in the second one, and no acknowledged write may be lost.
 */
export const drillSoak: Drill = async (home, { short, minutes = 120 }) => {
  const disk = mountDisk(join(home, 'disk'));
  try {
    const server = await openServer(disk, ['max_connections=200', 'max_wal_size=256MB']);
    try {
      const world = await openShopWorld(server);
      return await inWorld(world, () => soak(world, server, disk, home, short ? 10 : minutes));
    } finally {
      await server.stop();
    }
  } finally {
    spawnSync('umount', ['--lazy', disk]);
  }
};

function mountDisk(disk: string): string {
  mkdirSync(disk, { mode: 0o755 });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'ira-soak', disk]);
  if (mounted.status !== 0) throw new Refusal('The soak mounts a small disk of its own: run it as root.');
  const { uid, gid } = serverAccount();
  if (uid !== undefined) chownSync(disk, uid, gid ?? uid);
  return disk;
}

async function soak(
  world: World,
  server: KillableServer,
  disk: string,
  home: string,
  minutes: number,
): Promise<DrillResult> {
  const day = await createSubscribersOfShop(world, 200);
  const names = await openNameServer(home);
  const shop = await openShop({ world, server, disk, home, names });
  const over = new AbortController();
  try {
    const samples: Sample[] = [];
    const beside = [
      repeat(over.signal, 1_000, () => moveClock(world)),
      repeat(over.signal, SAMPLE_MS, async () => void samples.push(await sample(shop))),
      repeat(over.signal, 2_000, () => readPages(shop)),
    ];
    const { loads, faults, failures } = await causeFaults(shop, minutes * 60_000);
    over.abort();
    await Promise.all(beside);
    await runUntilIdle(world, await stuckJobs(world)).catch((error: unknown) => failures.push(String(error)));
    const lost = await Promise.all(
      loads.map(({ acknowledged }) => findLoadProblems(world, acknowledged, day)),
    );
    const held = growth(samples);
    const errors = errorsOf(shop.said());
    const ended = [0, 2].filter((at) => !existsSync(`/proc/${shop.processes[at]?.pid}`));
    const requests = loads.flatMap((load) => load.samples);
    const longestMs = Math.max(...requests.map(({ ms }) => ms));
    return {
      rows: [
        ['minutes; faults', `${minutes}; ${faults}`],
        ['the product’s clock', `${dayOf(world.openedAt)} to ${dayOf(world.now())}`],
        ['load', `${summarize(requests)}, longest ${seconds(longestMs)}`],
        ['errors in the logs', describeErrors(errors)],
        ...held.map(({ what, change }): [string, string] => [what, change]),
      ],
      problems: [
        ...failures,
        ...[...errors.keys()].filter((what) => what.startsWith('invariants.violated')),
        ...ended.map((at) => `the first ${PROGRAMS[at]} has ended`),
        ...held.flatMap(({ what, change, isTooMuch }) => (isTooMuch ? [`${what}: ${change}`] : [])),
        ...(longestMs > REQUEST_MS ? [`a request took ${seconds(longestMs)}`] : []),
        ...new Set(lost.flat()),
      ],
    };
  } finally {
    over.abort();
    for (const one of shop.processes) one.kill('SIGKILL');
  }
}

/** Causes one fault after the other under a load that begins anew before its sessions end. */
async function causeFaults(shop: Shop, ms: number) {
  const ends = performance.now() + ms;
  const all = Object.entries(FAULTS);
  const pauseMs = ms / (all.length * ROUNDS);
  const loads: Load[] = [];
  const failures: string[] = [];
  let faults = 0;
  while (performance.now() < ends) {
    const load = await startLoad({ ports: shop.ports, subscribers: 8, pauseMs: 500 });
    loads.push(load);
    const until = Math.min(ends, performance.now() + LOAD_MS);
    for (; performance.now() < until; faults += 1) {
      const [title = '', cause] = all[faults % all.length] ?? [];
      const held = await sample(shop).catch(() => ({}));
      console.log(
        new Date().toISOString(),
        title,
        JSON.stringify(held),
        describeErrors(errorsOf(shop.said())),
      );
      await cause?.(shop).catch((error: unknown) =>
        failures.push(`${title}: ${String(error).slice(0, 300)}`),
      );
      await sleep(pauseMs);
    }
    await load.stop();
  }
  return { loads, faults, failures };
}

async function repeat(over: AbortSignal, everyMs: number, work: () => Promise<void>): Promise<void> {
  // During a fault the database may be away.
  while (!over.aborted) await Promise.all([work().catch(() => undefined), sleep(everyMs)]);
}

async function moveClock(world: World): Promise<void> {
  await setAllClocks(world, new Date(world.now().getTime() + (SPEED - 1) * 1_000));
  await requestBillingRun(world);
}

async function readPages({ ports }: Shop): Promise<void> {
  for (const port of ports)
    for (const path of ['/', '/th/register', '/login'])
      await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
}

async function openShop(
  place: Pick<Shop, 'world' | 'server' | 'disk' | 'names'> & { home: string },
): Promise<Shop> {
  const ports = [await freePort(), await freePort()];
  const all: Spawned[] = [];
  const start = async (at: number, ahead?: string) => {
    const program = PROGRAMS[at] ?? 'web';
    const settings = {
      ...namedUrls(),
      DATA_DIR: place.home,
      SITE_URL: `http://127.0.0.1:${ports[0]}`,
      SESSION_MINUTES: String(SESSION_MINUTES),
      ...(program === 'web' ? { PORT: String(ports[at]) } : {}),
      ...(ahead === undefined ? {} : aheadBy(ahead)),
    };
    const spawned = await startProgram(program, settings, place.names.through);
    all.push(spawned);
    return spawned;
  };
  const processes: Spawned[] = [];
  for (const at of PROGRAMS.keys()) processes.push(await start(at));
  const replace: Shop['replace'] = async (at, signal, ahead) => {
    processes[at]?.kill(signal);
    await processes[at]?.ended();
    processes[at] = await start(at, ahead);
  };
  const said = () => all.map((one) => one.said()).join('');
  return { ...place, processes, replace, said, ports };
}

interface LoggedError {
  event?: string;
  error?: { code?: string; name?: string };
  /** The violated invariants. */
  names?: string[];
}

/** Counts the errors of a log by the event and the message. */
function errorsOf(log: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of log.split('\n')) {
    if (!line.startsWith('{"level":50')) continue;
    const { event, error, names = [] } = JSON.parse(line) as LoggedError;
    const what = [event, error?.code ?? error?.name, ...names].filter(Boolean).join(' ');
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return counts;
}

const describeErrors = (errors: ReadonlyMap<string, number>) =>
  [...errors].map(([what, times]) => `${what} ${times} ×`).join(', ') || 'none';

/** The settings of the world, with a name in place of the address of the database and of every provider. */
const namedUrls = () =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.endsWith('_URL') && value ? [[name, value.replace('127.0.0.1', NAMED)]] : [],
    ),
  );

/** The settings that move the system clock of one process (Debian: faketime). */
const aheadBy = (time: string) => ({
  LD_PRELOAD: '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  FAKETIME: time,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

/** What is held at one moment, by its name. */
type Sample = Record<string, number>;

async function sample({ world, processes }: Shop): Promise<Sample> {
  const taken: Sample = {};
  for (const at of [0, 2]) {
    const { pid } = processes[at] ?? { pid: 0 };
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    taken[`${PROGRAMS[at]}: memory, MB`] = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    taken[`${PROGRAMS[at]}: open files and sockets`] = readdirSync(`/proc/${pid}/fd`).length;
  }
  const [row] = await world.db.execute<{ sessions: number; bytes: number }>(sql`select
    (select count(*)::int from pg_stat_activity where datname = current_database()) as sessions,
    pg_database_size(current_database())::float8 / (select greatest(1, count(*)) from accounts) / 1024 as bytes`);
  taken['database sessions'] = row?.sessions ?? 0;
  taken['database per account, kB'] = row?.bytes ?? 0;
  return taken;
}

/** Compares the medians of the second and of the last quarter. */
function growth(samples: readonly Sample[]) {
  const quarter = Math.floor(samples.length / 4);
  const medianOf = (what: string, from: number) =>
    quantile(
      samples.slice(from, from + quarter).map((one) => one[what] ?? 0),
      0.5,
    );
  return Object.keys(samples[0] ?? {}).map((what) => {
    const [before, after] = [medianOf(what, quarter), medianOf(what, samples.length - quarter)];
    return {
      what,
      change: `${before.toFixed(0)} → ${after.toFixed(0)}`,
      isTooMuch: after > before * GROWTH + 3,
    };
  });
}
