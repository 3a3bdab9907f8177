import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from '../../start/ports.mjs';
import { root } from '../../start/terminal.mjs';
import { startDaemon, type Daemon } from './daemon';

export interface PgBouncer {
  daemon: Daemon;
  port: number;
  /** Returns the URL of a database through the pooler. */
  url: (database: string) => string;
  /** Returns the rows of an administrator command such as `show pools`. */
  show: (what: string) => Promise<Record<string, string | number>[]>;
  stop: () => Promise<void>;
}

interface PgBouncerOptions {
  /** The folder for its files. It must be readable for the account of PostgreSQL. */
  home: string;
  /** The port of PostgreSQL. */
  serverPort: number;
  /** The role of its clients, and its password at PostgreSQL. */
  role: string;
  password: string;
  /** Connections to PostgreSQL for each database. */
  poolSize?: number;
}

/** Starts pgBouncer with `deployment/pgbouncer.ini` in front of every database of a PostgreSQL on this machine. */
export async function startPgBouncer(options: PgBouncerOptions): Promise<PgBouncer> {
  const { home, serverPort, role, password, poolSize = 20 } = options;
  const port = await freePort();
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o755);
  const files = { config: join(home, 'pgbouncer.ini'), users: join(home, 'users.txt') };
  writeFileSync(files.users, `"${role}" "${password}"\n`);
  const own = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    default_pool_size: poolSize,
    auth_type: 'trust',
    auth_file: files.users,
    admin_users: role,
    unix_socket_dir: '',
  };
  writeFileSync(files.config, configOf(own, serverPort));
  const admin = postgres(`postgres://${role}@127.0.0.1:${port}/pgbouncer`, {
    max: 1,
    fetch_types: false,
    prepare: false,
    connect_timeout: 2,
    onnotice: () => undefined,
  });
  const show = async (what: string) => [...(await admin.unsafe(what).simple())] as never;
  const daemon = await startDaemon({
    command: 'pgbouncer',
    args: [files.config],
    log: join(home, 'pgbouncer.log'),
    isReady: () => show('show version').then(Boolean, () => false),
  });
  const stop = async () => {
    await admin.end({ timeout: 1 });
    await daemon.stop();
  };
  return { daemon, port, show, stop, url: (name) => `postgres://${role}@127.0.0.1:${port}/${name}` };
}

/** Returns the product's configuration with the addresses of the drill. */
function configOf(own: Record<string, string | number>, serverPort: number): string {
  const shipped = readFileSync(join(root, 'deployment/pgbouncer.ini'), 'utf8');
  const kept = shipped
    .replace(/^ira = .*$/m, `* = host=127.0.0.1 port=${serverPort}`)
    .split('\n')
    .filter((line) => !Object.keys(own).some((name) => line.startsWith(`${name} =`)));
  return [...kept, ...Object.entries(own).map(([name, value]) => `${name} = ${value}`), ''].join('\n');
}
