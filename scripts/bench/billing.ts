import postgres from 'postgres';
import { dayOf, hourOf } from '@/domain/day';
import type { BillingRun } from './biller';
import type { Child } from './child';
import type { Size } from './main';
import { writeSubscribers } from './people';
import type { Report } from './report';
import { interleave, ratiosOf, spreadOf } from './rounds';
import type { Stage } from './stage';
import { openWireCounter, type WireCount } from './wire';

/** The lanes of a billing run (`AT_ONCE` in billing/run.ts): the reference gets as many connections. */
const LANES = 8;
const ROUNDS_MAX = 5;
const WARM_UP_ORDERS = 100;
const PROFILED_ORDERS = 100;
const COMMITS_MS = 1500;
const TARGET = 0.3;

interface Cast {
  url: string;
  now: Date;
  gateway: Child;
  biller: Child;
  sql: postgres.Sql;
}

/** Orders that one billing run takes from due to paid in a second, as a share of this machine's durable commits. */
export async function billing(stage: Stage, { orders, rounds: roundsWanted }: Size): Promise<Report[]> {
  const url = await stage.database('billing');
  const now = new Date(hourOf(dayOf(new Date()), 9).getTime() + 60_000);
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  stage.stopLater(() => sql.end());
  const gateway = stage.child('gateway', new URL('./gateway.ts', import.meta.url));
  const gatewayUrl = `http://127.0.0.1:${await gateway.ask<number>('listen')}`;
  const more = { OMISE_API_URL: gatewayUrl, SITE_URL: 'http://localhost:3000' };
  const productOn = (databaseUrl: string) => stage.productEnv(databaseUrl, more);
  const biller = stage.child('biller', new URL('./biller.ts', import.meta.url), productOn(url));
  const commits = stage.child('commits', new URL('./commits.ts', import.meta.url), {
    ...productOn(url),
    DATABASE_POOL: String(LANES),
  });
  const cast: Cast = { url, now, gateway, biller, sql };
  await commits.ask('prepare');
  await commits.ask('slice', { ms: COMMITS_MS });
  await billCohort(cast, 'warm', WARM_UP_ORDERS);

  const rounds = Math.min(ROUNDS_MAX, roundsWanted);
  const each = Math.max(1, Math.round(orders / rounds));
  const runs: BillingRun[] = [];
  const walBytes: number[] = [];
  const rates = await interleave(
    {
      commits: () => commits.ask<number>('slice', { ms: COMMITS_MS }),
      orders: async (round) => {
        const { run, wal } = await billCohort(cast, `round${round}`, each);
        runs.push(run);
        walBytes.push(wal / each);
        return each / run.seconds;
      },
    },
    rounds,
    stage.signal,
  );
  const profile = await profileOrders(stage, cast, productOn);
  return [
    {
      title: `billing: ${rounds} cohorts of ${each} due orders, each billed by one run, between slices of one-row commits on ${LANES} connections`,
      rows: [
        {
          measure: 'orders per durable commit',
          value: ratiosOf(rates.orders ?? [], rates.commits ?? []),
          target: `>= ${TARGET}`,
        },
        { measure: 'orders per second', value: spreadOf(rates.orders ?? []), target: '' },
        { measure: 'one-row commits per second', value: spreadOf(rates.commits ?? []), target: '' },
        {
          measure: 'ms of CPU per order, billing process',
          value: spreadOf(runs.map((run) => (run.cpu * 1000) / each)),
          target: '',
        },
        { measure: 'bytes of WAL per order', value: spreadOf(walBytes), target: '' },
      ],
      notes: [
        'verified after every run: as many charges asked and kept as orders, each once, three upcoming orders each, points, a receipt to send',
        'gateway: a stub in a process of its own that says yes at once; receipts are queued, not sent',
      ],
    },
    sweepsReport(runs, each),
    profile,
  ];
}

/** Writes subscribers with an order due now, lets a billing run handle them, and checks every row. */
async function billCohort({ url, now, gateway, biller, sql }: Cast, group: string, count: number) {
  await writeSubscribers(url, { group, count, nextPayment: dayOf(now), now });
  const before = await gateway.ask<{ charges: number; orders: number }>('seen');
  const [start] = await sql<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`;
  const run = await biller.ask<BillingRun>('run', { now });
  const [wal] = await sql<
    { bytes: string }[]
  >`select pg_current_wal_insert_lsn() - ${start?.lsn ?? ''}::pg_lsn as bytes`;
  const after = await gateway.ask<{ charges: number; orders: number }>('seen');
  const rows = await countRows(sql, group);
  const expected = {
    kept: count,
    upcoming: 3 * count,
    accounts_of_three: count,
    receipts: count,
    earned: count,
    open: 0,
  };
  const asked = { charges: after.charges - before.charges, orders: after.orders - before.orders };
  const right =
    asked.charges === count &&
    asked.orders === count &&
    run.charged === count &&
    run.planned === count &&
    run.failed === 0;
  if (!right || Object.entries(expected).some(([name, value]) => rows[name] !== value)) {
    throw new Error(
      `the billing run of ${count} orders went wrong: ${JSON.stringify({ asked, run, rows, expected })}`,
    );
  }
  await sql`update messages set status = 'dropped' where status = 'queued'`;
  await sql`delete from graphile_worker._private_jobs`;
  return { run, wal: Number(wal?.bytes ?? NaN) };
}

async function countRows(sql: postgres.Sql, group: string): Promise<Record<string, number>> {
  const [rows] = await sql<Record<string, number>[]>`
    with mine as (select o.* from orders o where starts_with(o.account_id, 'acc_' || ${group}::text || '_')),
      ahead as (select account_id, count(*) as n from mine where status = 'upcoming' group by account_id)
    select
      (select count(*)::int from money_received m join mine on mine.id = m.order_id where m.verdict = 'kept' and mine.status = 'paid') as kept,
      (select sum(n)::int from ahead) as upcoming,
      (select count(*)::int from ahead where n = 3) as accounts_of_three,
      (select count(*)::int from messages m where m.kind = 'order_paid' and m.account_id in (select account_id from mine)) as receipts,
      (select count(*)::int from points_entries p join money_received m on m.order_id = p.order_id join mine on mine.id = p.order_id) as earned,
      (select count(*)::int from mine where status in ('charging', 'awaiting_payment')) as open`;
  return rows ?? {};
}

function sweepsReport(runs: BillingRun[], each: number): Report {
  const whole = runs.reduce((sum, run) => sum + run.seconds, 0);
  const names = Object.keys(runs[0]?.sweeps ?? {});
  const rows = names.map((sweep) => {
    const seconds = runs.reduce((sum, run) => sum + (run.sweeps[sweep] ?? 0), 0);
    return {
      sweep,
      'ms per order': (seconds * 1000) / (runs.length * each),
      'share of the run': `${((100 * seconds) / whole).toFixed(0)} %`,
    };
  });
  return { title: `billing: where a run spends its time, ${LANES} orders at once`, rows, notes: [] };
}

/** A small cohort through the counting door: what one order costs in statements, the same on any machine. */
async function profileOrders(
  stage: Stage,
  cast: Cast,
  productOn: (databaseUrl: string) => NodeJS.ProcessEnv,
): Promise<Report> {
  const wire = await openWireCounter(stage.cluster.port);
  stage.stopLater(() => wire.close());
  const through = new URL(cast.url);
  through.port = String(wire.port);
  const biller = stage.child(
    'biller-counted',
    new URL('./biller.ts', import.meta.url),
    productOn(through.href),
  );
  await billCohort({ ...cast, biller }, 'counted0', LANES);
  const small = await countedRun({ ...cast, biller }, wire.take, 'counted1', 1);
  const large = await countedRun({ ...cast, biller }, wire.take, 'counted2', PROFILED_ORDERS + 1);
  await biller.stop();
  const per = (of: (count: WireCount) => number) => (of(large) - of(small)) / PROFILED_ORDERS;
  const matching = (pattern: RegExp) => (count: WireCount) =>
    [...count.texts].reduce((sum, [text, times]) => sum + (pattern.test(text) ? times : 0), 0);
  return {
    title: 'billing: database work of one more order in a run',
    rows: [
      { what: 'round trips', 'per order': per(({ waits }) => waits) },
      { what: 'statements', 'per order': per(({ statements }) => statements) },
      { what: 'of them begin, commit and settings', 'per order': per(matching(/^\s*(begin|commit|set)\b/i)) },
      { what: 'of them select', 'per order': per(matching(/^\s*select\b/i)) },
      { what: 'of them insert', 'per order': per(matching(/^\s*insert\b/i)) },
      { what: 'of them update', 'per order': per(matching(/^\s*update\b/i)) },
      { what: 'durable commits', 'per order': per(matching(/^\s*commit\b/i)) },
    ],
    notes: [],
  };
}

async function countedRun(
  cast: Cast,
  take: () => WireCount,
  group: string,
  count: number,
): Promise<WireCount> {
  take();
  await billCohort(cast, group, count);
  return take();
}
