import { expect, test } from '@playwright/test';

const ONCE = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
];

for (const [path, status] of [
  ['/', 200],
  ['/th/login', 200],
  ['/nothing', 404],
  ['/en/login', 308],
  ['/robots.txt', 200],
  ['/sitemap.xml', 200],
  ['/icon.svg', 200],
  ['/favicon.ico', 200],
  ['/_next/nothing', 404],
  ['/_next/static/nothing.js', 404],
  ['/.well-known/nothing', 404],
  ['/api/docs', 200],
  ['/%E0%A4%A', 400],
] as const) {
  test(`${path} has every security header once`, async ({ request }) => {
    const response = await request.get(path, { maxRedirects: 0 });
    expect(response.status()).toBe(status);
    const names = response.headersArray().map(({ name }) => name.toLowerCase());
    expect(ONCE.map((name) => names.filter((one) => one === name).length)).toEqual(ONCE.map(() => 1));
    expect(response.headers()['content-security-policy']).toMatch(/^default-src 'none'/);
  });
}
