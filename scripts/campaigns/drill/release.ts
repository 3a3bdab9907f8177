import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDueSubscribers, runUntilIdle } from '../../../src/testing/crashes/recovery';
import { requestBillingRun } from '../../../src/testing/crashes/time';
import { spawnProgram, type Spawned } from '../../../src/testing/spawning';
import type { World } from '../../../src/testing/world';
import { freePort } from '../../start/ports.mjs';
import { root } from '../../start/terminal.mjs';
import { clusterDir, startPostgres } from '../../start/postgres.mjs';
import { requirePrograms, startDaemon, stopAtExit } from './daemon';
import { inWorld, seconds, type Drill, type DrillResult } from './drill';
import { stuckJobs } from './failover';
import { countUnpaid, findLoadProblems, summarize } from './load-report';
import { startLoad } from './load';
import { openShopWorld, startProgram, type Program } from './shop';

/** The migrations of the next release, one for each kind of statement that is allowed on a large table. */
const NEXT_MIGRATIONS = [
  "alter table orders add column drill_note text;--> statement-breakpoint\nalter table orders add constraint orders_drill check (drill_note <> '') not valid",
  'alter table orders validate constraint orders_drill',
  'drop index concurrently if exists orders_drill_note;--> statement-breakpoint\ncreate index concurrently orders_drill_note on orders (drill_note)',
];

/** The processes of a shop: two web processes behind HAProxy, and two workers. */
interface Shop {
  webs: { port: number; process: Spawned }[];
  workers: Spawned[];
  start: (program: Program, settings?: Record<string, string>) => Promise<Spawned>;
}

/** Replaces the processes of a shop one by one and applies migrations, while it serves a load and bills. */
export const drillRelease: Drill = async (home, { short }) => {
  requirePrograms(['haproxy', 'postgres'], 'haproxy postgresql-15');
  process.env.POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
  const cluster = await startPostgres({
    dir: clusterDir(join(home, 'postgres')),
    log: join(home, 'postgres.log'),
    options: ['max_connections=200'],
  });
  stopAtExit(cluster.pid);
  try {
    const world = await openShopWorld(cluster);
    return await inWorld(world, () => releaseUnderLoad(world, home, short ? 100 : 600));
  } finally {
    await cluster.stop();
  }
};

async function releaseUnderLoad(world: World, home: string, due: number): Promise<DrillResult> {
  const day = await createDueSubscribers(world, due);
  const site = await freePort();
  const ports = [await freePort(), await freePort()];
  const shop = await openShop(home, site, ports);
  const config = join(home, 'haproxy.cfg');
  cpSync(join(root, 'deployment/haproxy.cfg'), config);
  const proxy = await startDaemon({
    command: 'haproxy',
    args: ['-db', '-f', config],
    log: join(home, 'haproxy.log'),
    env: { SITE: `127.0.0.1:${site}`, WEB_1: `127.0.0.1:${ports[0]}`, WEB_2: `127.0.0.1:${ports[1]}` },
    isReady: async () => (await fetch(`http://127.0.0.1:${site}/api/ready`).catch(() => null))?.ok === true,
  });
  try {
    const load = await startLoad({ ports: [site], subscribers: 10, pauseMs: 100 });
    await requestBillingRun(world);
    while ((await countUnpaid(world, day)) > due * 0.8) await sleep(50);
    const unpaid = await countUnpaid(world, day);
    const began = performance.now();
    await applyNextMigrations(home);
    const migratedMs = performance.now() - began;
    await replaceOneByOne(world, shop);
    const releasedMs = performance.now() - began;
    const left = await countUnpaid(world, day);
    await load.stop();
    await runUntilIdle(world, await stuckJobs(world));
    const failed = load.samples.filter(({ status }) => status !== 200);
    return {
      rows: [
        ['migrations, whole release', `${seconds(migratedMs)}, ${seconds(releasedMs)}`],
        ['due orders that were not paid at its begin, at its end', `${unpaid}, ${left} of ${due}`],
        ['load', summarize(load.samples)],
      ],
      problems: [
        ...failed.map(({ kind, status, at }) => `${kind}: ${status} after ${seconds(at - began)}`),
        ...(await findLoadProblems(world, load.acknowledged, day)),
      ],
    };
  } finally {
    for (const one of [...shop.webs.map(({ process: web }) => web), ...shop.workers]) one.kill('SIGKILL');
    await proxy.stop();
  }
}

async function openShop(home: string, site: number, ports: readonly number[]): Promise<Shop> {
  const settings = { DATA_DIR: home, SITE_URL: `http://127.0.0.1:${site}`, TRUSTED_PROXIES: '1' };
  const start: Shop['start'] = (program, more = {}) => startProgram(program, { ...settings, ...more });
  const webs = [];
  for (const port of ports) webs.push({ port, process: await start('web', { PORT: String(port) }) });
  return { webs, workers: [await start('worker'), await start('worker')], start };
}

/** Applies the migrations with the program of the release, from a copy that has more of them. */
async function applyNextMigrations(home: string): Promise<void> {
  const next = join(home, 'next');
  cpSync(join(root, 'dist'), next, {
    recursive: true,
    filter: (path) => !/\/(node_modules|\.next)$/.test(path),
  });
  symlinkSync(join(root, 'dist/node_modules'), join(next, 'node_modules'));
  const file = join(next, 'drizzle/meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { idx: number; when: number }[] };
  const last = Math.max(...journal.entries.map(({ when }) => when));
  NEXT_MIGRATIONS.forEach((sql, at) => {
    const tag = `9${at}00_drill`;
    writeFileSync(join(next, 'drizzle', `${tag}.sql`), sql);
    const entry = { idx: journal.entries.length, version: '7', when: last + at + 1, tag, breakpoints: true };
    journal.entries.push(entry);
  });
  writeFileSync(file, JSON.stringify(journal));
  const { DATABASE_URL = '' } = process.env;
  const migration = spawnProgram([join(next, 'migrate.js')], { DATABASE_URL });
  const { code } = await migration.ended();
  if (code !== 0) throw new Error(`the migration failed: ${migration.said()}`);
}

/** Stops each process by SIGTERM and starts its successor, one after the other. The billing run continues. */
async function replaceOneByOne(world: World, shop: Shop): Promise<void> {
  for (const web of shop.webs) {
    web.process.kill('SIGTERM');
    await web.process.ended();
    web.process = await shop.start('web', { PORT: String(web.port) });
    // The proxy needs a check to notice it.
    await sleep(1_500);
  }
  for (const [at, worker] of shop.workers.entries()) {
    worker.kill('SIGTERM');
    await worker.ended();
    shop.workers[at] = await shop.start('worker');
    await requestBillingRun(world);
  }
}
