import { expect, test } from 'vitest';
import { ROUTE_LABELS, routeLabel } from './route-label';

test.each([
  ['/api/login/', '/api/login'],
  ['/api/pay/secret-token/qr', '/api/pay/{token}/qr'],
  ['/api/trpc/auth.me?input=x', '/api/trpc/auth.me'],
  ['/api/trpc/auth.me,orders.upcoming?batch=1', '/api/trpc/batch'],
  ['/api/trpc/mali@example.test', 'none'],
  ['/api/desk/today.read?input=x', '/api/desk/today.read'],
  ['/api/desk/mali', 'none'],
  ['/api/desk/documents.zip?month=2026-11', '/api/desk/documents.zip'],
  ['/mycloud/orders?page=1', '/mycloud/orders'],
  ['/_next/static/chunks/a.js', '/_next'],
  ['/mali@example.test', 'none'],
  ['//evil.test', 'none'],
])('%s is counted as %s', (url, label) => {
  expect(routeLabel(url)).toBe(label);
});

test.each(['/', '/account/rewards?page=2', '/pay/secret-token', '/login'])(
  '%s is counted as the pattern of its page, in either language',
  (url) => {
    const label = routeLabel(url);
    expect(label).not.toMatch(/^none$|secret|\?page/);
    expect(routeLabel(`/th${url}`)).toBe(label);
    expect(ROUTE_LABELS).toContain(label);
  },
);

test('no request can add a label to the fixed list', () => {
  const known = new Set(ROUTE_LABELS);
  expect(known.size).toBeLessThan(500);
  const parts = ['api', 'th', 'account', 'trpc', 'pay', '%61', 'x', '..', '_next', '{token}', 'webhooks'];
  for (let n = 0; n < 2_000; n++) {
    const url = `/${[n, n * 7, n * 13, n * 31].map((seed) => parts[seed % parts.length]).join('/')}/${n}`;
    expect(known.has(routeLabel(url)), url).toBe(true);
  }
});
