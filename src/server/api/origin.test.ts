import { beforeAll, describe, expect, test, vi } from 'vitest';
import { isIntendedGet, requireSameOrigin } from './origin';

const SITE = 'https://ira.example';
beforeAll(() => {
  vi.stubEnv('SITE_URL', SITE);
});

type Said = Record<string, string>;
const post = (headers: Said) => new Request(`${SITE}/api/login`, { method: 'POST', headers });

describe('a write', () => {
  test.each<Said>([
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: SITE },
    { origin: SITE, 'sec-fetch-site': 'same-origin' },
    { 'x-forwarded-host': 'evil.example' },
  ])('from %j is accepted', (headers) => {
    expect(() => requireSameOrigin(post(headers))).not.toThrow();
  });

  test.each<Said>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'nonsense' },
    { 'sec-fetch-site': 'cross-site', origin: SITE },
    { origin: 'null' },
    { origin: '' },
    { origin: 'http://ira.example' },
    { origin: 'https://ira.example:8443' },
    { origin: 'https://ira.example.evil.example' },
    { origin: 'https://evil.ira.example' },
    { origin: 'https://evilira.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://evil.example', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  ])('from %j is refused', (headers) => {
    expect(() => requireSameOrigin(post(headers))).toThrow('NOT_ALLOWED');
  });

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('may have the content type %s', (method) => {
    const foreign = new Request(SITE, { method, headers: { 'sec-fetch-site': 'cross-site' } });
    expect(() => requireSameOrigin(foreign)).toThrow('NOT_ALLOWED');
  });

  test('is never a GET or HEAD', () => {
    for (const method of ['GET', 'HEAD']) {
      const foreign = new Request(SITE, { method, headers: { 'sec-fetch-site': 'cross-site' } });
      expect(() => requireSameOrigin(foreign)).not.toThrow();
    }
  });

  test('outside production may come from another name of this machine, but from no other site on it', () => {
    const from = (origin: string, host: string) => post({ origin, host });
    expect(() => requireSameOrigin(from('http://127.0.0.1:3000', '127.0.0.1:3000'))).not.toThrow();
    expect(() => requireSameOrigin(from('http://127.0.0.1:3001', '127.0.0.1:3000'))).toThrow('NOT_ALLOWED');
  });
});

describe('a GET that changes something', () => {
  test.each<Said>([
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
    { origin: SITE, 'sec-fetch-site': 'same-origin' },
  ])('is accepted with %j', (headers) => {
    expect(isIntendedGet('GET', new Headers(headers))).toBe(true);
  });

  test.each<Said>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
    { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
  ])('is refused with %j', (headers) => {
    expect(isIntendedGet('GET', new Headers(headers))).toBe(false);
  });

  test('is refused as HEAD', () => {
    expect(isIntendedGet('HEAD', new Headers())).toBe(false);
  });
});
