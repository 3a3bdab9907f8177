import { join } from 'node:path';
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
