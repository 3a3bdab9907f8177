import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, inArray } from 'drizzle-orm';
import postgres from 'postgres';
import { addDays, dayOf, type Day } from '../../../src/domain/day';
import { accounts } from '../../../src/server/db/schema/index';
import { releaseJobs } from '../../../src/server/db/migrate';
import { accountOf } from '../../../src/testing/account-caller';
import { createSubscriber } from '../../../src/testing/browser';
import { startProcess, type TestProcess } from '../../../src/testing/crashes/child-process';
import { createDueSubscribers, runUntilIdle } from '../../../src/testing/crashes/recovery';
import { requestBillingRun, waitForClock } from '../../../src/testing/crashes/time';
import { killAll } from '../../../src/testing/crashes/worker-crashes';
import type { World } from '../../../src/testing/world';
import { writeSubscribers } from '../bench/subscribers';
import { openWorldOn } from '../killable-server';
import { requirePrograms } from './daemon';
import { inWorld, seconds, type Drill, type DrillResult } from './drill';
import { findLedgerProblems } from './load-report';
import { startLoad, type Load } from './load';
import { ops } from './ops';
import { prepareArchivedServer, type ArchivedServer } from './pgbackrest';

const RPO_MAX_MS = 60_000;

interface Loss {
  load: Load;
  lostAt: number;
  day: Day;
  /** The account that was erased shortly before the loss, and the list of erasures that was kept elsewhere. */
  erased: string;
  list: string;
}

/**
 * Loses the machine of the database during a billing run, restores it from the archive, and follows the runbook of
 * docs/operations.md.
 */
export const drillRestore: Drill = async (home, { short }) => {
  requirePrograms(['pgbackrest', 'postgres'], 'pgbackrest postgresql-15');
  process.env.POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
  const server = await prepareArchivedServer(home);
  await server.start();
  try {
    const world = await openWorldOn(server);
    return await inWorld(world, async () => {
      const day = await createDueSubscribers(world, short ? 30 : 200);
      const backup = await fillAndBackUp(world, server, day, short ? 2_000 : 100_000);
      const loss = await loseTheMachine(world, server, home, day, short ? 15_000 : 60_000);
      const restored = await restore(world, server, loss);
      const results = [backup, restored];
      return {
        rows: results.flatMap(({ rows }) => rows),
        problems: results.flatMap(({ problems }) => problems),
      };
    });
  } finally {
    await server.stop();
  }
};

async function fillAndBackUp(
  world: World,
  server: ArchivedServer,
  day: Day,
  crowd: number,
): Promise<DrillResult> {
  const url = server.url('ira');
  const nextPayment = addDays(day, 25);
  await writeSubscribers(url, {
    group: 'crowd',
    count: crowd,
    nextPayment,
    now: world.now(),
    paidOrders: 0,
    isCrowd: true,
  });
  const sql = postgres(url, { max: 1 });
  // Their orders begin after a first one that is not part of the drill.
  await sql`update orders set kind = 'renewal', created_at = ${world.now()} where id like 'ord_crowd_%'`;
  await sql`vacuum analyze`;
  const [size] = await sql`select pg_database_size(current_database()) / 1e9 as gb`;
  await sql.end();
  server.backrest('stanza-create');
  server.backrest('check');
  const ms = server.backrest('backup', '--type=full');
  return {
    rows: [
      [
        `database of ${crowd.toLocaleString('en')} subscribers with three orders each`,
        `${Number(size?.gb).toFixed(2)} GB`,
      ],
      ['base backup', seconds(ms)],
    ],
    problems: [],
  };
}

async function loseTheMachine(
  world: World,
  server: ArchivedServer,
  home: string,
  day: Day,
  loadMs: number,
): Promise<Loss> {
  const processes = [
    startProcess('web'),
    startProcess('web'),
    startProcess('worker'),
    startProcess('worker'),
  ];
  try {
    await Promise.all(processes.map((one) => one.begin()));
    await waitForClock(processes);
    const leaving = await createSubscriber(world);
    const ports = processes.slice(0, 2).map((one) => one.port());
    const load = await startLoad({ ports, subscribers: 5, pauseMs: 500 });
    await sleep(loadMs);
    // What happens now is not archived yet.
    await requestBillingRun(world);
    const [account] = await world.db.select().from(accounts).where(eq(accounts.email, leaving.email));
    await accountOf(leaving.browser).delete({ password: 'correct horse' });
    const { data } = await ops(world, 'erasures');
    const list = join(home, 'erasures.txt');
    const erasures = data.erasures as { accountId: string; erasedAt: string }[];
    writeFileSync(list, erasures.map(({ accountId, erasedAt }) => `${accountId} ${erasedAt}\n`).join(''));
    await sleep(3_000);
    const lostAt = performance.now();
    await server.kill();
    rmSync(server.dir, { recursive: true });
    await load.stop();
    return { load, lostAt, day, erased: account?.id ?? '', list };
  } finally {
    await killAll(processes);
  }
}

/** Restores the archive and follows the runbook until a web process serves again. */
async function restore(world: World, server: ArchivedServer, loss: Loss): Promise<DrillResult> {
  const began = performance.now();
  server.backrest('restore');
  const copiedMs = performance.now() - began;
  await server.start();
  await untilWritable(server);
  const startedMs = performance.now() - began;
  const processes: TestProcess[] = [];
  try {
    const lost = await lostWrites(world, loss);
    await ops(world, 'pause');
    await releaseJobs(server.url('ira'));
    processes.push(startProcess('worker'));
    await processes[0]?.begin();
    const found = await reconcile(world);
    const refunded = await refundUnknownMoney(world);
    const again = await ops(world, 'erase-again', loss.list);
    const checked = await ops(world, 'invariants');
    await ops(world, 'resume');
    processes.push(startProcess('web'));
    await processes[1]?.begin();
    const rtoMs = performance.now() - began;
    await waitForClock(processes);
    await runUntilIdle(world);
    const [erased] = await world.db.select().from(accounts).where(eq(accounts.id, loss.erased));
    return {
      rows: [
        ['lost time (RPO)', seconds(lost.ms)],
        ['lost registrations', `${lost.accounts} of ${loss.load.acknowledged.emails.size}`],
        [
          'charges found by reconciliation, payments without an order refunded by an operator',
          `${found}, ${refunded}`,
        ],
        [
          'files restored, log replayed, serving again (RTO)',
          [copiedMs, startedMs, rtoMs].map(seconds).join(', '),
        ],
      ],
      problems: [
        ...(lost.ms > RPO_MAX_MS ? [`${seconds(lost.ms)} are lost`] : []),
        ...(found === 0 ? ['nothing was charged after the last archived write'] : []),
        ...(again.code === 0 && erased?.deletedAt ? [] : ['the erased account is back']),
        ...(checked.code === 0 ? [] : ['invariants are violated after the restore']),
        ...(await findLedgerProblems(world, loss.day)),
      ],
    };
  } finally {
    await killAll(processes);
  }
}

/** Waits for the end of recovery: before, the server accepts reads only. */
async function untilWritable(server: ArchivedServer): Promise<void> {
  const sql = postgres(server.url('postgres'), { max: 1, onnotice: () => undefined });
  while ((await sql`select pg_is_in_recovery() as recovers`)[0]?.recovers !== false) await sleep(200);
  await sql.end();
}

/** Returns the age of the oldest acknowledged registration that the restored database lacks. */
async function lostWrites(world: World, { load, lostAt }: Loss): Promise<{ ms: number; accounts: number }> {
  const { emails } = load.acknowledged;
  const rows = await world.db
    .select({ email: accounts.email })
    .from(accounts)
    .where(inArray(accounts.email, [...emails.keys()]));
  const kept = new Set(rows.map(({ email }) => email));
  const lost = [...emails].flatMap(([email, at]) => (kept.has(email) ? [] : [at]));
  return { ms: lost.length === 0 ? 0 : lostAt - Math.min(...lost), accounts: lost.length };
}

/** Compares the gateway's list until nothing fails. Returns the number of charges that the database lacked. */
async function reconcile(world: World): Promise<number> {
  const since = dayOf(world.now());
  let found = 0;
  for (let tries = 0; tries < 30; tries += 1, await sleep(2_000)) {
    const { code, data } = await ops(world, 'reconcile', '--since', since);
    found += Number(data.found ?? 0);
    if (code === 0) return found;
  }
  throw new Error('reconciliation does not end');
}

/** Refunds the payments of registrations that the restored database does not know, as `stuck` lists them. */
async function refundUnknownMoney(world: World): Promise<number> {
  const { data } = await ops(world, 'stuck');
  const money = (data.money ?? []) as { id: string }[];
  for (const { id } of money) await ops(world, 'refund', id);
  return money.length;
}
