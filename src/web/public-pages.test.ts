import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acceptedCoding } from '@/server/platform/content-coding';
import { keepPublicPages } from './public-pages';

/* Tests the cache of public pages over a socket. The pages are fakes, and the test sets the clocks. */

type Render = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;
const html = (body: string) =>
  `<!DOCTYPE html><html><head></head><body>${body}<script>1</script></body></html>`;
const finished = (body: string) => `<!DOCTYPE html><html><head></head><body>${body}</body></html>`;

let [clock, product] = [0, 0];
let seen: { url: string; headers: IncomingMessage['headers'] }[] = [];
let render: Render;
let server: Server;

beforeEach(() => {
  clock += 100_000;
  seen = [];
  render = (_request, response) => {
    response.setHeader('content-security-policy', "script-src 'self'");
    response.end(html('first'));
  };
});
beforeAll(async () => {
  const { sendFresh, send } = keepPublicPages({
    handlePage: async (request, response) => {
      seen.push({ url: request.url ?? '', headers: request.headers });
      await render(request, response);
    },
    host: 'localhost:3000',
    clock: () => clock,
    now: () => product,
  });
  server = createServer((request, response) => {
    if (sendFresh(request, response)) return;
    void send(request, response).then((sent) => sent || response.writeHead(404).end());
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method, headers });
const textOf = async (path: string) => (await get(path, { 'accept-encoding': 'identity' })).text();
const showing = (body: string): Render => {
  return (_request, response) => void response.end(html(body));
};

describe('a kept page', () => {
  test('is rendered once for all visitors, without anything that one of them sends', async () => {
    const visitors = Array.from({ length: 20 }, (_, n) =>
      get(`/plans?utm_source=${n}&_rsc=${n}`, { cookie: `session=${n}`, 'accept-language': 'th' }),
    );
    const pages = await Promise.all((await Promise.all(visitors)).map((answer) => answer.text()));
    expect(new Set(pages)).toEqual(new Set([finished('first')]));
    expect(seen).toEqual([{ url: '/plans', headers: { host: 'localhost:3000' } }]);
    await get('/th/plans');
    expect(seen.map(({ url }) => url)).toEqual(['/plans', '/th/plans']);
  });

  test('is rendered again once it is more than seven seconds old by either clock, and not before', async () => {
    await textOf('/faq');
    render = showing('second');
    clock += 7_000;
    expect(await textOf('/faq')).toBe(finished('first'));
    clock += 1;
    expect(await textOf('/faq')).toBe(finished('second'));
    render = showing('third');
    product += 86_400_000;
    expect(await textOf('/faq')).toBe(finished('third'));
    expect(seen).toHaveLength(3);
  });

  test.each<[string, Render]>([
    ['throws', () => Promise.reject(new Error('the database is away'))],
    ['responds with another status', (_request, response) => void response.writeHead(500).end(html('sorry'))],
    ['has a part that only a script shows', showing('<div hidden id="S:0">late</div>')],
  ])('stays when its rendering %s, and is tried again later', async (_what, failing) => {
    await textOf('/terms');
    render = failing;
    clock += 8_000;
    expect(await textOf('/terms')).toBe(finished('first'));
    expect(await textOf('/terms')).toBe(finished('first'));
    expect(seen).toHaveLength(2);
    render = showing('again');
    clock += 8_000;
    expect(await textOf('/terms')).toBe(finished('again'));
  });

  test('is sent as the browser accepts it, and not again if the browser has it', async () => {
    const plain = await get('/privacy', { 'accept-encoding': 'identity' });
    expect(Object.fromEntries(plain.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate, s-maxage=10, stale-if-error=60',
      'content-security-policy': "script-src 'self'",
      'speculation-rules': '"/prefetch.json"',
      vary: 'accept-encoding',
    });
    const etag = plain.headers.get('etag') ?? '';
    expect((await get('/privacy', { 'if-none-match': `"other", ${etag}` })).status).toBe(304);
    expect((await get('/privacy', { 'if-none-match': '"other"' })).status).toBe(200);
    const head = await get('/privacy', {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const coding of ['gzip', 'br']) {
      const packed = await get('/privacy', { 'accept-encoding': coding });
      expect(packed.headers.get('content-encoding')).toBe(coding);
      expect(await packed.text()).toBe(finished('first'));
    }
    expect(seen).toHaveLength(1);
  });

  test('is not sent for another address, nor where the query changes the page', async () => {
    for (const path of ['/login', '/faq/', '/th/', '/en/faq', '/faq.html', '/?deleted=', '/?a=1&deleted'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await get('/?undeleted=1')).status).toBe(200);
    expect(seen.map(({ url }) => url)).toEqual(['/']);
  });
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br;q=0.5', 'br'],
  ['identity', ''],
  ['', ''],
  [undefined, ''],
] as const)('of %j the coding is %j', (header, coding) => {
  expect(acceptedCoding(header)).toBe(coding);
});
