import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { migrate } from '../../src/server/db/migrate';
import type { SimulationResult, SimulationOptions } from '../../src/testing/simulation/simulate';
import { openTemporary } from '../start/temporary.mjs';
import { clusterDir, startPostgres, type Cluster } from '../start/postgres.mjs';

const USAGE = `npm run task -- sim [--seeds 20] [--subscribers 200] [--years 3] [--first-seed 1] [--at-once 2]

Runs simulated subscribers against the production code on a real PostgreSQL. Each seed draws the faults of the providers.
One seed: --seeds 1 --first-seed 17. A failing run is made smaller and kept in src/testing/simulation/kept, and every test
run repeats it. With --trial the run ends at the first violation and keeps nothing.`;

const KEPT = fileURLToPath(new URL('../../src/testing/simulation/kept', import.meta.url));
const TEMPLATE = 'sim_template';
const OPTIONS = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  // The order of rows must not depend on real time: the simulation itself vacuums and analyzes.
  ...['autovacuum=off', 'synchronize_seqscans=off', 'max_parallel_workers_per_gather=0'],
];
const DAYS_A_YEAR = 365;
const SHRUNK_DAYS_MIN = 35;

type Size = Pick<SimulationOptions, 'seed' | 'subscribers' | 'days' | 'endsEarly'>;

function parsePositive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0\n\n${USAGE}`);
  return value;
}

async function withDatabase<T>(
  cluster: Cluster,
  name: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const admin = postgres(cluster.url('postgres'), { max: 1, onnotice: () => undefined });
  try {
    await admin`create database ${admin(name)} template ${admin(TEMPLATE)}`;
    return await work(cluster.url(name));
  } finally {
    await admin`drop database if exists ${admin(name)} with (force)`;
    await admin.end();
  }
}

function runSeed(options: SimulationOptions): Promise<SimulationResult> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./sim-seed.ts', import.meta.url)), {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, LOG_LEVEL: 'silent' },
    });
    let message: { result?: SimulationResult; error?: string } = {};
    child.on('message', (received) => (message = received as typeof message));
    child.once('exit', (code) => {
      if (message.result) resolve(message.result);
      else reject(new Error(message.error ?? `seed ${options.seed} ended with exit code ${code}`));
    });
    child.send(options);
  });
}

let databases = 0;

async function runSize(cluster: Cluster, size: Size): Promise<SimulationResult> {
  databases += 1;
  return withDatabase(cluster, `sim_${databases}`, (databaseUrl) => runSeed({ ...size, databaseUrl }));
}

/** Halves the subscribers or the days of a failing run while it still fails. Returns the smallest failing size. */
async function shrink(cluster: Cluster, size: Size): Promise<Size> {
  const smaller = [
    { ...size, subscribers: Math.ceil(size.subscribers / 2) },
    { ...size, days: Math.max(SHRUNK_DAYS_MIN, Math.ceil(size.days / 2)) },
  ].filter((one) => one.subscribers < size.subscribers || one.days < size.days);
  for (const one of smaller) {
    if ((await runSize(cluster, one)).problems.length > 0) return shrink(cluster, one);
  }
  return size;
}

async function runAll(cluster: Cluster, sizes: Size[], atOnce: number, isTrial: boolean): Promise<boolean> {
  const queue = sizes.values();
  let good = true;
  const began = performance.now();
  let orders = 0;
  const runQueue = async () => {
    for (const size of queue) {
      if (isTrial && !good) return;
      const result = await runSize(cluster, size);
      orders += result.orders;
      const { problems, faults, money, ...facts } = result;
      const failures = Object.values(faults).reduce((sum, times) => sum + times, 0);
      const { kept = 0, duplicate = 0, late = 0, orphan = 0 } = money;
      const accepted = Object.entries(facts.accepted).map(([command, times]) => `${command} ${times}`);
      console.log(`seed ${size.seed} accepted: ${accepted.join(', ')}`);
      console.log(
        `seed ${size.seed}: ${facts.orders} orders, ${facts.charges} charges, ${facts.commands} commands, ` +
          `${failures} faults, ${facts.instants} instants; money ${kept} kept, ${duplicate} twice, ${late} late, ` +
          `${orphan} for nothing: ${problems.length === 0 ? 'all held' : 'BROKEN'}`,
      );
      if (problems.length === 0) continue;
      good = false;
      console.log(problems.slice(0, 10).join('\n'));
      if (isTrial) return;
      const least = await shrink(cluster, size);
      mkdirSync(KEPT, { recursive: true });
      writeFileSync(join(KEPT, `${least.seed}.json`), `${JSON.stringify(least)}\n`);
      console.log(`kept as ${least.subscribers} subscribers, ${least.days} days`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runQueue));
  const seconds = (performance.now() - began) / 1000;
  console.log(`${orders} orders in ${seconds.toFixed(0)} s: ${(orders / seconds).toFixed(0)} a second`);
  return good;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '20' },
      subscribers: { type: 'string', default: '200' },
      years: { type: 'string', default: '3' },
      'first-seed': { type: 'string', default: '1' },
      'at-once': { type: 'string', default: '2' },
      trial: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const first = parsePositive('first-seed', values['first-seed']);
  const sizes = Array.from({ length: parsePositive('seeds', values.seeds) }, (_, n) => ({
    seed: first + n,
    subscribers: parsePositive('subscribers', values.subscribers),
    days: Math.ceil(parsePositive('years', values.years) * DAYS_A_YEAR),
    endsEarly: values.trial,
  }));
  const { path: place, remove } = await openTemporary('sim');
  const cluster = await startPostgres({
    dir: clusterDir(join(place, 'postgres')),
    log: join(place, 'postgres.log'),
    options: OPTIONS,
  });
  try {
    const admin = postgres(cluster.url('postgres'), { max: 1 });
    await admin`create database ${admin(TEMPLATE)}`;
    await admin.end();
    await migrate(cluster.url(TEMPLATE));
    if (!(await runAll(cluster, sizes, parsePositive('at-once', values['at-once']), values.trial)))
      process.exitCode = 1;
  } finally {
    await cluster.stop();
    await remove();
  }
}

await main();
