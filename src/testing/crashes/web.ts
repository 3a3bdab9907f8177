import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { settings } from '@/settings/settings';
import { handleApi } from '@/server/api/handler';
import { followClock } from '@/server/platform/clock';
import { database } from '@/server/db';
import { createFront } from '@/web/front';
import { sendToParent, runOnRequest } from './ipc';

// Starts the API of src/web/main.ts on its own port, with gates and without pages.
runOnRequest(async () => {
  const db = database();
  await followClock(db);
  const server = createFront({
    db,
    isMisplaced: () => false,
    hosts: null,
    proxies: settings().TRUSTED_PROXIES,
    dev: false,
    handleApi: getRequestListener(handleApi),
    handlePage: () => Promise.reject(new Error('this process has no pages')),
  });
  // As in production. With Node's five seconds a client may send a request into a connection that is being closed.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sendToParent({ port: (server.address() as AddressInfo).port });
});
