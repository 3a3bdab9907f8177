import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll } from 'vitest';
import { handleApi } from '@/server/api/handler';
import { createFront } from '@/web/front';
import type { World } from './world';

/**
 * Serves the product on a socket during the tests of a file, as the web process does: the API, and a page of the test.
 * @returns `port`: where it listens; `server`: once it listens
 */
export function serveFront(
  world: World,
  handlePage: Parameters<typeof createFront>[0]['handlePage'],
): { server: () => Server; port: () => number } {
  let server: Server;
  beforeAll(async () => {
    server = createFront({
      db: world.db,
      hosts: new Set(['localhost', '127.0.0.1']),
      isMisplaced: () => false,
      proxies: 0,
      dev: false,
      handleApi: getRequestListener(handleApi, { overrideGlobalObjects: false }),
      handlePage,
    });
    await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server: () => server, port: () => (server.address() as AddressInfo).port };
}
