import { NextRequest } from 'next/server';
import { describe, expect, test } from 'vitest';
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

test('an address that is no page gets the status 404', () => {
  expect(ask('/nothing').status).toBe(404);
  expect(ask('/th/account/nothing').status).toBe(404);
  expect(ask('/th/account/orders').status).toBe(200);
});

describe('the security policy', () => {
  test('has a fresh nonce each time and allows no inline script', () => {
    const nonces = ['/', '/'].map((path) => /'nonce-([^']+)'/.exec(policyOf(path))?.[1]);
    expect(nonces[0]).toBeTruthy();
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(/script-src[^;]*/.exec(policyOf('/'))?.[0]).not.toContain('unsafe-inline');
    expect(policyOf('/')).toContain("frame-ancestors 'none'");
  });

  test('lets the card gateway in on the pages with its form and nowhere else', () => {
    for (const path of ['/register/payment', '/th/register/payment', '/account/cards/add']) {
      expect(policyOf(path)).toMatch(/frame-src https:\/\/cdn\.omise\.co https:\/\/vault\.omise\.co/);
      expect(policyOf(path)).toMatch(/form-action 'self' https:\/\//);
    }
    for (const path of ['/', '/register', '/register/confirmation', '/account', '/account/cards', '/login']) {
      expect(policyOf(path)).not.toContain('omise');
      expect(policyOf(path)).toContain("frame-src 'none'");
    }
  });
});
