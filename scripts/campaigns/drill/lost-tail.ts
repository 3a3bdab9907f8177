import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { dayOf } from '../../../src/domain/day';
import { shipments } from '../../../src/server/db/schema/index';
import { markDelivered } from '../../../src/server/desk/acts/parcel';
import { startProcess, type TestProcess } from '../../../src/testing/crashes/child-process';
import { createDueSubscribers, runUntilIdle } from '../../../src/testing/crashes/recovery';
import { requestBillingRun, waitForClock } from '../../../src/testing/crashes/time';
import { killAll } from '../../../src/testing/crashes/worker-crashes';
import { gatewayCharges } from '../../../src/testing/providers';
import type { World } from '../../../src/testing/world';
import { inWorld, type Drill, type DrillResult } from './drill';
import { nextPrimary, openOnCluster, stuckJobs } from './failover';
import { countUnpaid, findLedgerProblems } from './load-report';
import { ops } from './ops';
import { startCluster, type Node, type PatroniCluster } from './patroni-cluster';

/** The time between the end of replication and the loss of the primary. */
const TAIL_MS = 3_000;

/**
 * Loses the primary of an asynchronous cluster during a billing run, together with writes that no replica has. Two workers
 * continue on the new primary, then an operator runs `ops recover`.
 */
export const drillLostTail: Drill = async (home, { short }) => {
  const cluster = await startCluster(home, { synchronous: false });
  const workers: TestProcess[] = [];
  try {
    const world = await openOnCluster(cluster);
    return await inWorld(world, async () => {
      workers.push(startProcess('worker'), startProcess('worker'));
      await Promise.all(workers.map((one) => one.begin()));
      return loseTheTail(world, cluster, workers, short ? 60 : 200);
    });
  } finally {
    await killAll(workers);
    await cluster.stop();
  }
};

async function loseTheTail(
  world: World,
  cluster: PatroniCluster,
  workers: TestProcess[],
  due: number,
): Promise<DrillResult> {
  const day = await createDueSubscribers(world, due);
  await deliverEarlierParcels(world);
  await waitForClock(workers);
  await requestBillingRun(world);
  while ((await countUnpaid(world, day)) > due * 0.8) await sleep(20);
  const primary = await cluster.primary();
  await stopReplication(primary);
  await sleep(TAIL_MS);
  const paidBefore = due - (await countUnpaid(world, day));
  primary.signal('SIGKILL');
  const promoted = await nextPrimary(cluster, primary, performance.now());
  await allowReplication(promoted.node);
  const paidAfter = due - (await countUnpaidWhenReachable(world, day));
  const recovered = await ops(world, 'recover', '--since', dayOf(world.now()));
  await primary.start();
  await cluster.settled();
  await waitForClock(workers);
  await runUntilIdle(world, await stuckJobs(world));
  const twice = await chargedTwice(world);
  const { found } = recovered.data as { found: number };
  return {
    rows: [
      ['paid before the loss, of them known to the new primary', `${paidBefore}, ${paidAfter} of ${due}`],
      ['charges that `ops recover` found', String(found)],
      ['orders that the workers charged again before that, each refunded', String(twice)],
    ],
    problems: [
      ...(paidAfter < paidBefore ? [] : ['no write was lost']),
      ...(found === 0 ? ['reconciliation found nothing'] : []),
      ...(recovered.code === 0 ? [] : [`billing was not resumed: ${JSON.stringify(recovered.data)}`]),
      ...(await findLedgerProblems(world, day)),
    ],
  };
}

/** Delivers the parcels of earlier orders, which nothing polled while the clock jumped to the day of the drill. */
async function deliverEarlierParcels(world: World): Promise<void> {
  const earlier = await world.db.select({ orderId: shipments.orderId }).from(shipments);
  for (const { orderId } of earlier) await markDelivered({ ...world.ctx(), operator: 'drill' }, orderId);
}

const onNode = async (node: Node, work: (sql: postgres.Sql) => Promise<unknown>) => {
  const sql = postgres(`postgres://postgres@${node.host}:${node.port}/postgres`, {
    max: 1,
    onnotice: () => undefined,
  });
  await work(sql);
  await sql.end();
};

/** Ends the replication of a primary and refuses the replicas, which try again. */
const stopReplication = (primary: Node) =>
  onNode(primary, async (sql) => {
    await sql`alter role replicator nologin`;
    await sql`select pg_terminate_backend(pid) from pg_stat_replication`;
  });

/** Undoes `stopReplication`, which the new primary may have received, once it accepts writes. */
const allowReplication = (primary: Node) =>
  onNode(primary, async (sql) => {
    while ((await sql`select 1 where pg_is_in_recovery()`).length > 0) await sleep(20);
    await sql`alter role replicator login`;
  });

async function countUnpaidWhenReachable(world: World, day: string): Promise<number> {
  for (;;) {
    const count = await countUnpaid(world, day).catch(() => null);
    if (count !== null) return count;
    await sleep(100);
  }
}

/** Returns the number of orders with more than one successful charge, refunded ones included. */
async function chargedTwice(world: World): Promise<number> {
  const counts = new Map<string, number>();
  for (const { status, metadata } of await gatewayCharges(world))
    if (status === 'successful' && metadata.orderId !== undefined)
      counts.set(metadata.orderId, (counts.get(metadata.orderId) ?? 0) + 1);
  return [...counts.values()].filter((count) => count > 1).length;
}
