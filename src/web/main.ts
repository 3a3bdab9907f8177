import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import next from 'next';
import { settings } from '@/env';
import { handleApi, isApiPath } from '@/server/api/handler';
import { tellSandbox } from '@/server/billing/time-travel';
import { loadClock, setClockOffset, systemNow } from '@/server/clock';
import { database } from '@/server/db/client';
import { log } from '@/server/log';
import { runMain, stopOnSignal } from '@/worker/process';
import { startWorker } from '@/worker/start';
import { stampAddress } from './caller-address';
import { isForUs, ownHosts, refuseHost } from './own-hosts';

/**
 * The web process. In production `/api` is served by the fetch-style function in front of Next, which costs about a
 * millisecond a request; everything else is Next's. In development Next serves both, so that both reload.
 */
runMain(async () => {
  const s = settings();
  const dev = s.NODE_ENV !== 'production';
  const db = database();
  await loadClock(db);
  if (!s.production) {
    await db.$client.listen('ira_clock', (offset) => setClockOffset(Number(offset)));
    await tellSandbox(systemNow()).catch(() => log.warn('sandbox.away'));
  }
  const pages = next({ dev, hostname: 'localhost', port: s.PORT });
  await pages.prepare();
  const handlePage = pages.getRequestHandler();
  const handleApiRequest = getRequestListener(handleApi);
  const hosts = ownHosts(s);
  const server = createServer((req, res) => {
    stampAddress(req, s.TRUSTED_PROXIES);
    if (!isForUs(req, hosts)) refuseHost(res);
    else if (!dev && isApiPath(req.url ?? '/')) void handleApiRequest(req, res);
    else void handlePage(req, res);
  });
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  server.listen(s.PORT);
  const runner = s.WORKER === 'on' ? await startWorker() : null;
  log.info('web.started');

  stopOnSignal(async () => {
    server.close();
    server.closeIdleConnections();
    await runner?.stop();
    await db.$client.end({ timeout: 3 });
  });
});
