import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import next from 'next';
import { settings } from '@/settings/settings';
import { productFile } from '@/product-files';
import { handleApi } from '@/server/api/handler';
import { setSandboxClock } from '@/server/work/jobs/time-travel';
import { followClock, systemNow } from '@/server/platform/clock';
import { database } from '@/server/db';
import { consoleToLog } from '@/server/platform/console';
import { startDraining } from '@/server/platform/draining';
import { startErrorReports } from '@/server/platform/error-reports';
import { log } from '@/server/platform/log';
import { runMain, stopOnSignal } from '@/worker/process';
import { startWorker } from '@/worker/start';
import type { Handler } from './ask-in-process';
import { createFront } from './front';
import { hostsToListenOn, listenOn } from './listening';
import { isMisplaced } from './desk-host';
import { ownHosts } from './own-hosts';
import { createPageHandler } from './pages';

/**
 * How long the health check reports the shutdown to a proxy, in milliseconds, before the process stops accepting
 * requests.
 */
const DRAIN_MS = 2_000;

/**
 * Runs the web process. In production, a fetch handler serves `/api` without Next, which would add about a
 * millisecond per request. Next serves all other paths. In development Next serves both, so that both are
 * reloaded after a change.
 */
runMain(async () => {
  const s = settings();
  const dev = s.NODE_ENV !== 'production';
  if (!dev) consoleToLog();
  await startErrorReports();
  const db = database();
  await followClock(db);
  if (!s.production) await setSandboxClock(systemNow()).catch(() => log.warn('sandbox.away'));
  // Next handles upgrade requests on the server that it is given, without the checks of `createFront`. In
  // production it is given a server that listens on no port.
  const upgrades = dev ? {} : { httpServer: createServer() };
  if (!dev) useBuiltConfig();
  const pages = next({ dev, dir: productFile('.'), hostname: 'localhost', port: s.PORT, ...upgrades });
  await pages.prepare();
  const handleByNext = pages.getRequestHandler();
  const byNext: Handler = (req, res) => handleByNext(req, res);
  const server = createFront({
    db,
    hosts: ownHosts(s),
    isMisplaced: (request) => isMisplaced(request, s),
    proxies: s.TRUSTED_PROXIES,
    dev,
    handleApi: getRequestListener(handleApi),
    ...(dev ? { handlePage: byNext } : createPageHandler(byNext, `localhost:${s.PORT}`)),
  });
  // This is longer than a proxy keeps its connections open. Otherwise a proxy may send a request into a
  // connection that is being closed.
  server.keepAliveTimeout = 65_000;
  const stopListening = await listenOn(server, s.PORT, hostsToListenOn(s));
  const runner = s.WORKER === 'on' ? await startWorker() : null;
  log.info('web.started');

  stopOnSignal(async () => {
    startDraining();
    if (s.production || s.TRUSTED_PROXIES > 0) await sleep(DRAIN_MS);
    stopListening();
    server.closeIdleConnections();
    await runner?.stop();
    await db.$client.end({ timeout: 3 });
  });
});

/**
 * Makes Next use the configuration in the build. The modules that next.config.mjs needs are not part of
 * dist/.
 */
function useBuiltConfig(): void {
  const { config } = JSON.parse(readFileSync(productFile('.next/required-server-files.json'), 'utf8')) as {
    config: unknown;
  };
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
