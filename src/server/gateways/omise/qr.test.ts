import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { withWorld } from '@/testing/with-world';
import { fetchQrImage } from './qr';

/* A gateway whose documents redirect: /to?<address> redirects to an address. */

withWorld();

let server: Server;
let own = '';
let document = '';
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', own);
    asked.push(url.pathname);
    if (url.pathname.startsWith('/charges/'))
      return response
        .setHeader('content-type', 'application/json')
        .end(
          JSON.stringify({ source: { scannable_code: { image: { download_uri: `${own}${document}` } } } }),
        );
    if (url.pathname === '/to')
      return response.writeHead(302, { location: decodeURIComponent(url.search.slice(1)) }).end();
    return response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg />');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  settings().OMISE_API_URL = own;
});
afterAll(() => new Promise((done) => server.close(done)));

const redirect = (address: string) => `/to?${encodeURIComponent(address)}`;
async function fetchFrom(path: string) {
  asked.length = 0;
  document = path;
  return fetchQrImage('chrg_test');
}

test('an image is fetched from the gateway, by the one redirect that the gateway documents', async () => {
  for (const path of ['/image', redirect(`/image`), redirect(`${own}/image`)])
    expect([path, (await fetchFrom(path))?.type]).toEqual([path, 'image/svg+xml']);
});

test.each([
  ...['http://127.0.0.2/image', 'http://example.com/image', 'https://127.0.0.1/image', 'https://[::1]/image'],
  ...['https://2130706433/image', 'https://localhost/image', 'https://metadata.google.internal/image'],
  ...['https://example.com:8443/image', 'ftp://example.com/image'],
])('a redirect to %s is not followed', async (address) => {
  expect(await fetchFrom(redirect(address))).toBeNull();
});

test('a second redirect is not followed', async () => {
  expect(await fetchFrom(redirect(redirect('/image')))).toBeNull();
  expect(asked).not.toContain('/image');
});
