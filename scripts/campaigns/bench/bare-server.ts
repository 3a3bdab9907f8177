import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';
import { answerParent } from './child';

// The reference for API calls: node:http and postgres.js read one row by its key and send it as JSON.
const sql = postgres(process.env.DATABASE_URL ?? '', { max: Number(process.env.DATABASE_POOL ?? 10) });

const server = createServer((request, response) => {
  sql`select * from accounts where id = ${(request.url ?? '/').slice(1)}`.then(
    ([row]) => {
      const body = JSON.stringify(row ?? null);
      response.writeHead(row ? 200 : 404, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    () => response.writeHead(500).end(),
  );
});

answerParent({
  listen: () =>
    new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    }),
});
