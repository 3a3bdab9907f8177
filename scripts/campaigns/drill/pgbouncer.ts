import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { migrate } from '../../../src/server/db/migrate';
import { storeSessionDefaults } from '../../../src/server/db/sessions';
import { startProcess, type TestProcess } from '../../../src/testing/crashes/child-process';
import { findProblems } from '../../../src/testing/crashes/ledger-checks';
import { createDueSubscribers, REGISTERED_ON, runUntilIdle } from '../../../src/testing/crashes/recovery';
import { waitForClock } from '../../../src/testing/crashes/time';
import { killAll } from '../../../src/testing/crashes/worker-crashes';
import { openWorld, type World } from '../../../src/testing/world';
import { root } from '../../start/terminal.mjs';
import { clusterDir, startPostgres } from '../../start/postgres.mjs';
import { requirePrograms, stopAtExit } from './daemon';
import { inWorld, seconds, type Drill, type DrillResult } from './drill';
import { findLoadProblems, summarize } from './load-report';
import { startLoad } from './load';
import { startPgBouncer, type PgBouncer } from './pgbouncer-server';

const ROLE = 'ira_pooled';
const POOL_SIZE = 20;
const WEBS = 5;
const CONNECTIONS_PER_WEB = 100;
/** More requests at once than connections, so that every connection opens. */
const SUBSCRIBERS = 25;
const AT_ONCE = 25;

/** The integration tests that run through the pooler, by folder or file. */
const TESTS = [
  'src/server/db/broken-sessions.test.ts',
  'src/server/money/charging',
  'src/server/money/settlement',
  'src/server/shop/orders',
  'src/server/platform',
];
const SHORT_TESTS = TESTS.slice(0, 2);

/**
 * Runs a billing run, 500 web connections and a part of the integration tests through pgBouncer in transaction mode on
 * Debian's PostgreSQL 15.
 */
export const drillPgBouncer: Drill = async (home, { short }) => {
  requirePrograms(['pgbouncer', 'postgres'], 'pgbouncer postgresql-15');
  process.env.POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
  const cluster = await startPostgres({
    dir: clusterDir(join(home, 'postgres')),
    log: join(home, 'postgres.log'),
    options: ['max_connections=60'],
  });
  stopAtExit(cluster.pid);
  let pooler: PgBouncer | null = null;
  try {
    const admin = postgres(cluster.url('postgres'), { max: 1 });
    const { password } = new URL(cluster.url('postgres'));
    await admin.unsafe(`create role ${ROLE} superuser login password '${password}'`);
    await admin`create database ira`;
    await admin.end();
    pooler = await startPgBouncer({
      home: join(home, 'pgbouncer'),
      serverPort: cluster.port,
      role: ROLE,
      password,
      poolSize: POOL_SIZE,
    });
    await migrate(cluster.url('ira'));
    await storeSessionDefaults(pooler.url('ira'));
    const urls = { url: cluster.url('ira'), pooledUrl: pooler.url('ira'), drop: () => Promise.resolve() };
    const world = await openWorld(`${REGISTERED_ON}T10:00:00+07:00`, {}, urls);
    const show = pooler.show;
    const parts = await inWorld(world, async () => [
      await billThroughPooler(world, short ? 100 : 1000),
      await connectMany(world, show, short ? 5_000 : 20_000),
    ]);
    parts.push(await runTests(short ? SHORT_TESTS : TESTS));
    return { rows: parts.flatMap(({ rows }) => rows), problems: parts.flatMap(({ problems }) => problems) };
  } finally {
    await pooler?.stop();
    await cluster.stop();
  }
};

async function billThroughPooler(world: World, due: number): Promise<DrillResult> {
  const workers = [startProcess('worker'), startProcess('worker')];
  try {
    await Promise.all(workers.map((one) => one.begin()));
    const day = await createDueSubscribers(world, due);
    await waitForClock(workers);
    const { workMs } = await runUntilIdle(world);
    return {
      rows: [[`billing run of ${due} orders, two workers`, seconds(workMs)]],
      problems: await findProblems(world, day),
    };
  } finally {
    await killAll(workers);
  }
}

/** Opens every connection of five web processes and measures the connections behind the pooler. */
async function connectMany(world: World, show: PgBouncer['show'], ms: number): Promise<DrillResult> {
  const day = await createDueSubscribers(world, 1);
  const settings = { DATABASE_POOL: String(CONNECTIONS_PER_WEB) };
  const webs = Array.from({ length: WEBS }, () => startProcess('web', settings));
  try {
    await Promise.all(webs.map((one) => one.begin()));
    await waitForClock(webs);
    const load = await startLoad({
      ports: webs.map((one) => one.port()),
      subscribers: SUBSCRIBERS,
      atOnce: AT_ONCE,
      pauseMs: 0,
    });
    const peak = await watchPools(show, ms);
    await load.stop();
    await killAll(webs);
    await runUntilIdleWithWorker(world);
    const { web, server } = peak;
    return {
      rows: [
        [`connections of ${WEBS} web processes, and of pgBouncer to PostgreSQL`, `${web}, ${server}`],
        [`${SUBSCRIBERS * AT_ONCE} requests at once for ${seconds(ms)}`, summarize(load.samples)],
      ],
      problems: [
        ...load.samples
          .filter(({ status }) => status !== 200)
          .map(({ kind, status }) => `${kind}: ${status}`),
        ...(web < WEBS * CONNECTIONS_PER_WEB ? [`only ${web} web connections`] : []),
        ...(server > POOL_SIZE ? [`${server} server connections`] : []),
        ...(await findLoadProblems(world, load.acknowledged, day)),
      ],
    };
  } finally {
    await killAll(webs);
  }
}

async function runUntilIdleWithWorker(world: World): Promise<void> {
  const worker: TestProcess = startProcess('worker');
  try {
    await worker.begin();
    await waitForClock([worker]);
    await runUntilIdle(world);
  } finally {
    await killAll([worker]);
  }
}

/** Returns the largest numbers of connections on both sides of the pooler. */
async function watchPools(show: PgBouncer['show'], ms: number): Promise<{ web: number; server: number }> {
  const peak = { web: 0, server: 0 };
  for (const until = performance.now() + ms; performance.now() < until; await sleep(100)) {
    const [pool = {}] = (await show('show pools')).filter(({ database }) => database === 'ira');
    const sum = (...names: string[]) => names.reduce((all, name) => all + Number(pool[name] ?? 0), 0);
    peak.web = Math.max(peak.web, sum('cl_active', 'cl_waiting'));
    peak.server = Math.max(peak.server, sum('sv_active', 'sv_idle', 'sv_used', 'sv_tested', 'sv_login'));
  }
  return peak;
}

async function runTests(folders: readonly string[]): Promise<DrillResult> {
  const started = performance.now();
  const child = spawn('npx', ['vitest', 'run', '--project', 'integration', '--reporter', 'dot', ...folders], {
    cwd: root,
    stdio: 'inherit',
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      POSTGRES_BIN: process.env.POSTGRES_BIN,
      TEST_POOLER: 'pgbouncer',
    } as never,
  });
  const [code] = (await once(child, 'exit')) as [number];
  return {
    rows: [
      [`integration tests of ${folders.join(', ')} through pgBouncer`, seconds(performance.now() - started)],
    ],
    problems: code === 0 ? [] : ['integration tests failed through pgBouncer'],
  };
}
