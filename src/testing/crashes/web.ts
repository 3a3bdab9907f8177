import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { handleApi } from '@/server/api/handler';
import { followClock } from '@/server/platform/clock';
import { database } from '@/server/db';
import { stampAddress } from '@/web/caller-address';
import { sendToParent, runOnRequest } from './ipc';

// The web process without its pages: the API of src/web/main.ts on its own port, with gates.
runOnRequest(async () => {
  const db = database();
  await followClock(db);
  const handle = getRequestListener(handleApi);
  const server = createServer((req, res) => {
    stampAddress(req, 0);
    void handle(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sendToParent({ port: (server.address() as AddressInfo).port });
});
