import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../start/ports.mjs';
import { Refusal, root } from '../../start/terminal.mjs';
import { clusterDir, startPostgres, type Cluster } from '../../start/postgres.mjs';
import { serverAccount, stopAtExit } from './daemon';

/** A PostgreSQL that archives its log with pgBackRest. */
export interface ArchivedServer {
  dir: string;
  url: (database: string) => string;
  start(): Promise<void>;
  /** Kills PostgreSQL without a shutdown. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** Runs a command of pgBackRest. Returns its duration in ms. @throws Refusal with its output */
  backrest(...args: string[]): number;
}

/** Prepares a PostgreSQL 15 with `deployment/pgbackrest.conf`. The repository is a folder of `home`. */
export async function prepareArchivedServer(home: string): Promise<ArchivedServer> {
  const port = await freePort();
  const dir = clusterDir(join(home, 'postgres'));
  const config = join(home, 'pgbackrest.conf');
  const own = {
    'repo1-path': join(home, 'repository'),
    'log-path': home,
    'lock-path': home,
    'spool-path': home,
    'repo1-cipher-pass': randomBytes(24).toString('base64url'),
    'pg1-path': dir,
  };
  writeFileSync(config, configOf(own, port, home));
  const wanted = {
    dir,
    log: join(home, 'postgres.log'),
    options: [
      ...[`port=${port}`, `unix_socket_directories=${home}`],
      ...['archive_mode=on', 'archive_timeout=30s'],
      `archive_command=pgbackrest --config=${config} --stanza=ira archive-push %p`,
    ],
  };
  let cluster: Cluster | null = null;
  const urlOf = (name: string) => {
    if (cluster === null) throw new Error('the server was not started');
    const url = new URL(cluster.url(name));
    url.port = String(port);
    return url;
  };
  return {
    dir,
    url: (name) => urlOf(name).href,
    start: async () => {
      cluster = await startPostgres(wanted);
      stopAtExit(cluster.pid);
    },
    kill: async () => {
      if (cluster === null) return;
      process.kill(cluster.pid, 'SIGKILL');
      await cluster.exited;
    },
    stop: async () => cluster?.stop(),
    backrest: (...args) => {
      const started = performance.now();
      const { status, stdout, stderr } = spawnSync(
        'pgbackrest',
        [`--config=${config}`, '--stanza=ira', ...args],
        {
          ...serverAccount(),
          cwd: '/',
          encoding: 'utf8',
          env: { ...process.env, PGPASSWORD: urlOf('postgres').password },
        },
      );
      if (status !== 0) throw new Refusal(`pgbackrest ${args.join(' ')} failed:\n${stdout}${stderr}`);
      return performance.now() - started;
    },
  };
}

/** Returns the product's configuration with the paths of a drill. */
function configOf(own: Record<string, string>, port: number, socketDir: string): string {
  const shipped = readFileSync(join(root, 'deployment/pgbackrest.conf'), 'utf8');
  const [global = '', stanza = ''] = shipped.split('[ira]');
  const kept = global.split('\n').filter((line) => !line.startsWith('repo1-path'));
  const { 'pg1-path': path = '', ...paths } = own;
  const stanzaLines = stanza.split('\n').filter((line) => !line.startsWith('pg1-path'));
  return [
    ...kept,
    ...Object.entries(paths).map(([name, value]) => `${name} = ${value}`),
    '[ira]',
    ...stanzaLines,
    ...[
      `pg1-path = ${path}`,
      `pg1-port = ${port}`,
      `pg1-socket-path = ${socketDir}`,
      'pg1-user = postgres',
      '',
    ],
  ].join('\n');
}
