import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { subscriber } from '@/testing/callers';
import { withWorld } from '@/testing/with-world';

const world = withWorld();

const PUBLIC = [
  '/api/openapi.json',
  '/api/docs',
  '/api/graphql/schema.graphql',
  '/api/settings',
  '/subscription/cancel-reasons',
];
const DECODE = { br: brotliDecompressSync, gzip: gunzipSync };

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  world.request(method, path, undefined, headers);

describe.each(PUBLIC)('the public response of %s', (path) => {
  test.each(['br', 'gzip'] as const)('is compressed with %s, and equal to the plain one', async (coding) => {
    const plain = await get(path);
    expect(plain.headers.get('content-encoding')).toBeNull();
    const packed = await get(path, { 'accept-encoding': coding });
    expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([
      coding,
      'accept-encoding',
    ]);
    const bytes = Buffer.from(await packed.arrayBuffer());
    expect(packed.headers.get('content-length')).toBe(String(bytes.length));
    expect(DECODE[coding](bytes).toString()).toBe(await plain.text());
    expect(packed.headers.get('etag')).toBe(plain.headers.get('etag'));
  });

  test('is 304 without a body for a caller that has it, and 200 for any other ETag', async () => {
    const { headers } = await get(path);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    for (const known of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
      const same = await get(path, { 'if-none-match': known, 'accept-encoding': 'br' });
      expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag]);
      expect(same.headers.get('content-encoding')).toBeNull();
    }
    expect((await get(path, { 'if-none-match': 'W/"other"' })).status).toBe(200);
  });

  test('has its length in the response to HEAD', async () => {
    const { byteLength } = await (await get(path)).arrayBuffer();
    const head = await get(path, {}, 'HEAD');
    expect([head.headers.get('content-length'), await head.text()]).toEqual([String(byteLength), '']);
  });
});

test.each(['/api/me', '/api/orders/upcoming', '/mycloud/orders', '/api/graphql?query={viewer{points}}'])(
  'the private response of %s is never compressed, stored or compared, so that its length reveals no secret',
  async (path) => {
    const { cookie } = await subscriber(world);
    const response = await get(path, { cookie, 'accept-encoding': 'br, gzip', 'if-none-match': '*' });
    const { headers, status } = response;
    expect([
      status,
      headers.get('content-encoding'),
      headers.get('etag'),
      headers.get('cache-control'),
    ]).toEqual([200, null, null, 'no-store']);
  },
);

test('a refusal of a public path is not public', async () => {
  const response = await get('/api/settings?x=1', { 'accept-encoding': 'br' });
  expect([response.status, response.headers.get('cache-control'), response.headers.get('etag')]).toEqual([
    400,
    'no-store',
    null,
  ]);
});
