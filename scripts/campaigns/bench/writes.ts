import { addDays, dayOf } from '@/domain/day';
import { billCohort, billWritten, startBillingSetup, writeDue, type BillingSetup } from './cohort';
import { SAMPLES_MIN, slowdownOf, type Delays, type Slowdown } from './latency';
import { writeWriters } from './subscribers';
import type { Cell, Report } from './report';
import type { Size, Stage } from './stage';
import { mergeLists } from './lists';
import { targetText, verdictOf } from './verdict';
import { assignWrites, writersFor } from './write-pairs';
import type { Samples, Writing } from './writer';

const ORDERS = 20_000;
const TARGET = { atMost: 3 };
/** The number of subscribers for each write. */
const EACH = 40;
const WARM_UP_ORDERS = 100;
/** The number of samples of each write over all phases, with a margin. */
const SAMPLES_EACH = 1.3 * SAMPLES_MIN;
const WRITES = writersFor(1);
/** The limits of the writes per second. All phases have the same rate. A higher rate would itself be a load. */
const RATE = { min: 10, max: 25 };

/** Measures how much slower the writes of subscribers become while the orders of other subscribers are billed. */
export async function writes(stage: Stage, { orders = ORDERS }: Size): Promise<Report[]> {
  const setup = await startBillingSetup(stage, 'writes');
  const writer = await gatherWriters(stage, setup);
  const warm = await billCohort(setup, 'warm', WARM_UP_ORDERS);
  const billingSeconds = (orders * warm.run.seconds) / WARM_UP_ORDERS;
  const all = WRITES * SAMPLES_EACH;
  const perSecond = Math.min(RATE.max, Math.max(RATE.min, Math.ceil(all / billingSeconds)));
  // With few orders, the phases without billing are as short as the phase with billing.
  const count = Math.ceil(Math.min(all, 2 * perSecond * billingSeconds) / 2);
  const quiet = async () => {
    await setup.sql.unsafe('vacuum analyze');
    await setup.sql.unsafe('checkpoint');
    return writer.ask<Samples>('write', { perSecond, count });
  };

  await writeDue(setup, 'due', orders);
  await writer.ask('write', { perSecond: RATE.max, count: 2 * EACH * WRITES });
  const before = await quiet();
  const writing = writer.ask<Samples>('write', { perSecond });
  // oxlint-disable-next-line typescript/no-misused-promises -- `finally` waits for it
  const billing = billWritten(setup, 'due', orders).finally(() => writer.ask('stop'));
  // A refused write ends the benchmark at once, not after the last order.
  const [during, { run }] = await Promise.all([writing, billing]);
  const after = await quiet();
  const rows = rowsOf(before, during, after);
  return [
    {
      title: `writes: ms from when a write was due to its answer, while a run bills ${orders} orders of others; ${perSecond} writes a second`,
      rows,
      notes: [
        `the run: ${run.seconds.toFixed(0)} s, ${(orders / run.seconds).toFixed(0)} orders a second, in a process of its own; every order charged once, kept once`,
        'through tRPC and the production web process, sent at a steady rate whether or not the ones before are answered; every write changes something',
        `quiet: before and after the run, the same writes at the same rate; fewer than ${SAMPLES_MIN} samples on either side say nothing of a p99`,
      ],
    },
  ];
}

/**
 * Inserts subscribers without due orders. Returns them in the order in which they write: the kinds of writes
 * rotate.
 */
async function gatherWriters(stage: Stage, { url, gateway }: BillingSetup) {
  const now = new Date();
  const nextPayment = addDays(dayOf(now), 10);
  const writers = await writeWriters(url, { group: 'writers', count: writersFor(EACH), nextPayment, now });
  const { port } = await stage.web(url, { DATABASE_POOL: '10', OMISE_API_URL: gateway.url });
  const child = stage.child('writer', new URL('./writer.ts', import.meta.url));
  await child.ask('prepare', { port, people: mergeLists(assignWrites(writers, EACH)) } satisfies Writing);
  return child;
}

const flat = (samples: Samples) => Object.values(samples).flat();

function rowsOf(before: Samples, busy: Samples, after: Samples): Record<string, Cell>[] {
  const delays = new Map<string, Delays>(
    Object.keys({ ...before, ...busy }).map((write) => [
      write,
      { before: before[write] ?? [], busy: busy[write] ?? [], after: after[write] ?? [] },
    ]),
  );
  const all = { before: flat(before), busy: flat(busy), after: flat(after) };
  // A single write has too few samples to tell a change of the machine from chance.
  const { isSteady } = slowdownOf(all);
  return [...delays, ['all of them', all] as const].map(([write, found]) =>
    rowOf(write, slowdownOf(found), isSteady),
  );
}

function rowOf(write: string, slowdown: Slowdown, isSteady: boolean): Record<string, Cell> {
  const { samples, p50, p99, ratio, isEnough } = slowdown;
  const verdict = isSteady ? verdictOf(ratio, TARGET) : 'was not quiet';
  return {
    write,
    'samples quiet': samples.quiet,
    'and billing': samples.busy,
    'p50 quiet': p50.quiet,
    'p50 billing': p50.busy,
    'p99 before': p99.before,
    'p99 after': p99.after,
    'p99 billing': p99.busy,
    'of the quiet p99': ratio,
    target: targetText(TARGET),
    verdict: isEnough ? verdict : 'too few samples',
  };
}
