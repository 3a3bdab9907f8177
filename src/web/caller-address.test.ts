import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stampAddress } from './caller-address';

let server: Server;
/** What either of the two handlers sees: the web's Request, by name and whole, and Node's own headers. */
beforeAll(async () => {
  const listener = getRequestListener(
    (seen: Request) => {
      const byName = seen.headers.get('x-ira-address');
      const whole = Object.fromEntries(seen.headers)['x-ira-address'];
      const copied = new Headers(seen.headers).get('x-ira-address');
      return Response.json({ byName, whole, copied });
    },
    { overrideGlobalObjects: false },
  );
  server = createServer((req, res) => {
    stampAddress(req);
    res.setHeader('x-node', String(req.headers['x-ira-address']));
    void listener(req, res);
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
});
afterAll(() => new Promise((done) => server.close(done)));

function ask(headers: Record<string, string | string[]>): Promise<{ node: unknown; text: string }> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', headers }, (answer) => {
      let text = '';
      answer.on('data', (data: Buffer) => (text += data.toString()));
      answer.on('end', () => resolve({ node: answer.headers['x-node'], text }));
    })
      .on('error', reject)
      .end();
  });
}

test.each<Record<string, string | string[]>>([
  {},
  { 'x-ira-address': '6.6.6.6' },
  { 'X-Ira-Address': '6.6.6.6' },
  { 'x-ira-address': ['6.6.6.6', '7.7.7.7'] },
  { 'x-forwarded-for': '6.6.6.6', 'x-real-ip': '6.6.6.6', forwarded: 'for=6.6.6.6' },
])('a caller who says %j is still where the connection comes from', async (headers) => {
  const { node, text } = await ask(headers);
  expect(node).toBe('127.0.0.1');
  expect(JSON.parse(text)).toEqual({ byName: '127.0.0.1', whole: '127.0.0.1', copied: '127.0.0.1' });
});
