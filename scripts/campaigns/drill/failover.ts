import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { migrate } from '../../../src/server/db/migrate';
import { startProcess, type TestProcess } from '../../../src/testing/crashes/child-process';
import { createDueSubscribers, REGISTERED_ON, runUntilIdle } from '../../../src/testing/crashes/recovery';
import { listLockedJobs, requestBillingRun, waitForClock } from '../../../src/testing/crashes/time';
import { killAll } from '../../../src/testing/crashes/worker-crashes';
import { openWorld, type World } from '../../../src/testing/world';
import { requirePrograms } from './daemon';
import { inWorld, seconds, type Drill, type DrillResult } from './drill';
import { countUnpaid, findLoadProblems, firstWriteAfter, summarize } from './load-report';
import { startLoad, type Load } from './load';
import { startCluster, type Node, type PatroniCluster } from './patroni-cluster';

/** The longest time from a new primary until the product writes again. */
const SERVING_WITHIN_MS = 10_000;
/** How long the load continues after the first write. */
const AFTERWARDS_MS = 5_000;
const FAILOVER_WITHIN_MS = 120_000;

interface Stage {
  world: World;
  cluster: PatroniCluster;
  webs: TestProcess[];
  workers: TestProcess[];
  due: number;
}

interface Fault {
  title: string;
  /** Causes the fault. Returns what heals it. */
  cause: (primary: Node, cluster: PatroniCluster) => Promise<() => Promise<void>>;
}

const FAULTS: Fault[] = [
  {
    title: 'primary and its Patroni killed (SIGKILL)',
    cause: (primary) => {
      primary.signal('SIGKILL');
      return Promise.resolve(() => primary.start());
    },
  },
  {
    title: 'primary and its Patroni stopped and continued (SIGSTOP, a partition)',
    cause: (primary) => {
      primary.signal('SIGSTOP');
      return Promise.resolve(() => Promise.resolve(primary.signal('SIGCONT')));
    },
  },
  {
    title: 'switchover',
    cause: async (_primary, cluster) => {
      await cluster.switchOver();
      return () => Promise.resolve();
    },
  },
];

/**
 * Loses the primary of a synchronous cluster three times while two web processes and two workers serve a load and bill.
 * No process of the product is restarted.
 */
export const drillFailover: Drill = async (home, { short }) => {
  requirePrograms(['patroni', 'etcd', 'haproxy', 'postgres'], 'patroni etcd-server haproxy postgresql-15');
  const cluster = await startCluster(home, { synchronous: true });
  const processes: TestProcess[] = [];
  try {
    const world = await openOnCluster(cluster);
    return await inWorld(world, async () => {
      const webs = [startProcess('web'), startProcess('web')];
      const workers = [startProcess('worker'), startProcess('worker')];
      processes.push(...webs, ...workers);
      await Promise.all(processes.map((one) => one.begin()));
      const stage = { world, cluster, webs, workers, due: short ? 60 : 300 };
      const results: DrillResult[] = [];
      for (const fault of short ? FAULTS.slice(0, 1) : FAULTS)
        results.push(await loseThePrimary(stage, fault));
      return {
        rows: results.flatMap(({ rows }) => rows),
        problems: results.flatMap(({ problems }) => problems),
      };
    });
  } finally {
    await killAll(processes);
    await cluster.stop();
  }
};

/** Creates and migrates the database of a cluster, and opens a world that reaches it through HAProxy. */
export async function openOnCluster(cluster: PatroniCluster): Promise<World> {
  const url = (name: string) => `postgres://postgres@127.0.0.1:${cluster.port}/${name}`;
  const admin = postgres(url('postgres'), { max: 1, onnotice: () => undefined });
  await admin`create database ira`;
  await admin.end();
  await migrate(url('ira'));
  return openWorld(`${REGISTERED_ON}T10:00:00+07:00`, {}, { url: url('ira'), drop: () => Promise.resolve() });
}

async function loseThePrimary(stage: Stage, { title, cause }: Fault): Promise<DrillResult> {
  const { world, cluster, webs, workers, due } = stage;
  const all = [...webs, ...workers];
  const day = await createDueSubscribers(world, due);
  await waitForClock(all);
  const load = await startLoad({ ports: webs.map((one) => one.port()), subscribers: 10, pauseMs: 100 });
  await requestBillingRun(world);
  while ((await countUnpaid(world, day)) > due * 0.8) await sleep(50);
  const unpaid = await countUnpaid(world, day);
  const primary = await cluster.primary();
  const lostAt = performance.now();
  const heal = await cause(primary, cluster);
  const { ms: primaryMs } = await nextPrimary(cluster, primary, lostAt);
  await serveAgain(world, load, lostAt + primaryMs);
  await load.stop();
  await heal();
  await cluster.settled();
  await waitForClock(all);
  await runUntilIdle(world, await stuckJobs(world));
  const servingMs = firstWriteAfter(load.samples, lostAt + primaryMs);
  const successMs = firstWriteAfter(load.samples, lostAt);
  const exited = all.filter((one) => one.hasExited()).length;
  return {
    rows: [
      [title, `${due - unpaid} of ${due} orders charged before it`],
      ['  until a new primary, until the first write', `${seconds(primaryMs)}, ${seconds(successMs ?? NaN)}`],
      ['  from the new primary until the first write', seconds(servingMs ?? NaN)],
      ['  load', summarize(load.samples)],
    ],
    problems: [
      ...(servingMs === null || servingMs > SERVING_WITHIN_MS
        ? [`${title}: serving after ${servingMs} ms`]
        : []),
      ...(exited > 0 ? [`${title}: ${exited} processes exited`] : []),
      ...(await findLoadProblems(world, load.acknowledged, day)).map((problem) => `${title}: ${problem}`),
    ],
  };
}

/** Waits until another node is the primary. Returns it and the time since an instant. */
export async function nextPrimary(
  cluster: PatroniCluster,
  lost: Node,
  since: number,
): Promise<{ node: Node; ms: number }> {
  while (performance.now() - since < FAILOVER_WITHIN_MS) {
    for (const node of cluster.nodes)
      if (node !== lost && (await node.isPrimary())) return { node, ms: performance.now() - since };
    await sleep(100);
  }
  throw new Error('no node became the primary');
}

/** Waits for the first write after an instant and lets the load and the billing run continue for a while. */
async function serveAgain(world: World, load: Load, since: number): Promise<void> {
  const until = performance.now() + FAILOVER_WITHIN_MS;
  while (firstWriteAfter(load.samples, since) === null && performance.now() < until) await sleep(100);
  for (const end = performance.now() + AFTERWARDS_MS; performance.now() < end; await sleep(1_000))
    await requestBillingRun(world);
}

/** Returns the jobs that stay locked because a worker could not report their end. The product does not need them. */
export async function stuckJobs(world: World): Promise<string[]> {
  await sleep(5_000);
  return listLockedJobs(world);
}
