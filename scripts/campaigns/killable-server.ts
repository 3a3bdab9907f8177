import { join } from 'node:path';
import postgres from 'postgres';
import { migrate } from '../../src/server/db/migrate';
import { REGISTERED_ON } from '../../src/testing/crashes/recovery';
import { openWorld, type World } from '../../src/testing/world';
import { signalTo } from '../start/processes.mjs';
import { freePort } from '../start/ports.mjs';
import { clusterDir, startPostgres, type Cluster } from '../start/postgres.mjs';

/** Returns the URL of a server that was started with a port of its own in its options. */
function withPort(url: string, port: number): string {
  const own = new URL(url);
  own.port = String(port);
  return own.href;
}

export type KillableServer = Awaited<ReturnType<typeof openServer>>;

/** Starts a PostgreSQL server for a campaign, which can kill it and start it again on the same port. */
export async function openServer(place: string, options: string[] = []) {
  const port = await freePort();
  const wanted = {
    dir: clusterDir(join(place, 'postgres')),
    log: join(place, 'postgres.log'),
    options: [`port=${port}`, ...options],
  };
  let cluster: Cluster = await startPostgres(wanted);
  return {
    url: (name: string) => withPort(cluster.url(name), port),
    kill: async () => {
      signalTo(cluster.pid, 'SIGKILL');
      await cluster.exited;
    },
    start: async () => {
      cluster = await startPostgres(wanted);
    },
    stop: () => cluster.stop(),
  };
}

/** Creates and migrates the database of a campaign on a server, and opens a world on it. */
export async function openWorldOn(
  server: { url: (name: string) => string },
  settings: Record<string, string> = {},
): Promise<World> {
  const admin = postgres(server.url('postgres'), { max: 1, onnotice: () => undefined });
  await admin`create database ira`;
  await admin.end();
  const url = server.url('ira');
  await migrate(url);
  return openWorld(`${REGISTERED_ON}T10:00:00+07:00`, settings, { url, drop: () => Promise.resolve() });
}
