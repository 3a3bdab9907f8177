import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from './child';

// The reference for pages: node:http sends the same number of bytes and does nothing else.
let body = Buffer.alloc(0);

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length });
  response.end(body);
});

answerParent({
  listen: (bytes: number) => {
    body = Buffer.alloc(bytes, 'a');
    return new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  },
});
