import { NextRequest } from 'next/server';
import { describe, expect, test, vi } from 'vitest';
import { proxy } from './proxy';

const ask = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(new URL(path, 'http://localhost:3000'), { headers }));
const rewriteOf = (path: string) => new URL(ask(path).headers.get('x-middleware-rewrite') ?? '').pathname;
const policyOf = (path: string) => ask(path).headers.get('content-security-policy') ?? '';

describe('the address alone decides the language', () => {
  test('English at the root, Thai under /th, whatever the browser or a cookie says', () => {
    expect(rewriteOf('/')).toBe('/en');
    expect(rewriteOf('/register')).toBe('/en/register');
    expect(rewriteOf('/th')).toBe('/th');
    expect(rewriteOf('/th/register')).toBe('/th/register');
    const response = ask('/th', { 'accept-language': 'en', cookie: 'Next-Locale=en' });
    expect(response.headers.get('x-middleware-request-x-next-locale')).toBe('th');
  });

  test('/en leads to the address without it, and never to another host', () => {
    expect(ask('/en/login?next=/account').headers.get('location')).toBe(
      'http://localhost:3000/login?next=/account',
    );
    expect(ask('/en').headers.get('location')).toBe('http://localhost:3000/');
    for (const path of ['/en//evil.test', '/en/\\evil.test', '/en///evil.test/x']) {
      expect(new URL(ask(path).headers.get('location') ?? '').host).toBe('localhost:3000');
    }
  });

  test('headers that only the proxy may set are overwritten', () => {
    const response = ask('/account', {
      'x-nonce': 'mine',
      'x-next-locale': 'th',
      'x-ira-path': '/elsewhere',
    });
    expect(response.headers.get('x-middleware-request-x-nonce')).not.toBe('mine');
    expect(response.headers.get('x-middleware-request-x-next-locale')).toBe('en');
    expect(response.headers.get('x-middleware-request-x-ira-path')).toBe('/account');
  });
});

describe('while the site is closed', () => {
  const closed = { 'x-ira-maintenance': 'on' };

  test('every address shows the maintenance page with 503 and when to come back, in its language', () => {
    for (const [path, page] of [
      ['/', '/en/maintenance'],
      ['/th/account/orders?page=2', '/th/maintenance'],
      ['/nothing', '/en/maintenance'],
      ['/maintenance', '/en/maintenance'],
    ] as const) {
      const response = ask(path, closed);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
      expect(new URL(response.headers.get('x-middleware-rewrite') ?? '').pathname).toBe(page);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  test('redirects the maintenance page to the home page while the site is open', () => {
    const response = ask('/th/maintenance');
    expect([response.status, response.headers.get('location')]).toEqual([307, 'http://localhost:3000/th']);
  });
});

test('error tracing may be reached only while it is configured, and never from where a payment is made', () => {
  expect(policyOf('/account')).toMatch(/connect-src 'self'( ws:)?;/);
  vi.stubEnv('SENTRY_DSN', 'https://key@errors.example/7');
  expect(policyOf('/th/account')).toMatch(/connect-src 'self' https:\/\/errors\.example/);
  for (const path of ['/register/payment', '/th/pay/token', '/account/cards/add'])
    expect(policyOf(path)).not.toContain('errors.example');
  vi.unstubAllEnvs();
});

test('an address that is no page gets the status 404', () => {
  expect(ask('/nothing').status).toBe(404);
  expect(ask('/th/account/nothing').status).toBe(404);
  expect(ask('/th/account/cards').status).toBe(200);
  for (const path of [
    '/account;.css',
    '/account.css',
    '/account/orders.js',
    '/account/x.css',
    '/account%2fx.css',
  ])
    expect([path, ask(path).status]).toEqual([path, 404]);
});

describe('the security policy', () => {
  test('has a fresh nonce each time and allows no inline script', () => {
    const nonces = ['/', '/'].map((path) => /'nonce-([^']+)'/.exec(policyOf(path))?.[1]);
    expect(nonces[0]).toBeTruthy();
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(/script-src[^;]*/.exec(policyOf('/'))?.[0]).not.toContain('unsafe-inline');
    expect(policyOf('/')).toContain("frame-ancestors 'none'");
  });

  test('has no nonce and no inline source on public pages and invitations, in production', () => {
    vi.stubEnv('NODE_ENV', 'production');
    for (const path of ['/', '/th/faq', '/invite/IRA-ABC234']) {
      expect(policyOf(path)).toMatch(/script-src 'self'; style-src-elem 'self'; img-src/);
      expect(policyOf(path)).not.toMatch(/nonce|unsafe|strict-dynamic/);
      expect(ask(path).headers.get('x-middleware-request-x-nonce')).toBeNull();
    }
    for (const path of ['/login', '/th/account']) expect(policyOf(path)).toMatch(/'nonce-/);
    // The maintenance page has scripts, whatever the URL of the request is.
    const closed = ask('/faq', { 'x-ira-maintenance': 'on' });
    expect(closed.headers.get('content-security-policy')).toMatch(/'nonce-/);
    vi.unstubAllEnvs();
  });

  test('lets the card gateway in on the pages with its form and nowhere else', () => {
    vi.stubEnv('OMISE_SECRET_KEY', 'skey_test_1');
    for (const path of ['/register/payment', '/th/register/payment', '/account/cards/add']) {
      expect(policyOf(path)).toMatch(/frame-src https:\/\/cdn\.omise\.co https:\/\/vault\.omise\.co/);
      expect(policyOf(path)).toMatch(/form-action 'self' https:\/\//);
    }
    for (const path of ['/', '/register', '/register/confirmation', '/account', '/account/cards', '/login']) {
      expect(policyOf(path)).not.toContain('omise');
      expect(policyOf(path)).toContain("frame-src 'none'");
    }
    vi.unstubAllEnvs();
  });

  test('lets the store’s pictures in on public pages, where a store is configured', () => {
    expect(policyOf('/products')).toMatch(/img-src 'self' data: blob:;/);
    vi.stubEnv('STORE_ID', '1003');
    for (const path of ['/', '/th/products'])
      expect(policyOf(path)).toContain('https://images-cdn.ecwid.com');
    for (const path of ['/register/payment', '/account', '/login', '/pay/x']) {
      expect(policyOf(path)).not.toContain('ecwid');
    }
    vi.unstubAllEnvs();
  });
});

test('a former page of the subscription leads to its sheet, in its language', () => {
  const moved = ask('/th/account/subscription/move/ord_7');
  expect(moved.status).toBe(308);
  expect(new URL(moved.headers.get('location') ?? '').pathname).toBe('/th/account');
  expect(new URL(moved.headers.get('location') ?? '').search).toBe('?do=move&box=ord_7');
});
