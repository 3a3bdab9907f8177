import { describe, expect, test } from 'vitest';
import { subscriber } from '@/testing/callers';
import { withWorld } from '@/testing/with-world';
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
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
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
});
