import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepShellPages } from './shell-pages';
import { gzipSplice, preparePieces, splice } from './splice';

/* Tests the cache of log-in and registration pages over a socket. The pages are fakes, and the test sets the clocks. */

const WORDS = 'Welcome to ira. ผ้าอนามัยจากฝ้ายออร์แกนิก';
const NONCE = /'nonce-([^']+)'/;

let clock = 0;
let rendered: { url: string; headers: IncomingMessage['headers'] }[] = [];
let extra: Record<string, string> = {};
let server: Server;

/** Renders as Next does: a new nonce in the policy and at each script. */
function render(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '', headers } = request;
  rendered.push({ url, headers });
  const nonce = btoa(`rendering ${rendered.length}`);
  response.setHeader('content-security-policy', `script-src 'self' 'nonce-${nonce}'`);
  response.setHeader('cache-control', 'private, no-store');
  for (const [name, value] of Object.entries(extra)) response.setHeader(name, value);
  response.end(`<script nonce="${nonce}">1</script><p>${WORDS}</p><script nonce="${nonce}">2</script>`);
  return Promise.resolve();
}

beforeEach(() => {
  clock += 100_000;
  rendered = [];
  extra = {};
});
beforeAll(async () => {
  const { sendFresh, send } = keepShellPages({
    handlePage: render,
    host: 'localhost:3000',
    clock: () => clock,
    now: () => 0,
  });
  server = createServer((request, response) => {
    response.setHeader('x-from-the-front', 'yes');
    if (sendFresh(request, response)) return;
    void send(request, response).then((sent) => sent || response.writeHead(404).end());
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
  const nonce = NONCE.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';
  return { response, nonce, body: await response.text() };
}

describe('a cached page of log-in or registration', () => {
  test('is rendered once without the headers of a visitor, and each response has its own nonce', async () => {
    const visits = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        get('/login', { cookie: `device=visitor-${n}`, 'accept-encoding': n % 2 ? 'gzip' : 'identity' }),
      ),
    );
    expect(rendered).toEqual([{ url: '/login', headers: { host: 'localhost:3000' } }]);
    expect(new Set(visits.map(({ nonce }) => nonce)).size).toBe(20);
    for (const { response, nonce, body } of visits) {
      const script = (n: number) => `<script nonce="${nonce}">${n}</script>`;
      expect(body).toBe(`${script(1)}<p>${WORDS}</p>${script(2)}`);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('x-from-the-front')).toBeNull();
    }
  });

  test.each<[string, string, Record<string, string>]>([
    ['has a session', '/login', { cookie: 'a=1; session=0123456789abcdef' }],
    ['has started to log in with LINE', '/register', { cookie: 'line-registration=0123456789' }],
    ['continues to another page after log-in', '/login?next=/account', {}],
    ['asks for the data of a page only', '/login', { rsc: '1' }],
    ['opens another page', '/register/details', {}],
  ])('is not sent to a visitor who %s', async (_name, path, headers) => {
    expect((await get(path, headers)).response.status).toBe(404);
    expect(rendered).toEqual([]);
  });

  test('is not cached when it sets a cookie', async () => {
    extra = { 'set-cookie': 'session=of-another-visitor' };
    expect((await get('/th/login')).response.status).toBe(404);
    extra = {};
    clock += 8_000;
    expect((await get('/th/login')).response.status).toBe(200);
  });

  test('has the length of its body in the response to HEAD', async () => {
    const { body, response: got } = await get('/forgot-password', { 'accept-encoding': 'identity' });
    const { response } = await get('/forgot-password', { 'accept-encoding': 'identity' }, 'HEAD');
    expect(response.headers.get('content-length')).toBe(got.headers.get('content-length'));
    expect(Buffer.byteLength(body)).toBe(Number(got.headers.get('content-length')));
  });
});

test('a text with another word in each place is the same plain and as gzip', () => {
  const text = `${'x'.repeat(70_000)}WORD${WORDS}WORDWORD`;
  const pieces = preparePieces(text, 'WORD');
  for (const word of ['', 'a', 'another word', 'ก'.repeat(2_000)]) {
    const expected = text.replaceAll('WORD', word);
    expect(splice(pieces, word).toString()).toBe(expected);
    expect(gunzipSync(gzipSplice(pieces, word)).toString()).toBe(expected);
  }
});
