import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAILURE_WORDS } from '@/locales/failure-words';
import type { Handler } from './ask-in-process';
import { sendVisitorPage } from './visitor-pages';

let seen: IncomingMessage['headers'][] = [];
let render: Handler;
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    const handle: Handler = (req, res) => {
      seen.push(req.headers);
      return render(req, res);
    };
    void sendVisitorPage(handle, request, response);
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });

test('a page of one visitor is rendered with the headers of the request, and kept nowhere', async () => {
  seen = [];
  render = async (_request, response) => {
    response.setHeader('content-security-policy', "script-src 'self'");
    response.end('<!DOCTYPE html><html><body>for you<script>1</script></body></html>');
    await Promise.resolve();
  };
  for (const session of ['a', 'b']) {
    const page = await get('/invite/IRA-ABC234', { cookie: `session=${session}` });
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.headers.get('etag')).toBeNull();
    expect(page.headers.get('content-security-policy')).toBe("script-src 'self'");
    expect(await page.text()).toContain('<body>for you</body>');
  }
  expect(seen.map(({ cookie }) => cookie)).toEqual(['session=a', 'session=b']);
});

test.each([
  ['/', 'en'],
  ['/th/invite/IRA-ABC234', 'th'],
] as const)('a failed page at %s says so in its language, without scripts', async (path, locale) => {
  render = async (_request, response) => {
    response.writeHead(500).end('<html id="__next_error__"><script>1</script></html>');
    await Promise.resolve();
  };
  const page = await get(path);
  expect([page.status, page.headers.get('cache-control')]).toEqual([500, 'private, no-store']);
  const text = await page.text();
  expect(text).toContain(`lang="${locale}"`);
  expect(text).toContain(FAILURE_WORDS[locale].title);
  expect(text).not.toContain('<script');
  expect((await get(path)).headers.get('content-type')).toBe('text/html; charset=utf-8');
});
