import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePages } from '../../start/pages.mjs';
import { bundleOf, ensureBundles } from '../../start/bundle.mjs';
import { migrateDatabase } from '../../start/database.mjs';
import { LockHeld, acquireLock } from '../../start/lock.mjs';
import { freePort } from '../../start/ports.mjs';
import { keepSecrets } from '../../start/secrets.mjs';
import { startService, waitForAnswer } from '../../start/services.mjs';
import { addedEnv } from '../../start/settings.mjs';
import { Refusal, root, say } from '../../start/terminal.mjs';
import { clusterDir, endLeftover, startPostgres, type Cluster } from '../../start/postgres.mjs';
import { startChild, type Child } from './child';

/** The size of a benchmark. Small sizes are for trials; their results are not valid. */
export interface Size {
  /** The number of orders. Each benchmark has its own default. */
  orders?: number;
  rounds: number;
  sliceMs: number;
}

/** Starts the databases and processes of a benchmark. `close` stops them in reverse order. */
export interface Stage {
  signal: AbortSignal;
  /** The folder of the logs. */
  logs: string;
  /** The PostgreSQL cluster of this run, with default settings: `fsync` and `synchronous_commit` are on. */
  cluster: Cluster;
  /** Creates a migrated database. @returns its URL */
  database(name: string): Promise<string>;
  child(name: string, file: URL, env?: NodeJS.ProcessEnv): Child;
  /** Starts the production web process, built from the current sources. It runs no worker. */
  web(databaseUrl: string, more?: Record<string, string>): Promise<{ port: number; pid: number }>;
  /** Returns the settings of a product process for a database. No provider is reachable. */
  productEnv(databaseUrl: string, more?: Record<string, string>): NodeJS.ProcessEnv;
  stopLater(stop: () => Promise<void>): void;
  close(): Promise<void>;
}

/** Returns an environment without the settings of the caller, so that all machines use the same settings. */
function bareEnv(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), NODE_ENV: 'production' };
}

async function holdPlace(place: string) {
  try {
    return await acquireLock(join(place, 'lock'));
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new Refusal(
      `Another bench is running (process ${error.pid}): its numbers and ours would spoil each other.`,
    );
  }
}

/**
 * Creates the folder of the benchmark and starts the database server.
 * @throws Refusal if another benchmark is running
 */
export async function openStage(signal: AbortSignal): Promise<Stage> {
  const place = join(root, '.cache/bench');
  const lock = await holdPlace(place);
  await ensureBundles(root);
  const stops: (() => Promise<void>)[] = [];
  const logs = join(place, 'logs');
  mkdirSync(logs, { recursive: true });
  const dir = clusterDir(join(place, 'postgres'));
  await endLeftover(dir);
  rmSync(dir, { recursive: true, force: true });
  const cluster = await startPostgres({ dir, log: join(logs, 'postgres.log') });
  stops.push(async () => {
    await cluster.stop();
    rmSync(dir, { recursive: true, force: true });
    lock.release();
  });
  const productEnv: Stage['productEnv'] = (databaseUrl, more = {}) => ({
    ...bareEnv(),
    DATABASE_URL: databaseUrl,
    // No server listens on this port. An unexpected call to a provider fails at once and stays on this
    // machine.
    OMISE_API_URL: 'http://127.0.0.1:9',
    OMISE_VAULT_URL: 'http://127.0.0.1:9',
    LINE_API_URL: 'http://127.0.0.1:9',
    MYCLOUD_API_URL: 'http://127.0.0.1:9',
    ECWID_API_URL: 'http://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
    WORKER: 'off',
    ...more,
  });
  return {
    signal,
    logs,
    cluster,
    productEnv,
    database: async (name) => {
      const url = cluster.url(name);
      await migrateDatabase({ root, dataDir: place, env: productEnv(url), signal }, { empty: false });
      return url;
    },
    child: (name, file, env = bareEnv()) => {
      const child = startChild(file, env, join(logs, `${name}.log`));
      stops.push(() => child.stop());
      return child;
    },
    web: (databaseUrl, more = {}) => startWeb(databaseUrl, more, { place, logs, signal, stops, productEnv }),
    stopLater: (stop) => stops.push(stop),
    close: async () => {
      for (const stop of stops.reverse()) await stop();
    },
  };
}

async function startWeb(
  databaseUrl: string,
  more: Record<string, string>,
  given: Pick<Stage, 'signal' | 'productEnv'> & {
    place: string;
    logs: string;
    stops: (() => Promise<void>)[];
  },
): Promise<{ port: number; pid: number }> {
  const { place, logs, signal, stops, productEnv } = given;
  await ensurePages(root, signal);
  const port = await freePort();
  const added = addedEnv({
    caller: { SANDBOX: 'off' },
    dev: false,
    ports: { web: port, sandbox: 0, smtp: 0 },
    secrets: keepSecrets(join(place, 'secrets.json')),
    dataDir: place,
    databaseUrl,
  });
  const service = startService({
    name: 'web',
    root,
    program: bundleOf(root, 'web'),
    env: { ...productEnv(databaseUrl, more), ...added },
    logDir: logs,
  });
  stops.push(() => service.stop(7000));
  const url = `http://127.0.0.1:${port}/api/ready`;
  await waitForAnswer({
    service,
    url,
    accepts: ({ status }) => status === 200,
    signal,
  });
  say(`web process up on port ${port}`);
  return { port, pid: service.pid ?? 0 };
}
