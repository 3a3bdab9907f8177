import { describe, expect, test } from 'vitest';
import { subscriber } from '@/testing/callers';
import { withWorld } from '@/testing/with-world';
import { requireSoundJson } from './body';
import { isApiPath } from './handler';

describe('paths of the API', () => {
  test.each([
    '/api',
    '/api/',
    '/api?x=1',
    '/api/me',
    '/api/graphql',
    '/mycloud/orders',
    '/mycloud/orders?page=2',
    '/mycloud/nothing',
    '/subscription/cancel-reasons',
  ])('include %s', (url) => expect(isApiPath(url)).toBe(true));

  test.each([
    '/',
    '/apis',
    '/mycloud',
    '/mycloudy/orders',
    '/subscription',
    '/subscriptions/x',
    '/account/subscription/cancel',
    '/th/mycloud/orders',
    '/th/api/me',
  ])('do not include %s', (url) => expect(isApiPath(url)).toBe(false));
});

describe("the cloud API at the site's root", () => {
  const world = withWorld();

  test('returns the eight reasons in both languages', async () => {
    const response = await world.request('GET', '/subscription/cancel-reasons/');
    const { data } = (await response.json()) as { data: { reasons: { label: object }[] } };
    expect([response.status, data.reasons.length]).toEqual([200, 8]);
    for (const { label } of data.reasons) expect(Object.keys(label)).toEqual(['en', 'th']);
  });

  test('returns one page of parcels, and an empty one past the last', async () => {
    const { cookie } = await subscriber(world);
    const page = async (search: string) => {
      const response = await world.request('GET', `/mycloud/orders${search}`, undefined, { cookie });
      return ((await response.json()) as { data: { orders: unknown[]; page: number; pages: number } }).data;
    };
    expect(await page('')).toMatchObject({ orders: [{ status: 'previous' }], page: 1, pages: 1 });
    expect(await page('?page=7')).toEqual({ orders: [], page: 7, pages: 1 });
  });

  test.each(['/mycloud/orders', '/subscription/cancel-reasons'])(
    'accepts GET and HEAD only: %s',
    async (path) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const response = await world.request(method, path);
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      }
    },
  );

  test.each([
    '/api/mycloud/orders',
    '/mycloud/orders/1',
    '/mycloud',
    '/subscription/nothing',
    '/orders/skip',
  ])('does not include %s', async (path) => {
    const response = await world.request('GET', path);
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
  });

  test.each([
    ['/api/settings', 'GET, HEAD, OPTIONS'],
    ['/api/register', 'POST, OPTIONS'],
    ['/mycloud/orders', 'GET, HEAD, OPTIONS'],
    ['/api/pay/some-token/qr', 'GET, HEAD, OPTIONS'],
    ['/api/webhooks/omise', 'POST, OPTIONS'],
    ['/api/trpc/catalogue.products', 'GET, POST, OPTIONS'],
    ['/api/graphql', 'GET, HEAD, POST, OPTIONS'],
  ])('answers OPTIONS of %s with its methods and without a body', async (path, allow) => {
    const response = await world.request('OPTIONS', path);
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([204, allow, '']);
  });

  test('answers OPTIONS of an unknown path with NOT_FOUND', async () => {
    expect((await world.request('OPTIONS', '/api/nothing')).status).toBe(404);
  });

  test.each(['/api/settings', '/api/openapi.json', '/subscription/cancel-reasons'])(
    'lets pages of any site read %s, without cookies',
    async (path) => {
      const { headers } = await world.request('GET', path, undefined, { origin: 'https://other.example' });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    },
  );

  test('lets pages of other sites read nothing else', async () => {
    for (const path of ['/api/me', '/api/health', '/mycloud/orders']) {
      const { headers } = await world.request('GET', path, undefined, { origin: 'https://other.example' });
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null]);
    }
  });

  test('tells a caller of a throttled path what is left of its limit', async () => {
    const logIn = () =>
      world.request('POST', '/api/login', { email: 'nobody@example.test', password: 'wrong password' });
    const [first, second] = [await logIn(), await logIn()];
    expect(first.headers.get('ratelimit-policy')).toBe('"logInAddress";q=300000;w=600');
    expect(first.headers.get('ratelimit')).toMatch(/^"logInAddress";r=299999;t=\d+$/);
    expect(second.headers.get('ratelimit')).toMatch(/^"logInAddress";r=299998;t=\d+$/);
    expect((await world.request('GET', '/api/settings')).headers.get('ratelimit')).toBeNull();
  });

  const logIn = async (body: string) => {
    const response = await world.request('POST', '/api/login', body, { 'content-type': 'application/json' });
    return [response.status, ((await response.json()) as { code: string }).code];
  };

  test.each([
    ['the same key twice', '{"email":"a@example.test","password":"wrong one","email":"b@example.test"}'],
    [
      'one of them escaped',
      '{"email":"a@example.test","password":"wrong one","\\u0065mail":"b@example.test"}',
    ],
  ])('refuses a body with %s, although its last value would be valid', async (_what, body) => {
    expect(await logIn(body)).toEqual([400, 'INPUT_INVALID']);
  });

  test('refuses the same key twice in an object inside a list', () => {
    expect(() => requireSoundJson('{"a":[{"b":1},{"b":1,"b":2}]}')).toThrow('INPUT_INVALID');
  });

  test('accepts a key that two objects of a body have, and one that stands in a text', async () => {
    expect(await logIn('{"email":"a@example.test","password":"\\"email\\":1,\\"email\\":2"}')).toEqual([
      401,
      'LOGIN_INCORRECT',
    ]);
    expect(() => requireSoundJson('{"a":{"a":1},"b":{"a":[{"a":1},{"a":1}]}}')).not.toThrow();
  });
});
