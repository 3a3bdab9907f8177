import postgres from 'postgres';
import { dayOf, hourOf } from '@/domain/day';
import type { BillingRun, Order } from './biller';
import type { Child } from './child';
import { writeSubscribers } from './subscribers';
import { serverCpuSeconds } from './cpu';
import type { Stage } from './stage';

/** The scheduled jobs that turn a due order into a paid order. Other jobs are measured separately. */
export const CHARGING = [
  'expireLeases',
  'checkAttempts',
  'beginPaymentDates',
  'giveUpPayments',
  'chargePayments',
];

/** The processes that bill subscribers. */
export interface BillingSetup {
  url: string;
  /** The current time of the billing run. It is on the payment date, after the hour in which charging begins. */
  now: Date;
  gateway: Gateway;
  biller: Child;
  /** Starts another billing process on the given database. */
  newBiller: (databaseUrl: string, settings?: Record<string, string>) => Child;
  sql: postgres.Sql;
  /** The pid of the main process of the database server. */
  server: number;
}

/** A replacement of the card gateway in a child process. It accepts every charge at once. */
export interface Gateway {
  url: string;
  child: Child;
}

export async function startGateway(stage: Stage): Promise<Gateway> {
  const child = stage.child('gateway', new URL('./gateway.ts', import.meta.url));
  return { child, url: `http://127.0.0.1:${await child.ask<number>('listen')}` };
}

/** Starts a database, the replacement of the gateway, and a billing process. */
export async function startBillingSetup(stage: Stage, name: string): Promise<BillingSetup> {
  const url = await stage.database(name);
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  stage.stopLater(() => sql.end());
  const gateway = await startGateway(stage);
  const newBiller: BillingSetup['newBiller'] = (databaseUrl, settings = {}) =>
    stage.child(
      'biller',
      new URL('./biller.ts', import.meta.url),
      stage.productEnv(databaseUrl, { OMISE_API_URL: gateway.url, ...settings }),
    );
  return {
    url,
    now: new Date(hourOf(dayOf(new Date()), 9).getTime() + 60_000),
    gateway,
    newBiller,
    biller: newBiller(url),
    sql,
    server: stage.cluster.pid,
  };
}

export interface BilledCohort {
  run: BillingRun;
  walBytes: number;
  /** CPU time of the database server in seconds. Null if the system does not report it. */
  serverCpu: number | null;
}

interface Seen {
  charges: number;
  orders: number;
}

/** Inserts subscribers with a due order, and bills them. */
export async function billCohort(setup: BillingSetup, group: string, count: number): Promise<BilledCohort> {
  await writeDue(setup, group, count);
  return billWritten(setup, group, count);
}

/** Inserts subscribers with a due order, half of whom pay from a bank account, and bills them. */
export async function billMixedCohort(
  setup: BillingSetup,
  group: string,
  count: number,
): Promise<BilledCohort> {
  const { sql, now } = setup;
  await writeDue(setup, group, count);
  await sql`insert into bank_accounts (id, account_id, bank, status, linked_account_id, token, last_digits, created_at,
      expires_at, linked_at)
    select 'bac_' || id, id, 'scb', 'linked', 'lnac_' || id, 'token_' || id, '1234', ${now}, ${now}, ${now} from (
      select id, row_number() over (order by id) as at from accounts where starts_with(id, ${`acc_${group}_`})) a
    where at % 2 = 0`;
  await sql`update subscriptions set payment_method = 'bank_account'
    where account_id in (select account_id from bank_accounts where starts_with(account_id, ${`acc_${group}_`}))`;
  await sql`analyze bank_accounts, subscriptions`;
  return billWritten(setup, group, count);
}

export async function writeDue({ url, now }: BillingSetup, group: string, count: number): Promise<void> {
  await writeSubscribers(url, { group, count, nextPayment: dayOf(now), now });
}

/**
 * Runs one billing run for the inserted subscribers with a due order, and checks all rows.
 * @throws Error if an order does not have one charge, one captured payment, its points and a queued receipt,
 * or a subscriber does not have three upcoming orders
 */
export async function billWritten(setup: BillingSetup, group: string, count: number): Promise<BilledCohort> {
  const { now, gateway, biller, sql, server } = setup;
  const seen = await gateway.child.ask<Seen>('seen');
  const [start] = await sql<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`;
  const cpu = serverCpuSeconds(server);
  const run = await biller.ask<BillingRun>('run', { now, only: CHARGING } satisfies Order);
  const cpuAfter = serverCpuSeconds(server);
  const [wal] = await sql<{ bytes: string }[]>`
    select pg_current_wal_insert_lsn() - ${start?.lsn ?? ''}::pg_lsn as bytes`;
  const seenAfter = await gateway.child.ask<Seen>('seen');
  const found = {
    charges: seenAfter.charges - seen.charges,
    charged_orders: seenAfter.orders - seen.orders,
    ...run.counts,
    ...(await countRows(sql, group)),
  };
  const everyOne = [
    'charges',
    'charged_orders',
    'charged',
    'planned',
    'kept',
    'accounts_of_three',
    'receipts',
    'earned',
  ];
  const expected = {
    ...Object.fromEntries(everyOne.map((name) => [name, count])),
    upcoming: 3 * count,
    open: 0,
    failed: 0,
    declined: 0,
    unknown: 0,
  };
  const wrong = Object.entries(expected).filter(
    ([name, value]) => found[name as keyof typeof found] !== value,
  );
  if (wrong.length > 0) {
    throw new Error(
      `${count} orders were billed wrongly: ${JSON.stringify({ expected: Object.fromEntries(wrong), found })}`,
    );
  }
  // Drops the receipts. There is no mail server, so the next run would queue their jobs again.
  await sql`update messages set status = 'dropped' where status = 'queued'`;
  await sql`delete from graphile_worker._private_jobs`;
  return {
    run,
    walBytes: Number(wal?.bytes ?? NaN),
    serverCpu: cpu === null || cpuAfter === null ? null : cpuAfter - cpu,
  };
}

async function countRows(sql: postgres.Sql, group: string) {
  const [rows] = await sql<
    Record<'kept' | 'upcoming' | 'accounts_of_three' | 'receipts' | 'earned' | 'open', number>[]
  >`
    with mine as (select o.* from orders o where starts_with(o.account_id, 'acc_' || ${group}::text || '_')),
      money as (select m.order_id, mine.status from money_received m join mine on mine.id = m.order_id where m.verdict = 'kept'),
      ahead as (select account_id, count(*) as n from mine where status = 'upcoming' group by account_id)
    select
      (select count(*)::int from money where status = 'paid') as kept,
      (select sum(n)::int from ahead) as upcoming,
      (select count(*)::int from ahead where n = 3) as accounts_of_three,
      (select count(*)::int from messages where kind = 'order_paid' and account_id in (select account_id from mine)) as receipts,
      (select count(*)::int from points_entries join money using (order_id)) as earned,
      (select count(*)::int from mine where status in ('charging', 'awaiting_payment')) as open`;
  return rows;
}
