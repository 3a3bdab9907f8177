import { dayOf } from '@/domain/day';
import { say } from '../launch/terminal.mjs';
import type { BillingRun, Order } from './biller';
import { CHARGING, startBillingSetup, type BillingSetup } from './cohort';
import { writeCrowd } from './crowd';
import type { Size } from './main';
import { wholeReads } from './plans';
import type { Report } from './report';
import { spreadOf } from './rounds';
import type { Stage } from './stage';
import { openWireCounter } from './wire';

const MOST = 1_000_000;
const BILLED = 1000;
const LOOKS = 5;
/** The number of rows from which a sequential scan counts as a problem. PostgreSQL rightly scans smaller tables. */
const LARGE_ROWS = 5000;

/** Scheduled jobs that must read whole tables. They run once an hour or once a night. */
const READS_ALL = new Set(['checkInvariants', 'reconcile']);

/** Measures for every scheduled job the duration of the query that finds its due rows. Returns medians. */
async function lookAround(setup: BillingSetup, now: Date): Promise<{ name: string; ms: number }[]> {
  const names = await setup.biller.ask<string[]>('names');
  const found = [];
  for (const name of names.filter((one) => !READS_ALL.has(one))) {
    const ms: number[] = [];
    for (let look = 0; look <= LOOKS; look += 1)
      ms.push(await setup.biller.ask<number>('look', { now, name }));
    found.push({ name, ms: spreadOf(ms.slice(1)).median });
  }
  return found;
}

/** Checks that no query for due rows and no statement of a billing run scans a large table completely. */
async function plansOf(stage: Stage, setup: BillingSetup, now: Date): Promise<Report['rows']> {
  const wire = await openWireCounter(stage.cluster.port);
  stage.stopLater(() => wire.close());
  const through = new URL(setup.url);
  through.port = String(wire.port);
  const biller = setup.newBiller(through.href);
  const names = await biller.ask<string[]>('names');
  const rows: Report['rows'] = [];
  const explain = async (what: string) => {
    for (const { text, tables } of await wholeReads(setup.sql, wire.take(), LARGE_ROWS))
      rows.push({
        what,
        'reads all of': tables.join(', '),
        statement: text.replace(/\s+/g, ' ').slice(0, 160),
      });
  };
  for (const name of names.filter((one) => !READS_ALL.has(one))) {
    await biller.ask('look', { now, name });
    await explain(name);
  }
  await biller.ask('run', { now, only: CHARGING, limit: 50 } satisfies Order);
  await explain('billing an order');
  await biller.stop();
  return rows;
}

/**
 * Measures the queries for due rows and billing with more and more subscribers. Their payment dates are
 * spread over a month.
 */
export async function million(
  stage: Stage,
  { orders = BILLED, subscribers = MOST }: Size,
): Promise<Report[]> {
  const setup = await startBillingSetup(stage, 'million');
  const sizes = [subscribers / 100, subscribers / 10, subscribers].map(Math.floor);
  const rows: Report['rows'] = [];
  let written = 0;
  for (const size of sizes) {
    stage.signal.throwIfAborted();
    const started = performance.now();
    await writeCrowd(setup.url, setup.sql, { group: `c${size}`, count: size - written, now: setup.now });
    say(`${size} subscribers written in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    written = size;
    const looks = await lookAround(setup, setup.now);
    const slowest = looks.reduce((a, b) => (b.ms > a.ms ? b : a));
    const rehearsal = await setup.biller.ask<number>('rehearse', { now: setup.now });
    const order = {
      now: setup.now,
      only: CHARGING,
      limit: Math.min(orders, Math.floor(size / 56)),
    } satisfies Order;
    const run = await setup.biller.ask<BillingRun>('run', order);
    const [due] = await setup.sql<{ n: number }[]>`
      select count(*)::int as n from orders where payment_date = ${dayOf(setup.now)} and status in ('upcoming', 'charging')`;
    const [held] = await setup.sql<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`;
    const perSecond = run.counts.charged / run.seconds;
    rows.push({
      subscribers: size,
      'due today, still': due?.n ?? NaN,
      'all looks, ms': looks.reduce((sum, { ms }) => sum + ms, 0),
      'slowest look': `${slowest.name} ${slowest.ms.toFixed(1)} ms`,
      'rehearsal, s': rehearsal,
      billed: run.counts.charged,
      'orders per second': perSecond,
      'that day, minutes': Math.round(size / 28) / perSecond / 60,
      'memory at most, MB': run.rss / 2 ** 20,
      'database, GB': Number(held?.bytes ?? NaN) / 1e9,
    });
  }
  const plans = await plansOf(stage, setup, setup.now);
  return [
    {
      title: `million: what is due beside ${sizes.join(', ')} subscribers, one order each in four weeks`,
      rows,
      notes: [
        'that day: the time for all that are due on it, at the rate of those billed, gateway’s time left out',
      ],
    },
    {
      title: `million: statements that read a table of ${LARGE_ROWS} rows or more from end to end`,
      rows: plans.length > 0 ? plans : [{ what: 'none' }],
      notes: [
        'by the plan for the values they were asked with; the hourly look at the promises reads everything on purpose',
      ],
    },
  ];
}
