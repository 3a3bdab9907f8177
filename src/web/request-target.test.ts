import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '@/server/db';
import { isMisplaced } from './desk-host';
import { createFront } from './front';
import { isUnambiguous } from './request-target';

const SETTINGS = { SITE_URL: 'http://shop.test', DESK_URL: 'http://desk.test' };
const passed: string[] = [];
const pass = (req: { url?: string | undefined }, res: { end: () => void }) => {
  passed.push(req.url ?? '');
  res.end();
  return Promise.resolve();
};
const server = createFront({
  // A refused request does not reach the database.
  db: null as unknown as Db,
  hosts: new Set(['shop.test', 'desk.test']),
  isMisplaced: (req) => isMisplaced(req, SETTINGS),
  proxies: 0,
  dev: false,
  handleApi: pass,
  handlePage: pass,
});
beforeAll(() => new Promise<void>((go) => server.listen(0, '127.0.0.1', go)));
afterAll(() => new Promise((done) => server.close(done)));

const portOf = () => (server.address() as AddressInfo).port;

function statusOf(host: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ port: portOf(), host: '127.0.0.1', path, headers: { host, connection: 'close' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

const encodeAll = (text: string) =>
  [...text].map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
const encodePercent = (text: string) => text.replaceAll('%', '%25');

/** A text as it is, or percent-encoded once, twice or three times. */
const spelled = (text: string) =>
  fc.constantFrom(
    ...[text, encodeAll(text)],
    ...[encodePercent(encodeAll(text)), encodePercent(encodePercent(encodeAll(text)))],
  );
const separator = fc.constantFrom('/', '\\').chain(spelled);
const dots = fc.constantFrom('.', '..').chain(spelled);
const segment = fc.constantFrom(
  'x',
  'api',
  '_next',
  '_next/static',
  'th',
  'account',
  'api/health',
  'icon.svg',
);
const DESK = ['desk/login', 'api/desk/entry.me', 'th/desk', 'desk'];
const SHOP = ['account', 'api/trpc/auth.me', 'api/login', 'th/register'];

/** A path with a dot segment, in which at least one part is written as a browser never sends it. */
const detour = (ends: readonly string[]) =>
  fc
    .tuple(segment, separator, dots, separator, fc.constantFrom(...ends))
    .map(([before, one, up, other, end]) => `/${before}${one}${up}${other}${end}`);
/** A path of which one letter is percent-encoded, once or more often. */
const disguise = (ends: readonly string[]) =>
  fc.constantFrom(...ends).chain((end) =>
    fc
      .nat(end.length - 1)
      .chain((at) => spelled(end[at] ?? '').map((char) => `/${end.slice(0, at)}${char}${end.slice(at + 1)}`))
      .filter((path) => path !== `/${end}`),
  );
const fragment = (ends: readonly string[]) =>
  fc.tuple(fc.constantFrom(...ends), segment).map(([end, text]) => `/${end}#/${text}`);
const bypass = (ends: readonly string[]) => fc.oneof(detour(ends), disguise(ends), fragment(ends));

test.each([
  ['shop.test', 'the desk', DESK],
  ['desk.test', 'the shop', SHOP],
])('answers 400 on %s to every other spelling of a path of %s', async (host, _what, ends) => {
  passed.length = 0;
  await fc.assert(
    fc.asyncProperty(bypass(ends), async (path) => {
      expect([path, await statusOf(host, path)]).toEqual([path, 400]);
    }),
    { numRuns: 100 },
  );
  expect(passed).toEqual([]);
});

test('accepts only paths that every reader takes for the same path', () => {
  const piece = fc.oneof(
    {
      arbitrary: fc.constantFrom('/', '.', '%', '%2', '\\', '#', '?', 'desk', 'api/', ' ', '%c3%a9'),
      weight: 3,
    },
    { arbitrary: fc.string({ maxLength: 3 }), weight: 1 },
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const url = `/${pieces.join('')}`;
      fc.pre(isUnambiguous({ url, rawHeaders: [] }));
      const [path = ''] = url.split('?', 1);
      const readAsUrl = new URL(`http://shop.test${url}`).pathname;
      expect(decodeOnce(readAsUrl)).toBe(decodeOnce(path));
      expect(decodeOnce(decodeOnce(path))).toBe(decodeOnce(path));
      expect(decodeOnce(path).split('/').length).toBe(path.split('/').length);
    }),
  );
});

/** Returns the path with every valid code decoded. */
const decodeOnce = (path: string) =>
  path.replace(/(%[\da-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });

test.each([
  ...[
    '/account/orders?page=2&next=/a/../b%2F',
    '/invite/IRA-7K3M9Q',
    '/api/trpc/auth.me,orders.list?batch=1',
  ],
  ...[
    '/_next/static/chunks/app/%5Blocale%5D/page-1.js',
    '/.well-known/security.txt',
    '/invite/%E0%B8%81',
    '*',
  ],
  ...['/pay/aB_-9~.x', '/%E0%A4%A', '//account', '/a/...'],
])('accepts the target %s', (url) => expect(isUnambiguous({ url, rawHeaders: [] })).toBe(true));

test.each(['Host', 'hOST'])('answers 400 to two fields Host and %s, also with equal values', async (name) => {
  for (const path of ['/', '/api/health', '/desk']) {
    const head = `GET ${path} HTTP/1.1\r\nHost: shop.test\r\n${name}: shop.test\r\nConnection: close\r\n\r\n`;
    const answer = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(portOf(), '127.0.0.1', () => socket.write(head));
      socket.on('data', (data) => (received += data.toString()));
      socket.on('close', () => resolve(received));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  }
});

test.each(['/_next/data/build/desk/login.json', '/_next/image?url=%2Fdesk', '/_next/nothing'])(
  'answers 404 to %s, a path of Next besides its files',
  async (path) => expect(await statusOf('shop.test', path)).toBe(404),
);
