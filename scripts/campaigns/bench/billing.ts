import type { CommitSlice } from './commits';
import {
  billCohort,
  billMixedCohort,
  startBillingSetup,
  type BilledCohort,
  type BillingSetup,
} from './cohort';
import type { Report } from './report';
import { interleave, ratiosOf, spreadOf } from './rounds';
import { serverCpuSeconds } from './cpu';
import type { Size, Stage } from './stage';
import { openWireCounter, type WireCount } from './wire';

/**
 * The number of database connections of the reference. Equals `ROWS_AT_ONCE` in platform/sets.ts, the number
 * of rows that a billing run processes at once.
 */
const LANES = 8;
const ORDERS = 2000;
const ROUNDS_MAX = 5;
const WARM_UP_ORDERS = 100;
const PROFILED_ORDERS = 1000;
const COMMITS_MS = 1500;
const TARGET = 0.35;
/** The longest billing run in seconds. On a slow machine the benchmark bills fewer orders per run. */
const BILLING_SECONDS_MAX = 120;

/**
 * Measures how many due orders a billing run turns into paid orders per second, relative to the durable
 * commits per second of this machine.
 */
export async function billing(
  stage: Stage,
  { orders = ORDERS, rounds: roundsWanted }: Size,
): Promise<Report[]> {
  const setup = await startBillingSetup(stage, 'billing');
  const commits = stage.child('commits', new URL('./commits.ts', import.meta.url), {
    ...stage.productEnv(setup.url),
    DATABASE_POOL: String(LANES),
  });
  await commits.ask('prepare');
  await commits.ask('slice', { ms: COMMITS_MS });
  const warm = await billCohort(setup, 'warm', WARM_UP_ORDERS);

  const rounds = Math.min(ROUNDS_MAX, roundsWanted);
  const affordable = ((WARM_UP_ORDERS / warm.run.seconds) * BILLING_SECONDS_MAX) / rounds;
  const each = Math.ceil(Math.min(orders / rounds, affordable));
  const cohorts: BilledCohort[] = [];
  const commitMs: number[] = [];
  const rates = await interleave(
    {
      commits: async () => {
        const before = serverCpuSeconds(setup.server);
        const slice = await commits.ask<CommitSlice>('slice', { ms: COMMITS_MS });
        const server = (serverCpuSeconds(setup.server) ?? NaN) - (before ?? NaN);
        commitMs.push(((slice.cpu + server) * 1000) / slice.committed);
        return slice.committed / slice.seconds;
      },
      orders: async (round) => {
        const cohort = await billCohort(setup, `round${round}`, each);
        cohorts.push(cohort);
        return each / cohort.run.seconds;
      },
      mixed: async (round) => each / (await billMixedCohort(setup, `mixed${round}`, each)).run.seconds,
    },
    rounds,
    stage.signal,
  );
  return [
    {
      title: `billing: ${rounds} cohorts of ${each} due orders, a run for each, between slices of one-row commits; ${LANES} connections`,
      rows: ratesOf(rates, cohorts, commitMs, each),
      notes: [
        'looked at after every run: each order charged once and kept once, three upcoming orders each, points, a receipt queued',
        'only the sweeps that lead from due to paid; parcels, papers and mails have runs of their own',
        'gateway: a stub in a process of its own that says yes at once; receipts are not sent',
      ],
    },
    sweepsOf(cohorts, each),
    await statementsOf(stage, setup),
  ];
}

function ratesOf(
  rates: Record<string, number[]>,
  cohorts: BilledCohort[],
  commitMs: number[],
  each: number,
): Report['rows'] {
  const { orders = [], mixed = [], commits = [] } = rates;
  const perOrder = (of: (cohort: BilledCohort) => number) => cohorts.map((cohort) => of(cohort) / each);
  const billerMs = perOrder(({ run }) => run.cpu * 1000);
  const serverMs = perOrder(({ serverCpu }) => (serverCpu ?? NaN) * 1000);
  const row = (measure: string, values: number[], target = '') => ({
    measure,
    value: spreadOf(values),
    target,
  });
  return [
    { measure: 'orders per durable commit', value: ratiosOf(orders, commits), target: `${TARGET}` },
    row('orders per second', orders),
    row('orders per second, half of them from bank accounts', mixed),
    {
      measure: 'half from bank accounts, relative to cards alone',
      value: ratiosOf(mixed, orders),
      target: '1',
    },
    row('one-row commits per second', commits),
    row('CPU ms per order, billing process', billerMs),
    row('CPU ms per order, PostgreSQL', serverMs),
    row('CPU ms per commit, client and PostgreSQL', commitMs),
    row(
      'WAL bytes per order',
      perOrder(({ walBytes }) => walBytes),
    ),
  ];
}

function sweepsOf(cohorts: BilledCohort[], each: number): Report {
  const whole = cohorts.reduce((sum, { run }) => sum + run.seconds, 0);
  const rows = Object.keys(cohorts[0]?.run.sweeps ?? {}).map((sweep) => {
    const seconds = cohorts.reduce((sum, { run }) => sum + (run.sweeps[sweep] ?? 0), 0);
    return {
      sweep,
      'ms per order': (seconds * 1000) / (cohorts.length * each),
      'share of the run': `${((100 * seconds) / whole).toFixed(0)} %`,
    };
  });
  return { title: `billing: where a run spends its time, ${LANES} orders at once`, rows, notes: [] };
}

/** Counts the statements per order in one small billing run. Every machine gives the same count. */
async function statementsOf(stage: Stage, setup: BillingSetup): Promise<Report> {
  const wire = await openWireCounter(stage.cluster.port);
  stage.stopLater(() => wire.close());
  const through = new URL(setup.url);
  through.port = String(wire.port);
  const counted: BillingSetup = { ...setup, biller: setup.newBiller(through.href) };
  const run = async (group: string, count: number): Promise<WireCount> => {
    wire.take();
    await billCohort(counted, group, count);
    return wire.take();
  };
  await run('counted0', LANES);
  const one = await run('counted1', 1);
  const many = await run('counted2', 1 + PROFILED_ORDERS);
  const row = (what: string, of: (count: WireCount) => number) => ({
    what,
    'per order': (of(many) - of(one)) / PROFILED_ORDERS,
  });
  const matching = (pattern: RegExp) => (count: WireCount) =>
    [...count.texts].reduce((sum, [text, times]) => sum + (pattern.test(text) ? times : 0), 0);
  return {
    title: 'billing: database work of one more order in a run',
    rows: [
      row('round trips', ({ roundTrips }) => roundTrips),
      row('statements', ({ statements }) => statements),
      row('· begin, commit, settings', matching(/^\s*(begin|commit|set)\b/i)),
      row('· select', matching(/^\s*select\b/i)),
      row('· insert', matching(/^\s*insert\b/i)),
      row('· update', matching(/^\s*update\b/i)),
      row('durable commits', matching(/^\s*commit\b/i)),
    ],
    notes: [],
  };
}
