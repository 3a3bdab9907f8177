import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { transaction } from '../../../src/server/db';
import { startProcess, type TestProcess } from '../../../src/testing/crashes/child-process';
import { createDueSubscribers, runUntilIdle } from '../../../src/testing/crashes/recovery';
import { listLockedJobs, requestBillingRun, waitForClock } from '../../../src/testing/crashes/time';
import { killAll } from '../../../src/testing/crashes/worker-crashes';
import type { World } from '../../../src/testing/world';
import { openWorldOn } from '../killable-server';
import { requirePrograms } from './daemon';
import { inWorld, seconds, type Drill, type DrillOptions, type DrillResult } from './drill';
import { FAULTS, PAUSES, type Fault } from './faults';
import {
  countUnpaid,
  findLoadProblems,
  firstWriteAfter,
  longestWait,
  quantile,
  summarize,
} from './load-report';
import { startLoad, type Load } from './load';
import { startCluster, type Node, type PatroniCluster } from './patroni-cluster';

/** The orders that fall due at each fault, and those of them that are not charged yet when it begins. */
const DUE_PER_STEP = 20;
const UNPAID_AT_FAULT = 16;
/** How long the load continues after the first write, while the lost node is still missing. */
const AFTERWARDS_MS = 2_000;
const FAILOVER_WITHIN_MS = 120_000;
/** A pause is shorter than Patroni's `ttl` less its `loop_wait`. */
const PAUSES_MS = [3_000, 5_500, 8_000];
const BETWEEN_PAUSES_MS = 10_000;
const MINUTE_MS = 60_000;

interface Stage {
  world: World;
  cluster: PatroniCluster;
  processes: TestProcess[];
  ports: number[];
  load: Load;
  day: string;
}

interface Measured {
  fault: Fault;
  primaryMs: number | null;
  /** The longest time without an acknowledged write from the fault on. */
  outageMs: number;
}

/**
 * Loses machines of a synchronous cluster while two web processes and two workers serve a load and bill. No process of
 * the product is restarted. With `minutes` it only pauses machines, and the primary must stay the same.
 */
export const drillFailover: Drill = async (home, options) => {
  requirePrograms(['patroni', 'etcd', 'haproxy', 'postgres'], 'patroni etcd-server haproxy postgresql-15');
  const cluster = await startCluster(home, { synchronous: true });
  const processes: TestProcess[] = [];
  try {
    const world = await openOnCluster(cluster);
    return await inWorld(world, async () => {
      const webs = [startProcess('web'), startProcess('web')];
      processes.push(...webs, startProcess('worker'), startProcess('worker'));
      await Promise.all(processes.map((one) => one.begin()));
      const steps = options.minutes ? options.minutes * 4 : countFaults(options);
      const day = await createDueSubscribers(world, steps * DUE_PER_STEP);
      await moveDueOrders(world, day, 1, steps * DUE_PER_STEP);
      await waitForClock(processes);
      const ports = webs.map((one) => one.port());
      const load = await startLoad({ ports, subscribers: 10, pauseMs: 100 });
      const stage = { world, cluster, processes, ports, load, day };
      const result = options.minutes
        ? await pauseMachines(stage, options.minutes)
        : await loseMachines(stage, countFaults(options));
      return endLoad(stage, result);
    });
  } finally {
    await killAll(processes);
    await cluster.stop();
  }
};

const countFaults = ({ short, faults }: DrillOptions) => faults ?? (short ? 2 : FAULTS.length);

/** The load does not refresh its sessions, and a drill may be longer than one. */
const LONG_SESSIONS = { SESSION_MINUTES: '1440' };

/** Opens a world that reaches the database of a cluster through HAProxy. */
export const openOnCluster = ({ port }: PatroniCluster): Promise<World> =>
  openWorldOn({ url: (name) => `postgres://postgres@127.0.0.1:${port}/${name}` }, LONG_SESSIONS);

/** Moves due orders to the next day (1), or back (-1) so that the next billing run charges them. */
async function moveDueOrders(world: World, day: string, by: 1 | -1, count: number): Promise<void> {
  await transaction(world.db, (tx) =>
    tx.execute(sql`update orders set payment_date = payment_date + ${by}::int where id in (select id from orders
      where kind = 'renewal' and status = 'upcoming' and payment_date = ${day}::date + ${by === 1 ? 0 : 1}::int
      order by id limit ${count})`),
  );
}

/** Lets a few orders fall due and waits until the first of them are charged. */
async function beginBilling({ world, day }: Stage): Promise<void> {
  await moveDueOrders(world, day, -1, DUE_PER_STEP);
  await requestBillingRun(world);
  const until = performance.now() + 20_000;
  while ((await countUnpaid(world, day)) > UNPAID_AT_FAULT && performance.now() < until) await sleep(50);
}

async function loseMachines(stage: Stage, count: number): Promise<DrillResult> {
  const measured: Measured[] = [];
  for (let at = 0; at < count; at++) {
    const fault = FAULTS[at % FAULTS.length];
    if (!fault) break;
    // Faults begin at different moments of Patroni's loop.
    await sleep((at * 700) % 1_000);
    measured.push(await loseMachine(stage, fault));
    console.log(describe(measured.slice(-1)));
  }
  const rows = FAULTS.map((fault) => measured.filter((one) => one.fault === fault))
    .filter((list) => list.length > 0)
    .map((list): [string, string] => [list[0]?.fault.title ?? '', describe(list)]);
  const late = measured.filter(({ fault, outageMs }) => outageMs > fault.withinMs);
  return {
    rows,
    problems: late.map(({ fault, outageMs }) => `${fault.title}: no write for ${seconds(outageMs)}`),
  };
}

/** Returns number, median and maximum of faults of one kind. */
function describe(list: readonly Measured[]): string {
  const times = (values: number[]) =>
    `${seconds(quantile(values, 0.5))} (max ${seconds(Math.max(...values))})`;
  const primary = list.flatMap(({ primaryMs }) => primaryMs ?? []);
  const replaced = primary.length > 0 ? `new primary after ${times(primary)}, ` : '';
  return `${list.length} times, ${replaced}first write after ${times(list.map(({ outageMs }) => outageMs))}`;
}

async function loseMachine(stage: Stage, fault: Fault): Promise<Measured> {
  const { cluster, load } = stage;
  await beginBilling(stage);
  const node = await cluster[fault.loses]();
  const heal = fault.cause(node, cluster);
  const lostAt = performance.now();
  const primaryMs = fault.loses === 'primary' ? (await nextPrimary(cluster, node, lostAt)).ms : null;
  const until = performance.now() + FAILOVER_WITHIN_MS;
  const isWriting = () => firstWriteAfter(load.samples, lostAt + (primaryMs ?? 0)) !== null;
  while (!isWriting() && performance.now() < until) await sleep(100);
  await sleep(AFTERWARDS_MS);
  const outageMs = longestWait(load.samples, lostAt);
  await heal();
  await cluster.settled();
  return { fault, primaryMs, outageMs };
}

async function pauseMachines(stage: Stage, minutes: number): Promise<DrillResult> {
  const { cluster, load, ports } = stage;
  const leader = async () => {
    const { name, timeline } = (await cluster.members()).find(({ role }) => role === 'leader') ?? {};
    return `${name}, timeline ${timeline}`;
  };
  const before = await leader();
  const began = performance.now();
  let pauses = 0;
  for (; performance.now() - began < minutes * MINUTE_MS; pauses++) {
    await beginBilling(stage);
    const ms = PAUSES_MS[Math.floor(pauses / PAUSES.length) % PAUSES_MS.length] ?? 0;
    await PAUSES[pauses % PAUSES.length]?.run(cluster, ms);
    await cluster.settled();
    const { acknowledged } = load;
    const peak = await startLoad({ ports, subscribers: 2, atOnce: 20, pauseMs: 0, acknowledged });
    await sleep(BETWEEN_PAUSES_MS / 2);
    await peak.stop();
    await sleep(BETWEEN_PAUSES_MS / 2);
  }
  const after = await leader();
  return {
    rows: [
      ['minutes', ((performance.now() - began) / MINUTE_MS).toFixed(0)],
      ['pauses of 3 to 8 s', `${pauses}: ${PAUSES.map(({ title }) => title).join(', ')}`],
      ['primary before and after', `${before}; ${after}`],
      ['longest time without an acknowledged write', seconds(longestWait(load.samples, began))],
    ],
    problems: before === after ? [] : [`a failover: ${before}, then ${after}`],
  };
}

/** Ends the load, charges the orders that are left, and compares the database with what was acknowledged. */
async function endLoad(stage: Stage, { rows, problems }: DrillResult): Promise<DrillResult> {
  const { world, cluster, processes, load, day } = stage;
  await load.stop();
  await cluster.settled();
  await moveDueOrders(world, day, -1, 1_000_000);
  await waitForClock(processes);
  await runUntilIdle(world, await stuckJobs(world));
  const exited = processes.filter((one) => one.hasExited()).length;
  return {
    rows: [...rows, ['load', summarize(load.samples)]],
    problems: [
      ...problems,
      ...(exited > 0 ? [`${exited} processes exited`] : []),
      ...(await findLoadProblems(world, load.acknowledged, day)),
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

/** Returns the jobs that stay locked because a worker could not report their end. The product does not need them. */
export async function stuckJobs(world: World): Promise<string[]> {
  await sleep(5_000);
  return listLockedJobs(world);
}
