import { expect, test } from 'vitest';
import { lineStart } from '@/components/line-start';
import { nextWithEnding, loginUrls } from './login-urls';

test('every login method returns to the requested page', () => {
  const ways = loginUrls('th', { next: '/th/account/orders?page=2' });
  expect(ways.next).toBe('/th/account/orders?page=2');
  const onward = '?next=%2Fth%2Faccount%2Forders%3Fpage%3D2';
  expect([ways.password, ways.link, ways.forgot]).toEqual([
    `/th/login${onward}`,
    `/th/login/magic-link${onward}`,
    `/th/forgot-password${onward}`,
  ]);
  expect(ways.line).toBe(`/api/auth/line/start${onward.replace('?', '?intent=login&')}`);
});

test.each([undefined, '//evil.test', 'https://evil.test', '/api/logout', ['/account/orders', '/account']])(
  'a log-in with next=%j leads to the account',
  (next) => {
    const ways = loginUrls('en', { next });
    expect(ways.next).toBe('/account');
    expect([ways.password, ways.link, ways.forgot]).toEqual([
      '/login',
      '/login/magic-link',
      '/forgot-password',
    ]);
    expect(ways.line).toBe('/api/auth/line/start?intent=login&next=%2Faccount');
  },
);

test("a second LINE log-in disables LINE's automatic log-in", () => {
  expect(lineStart('login', '/account', true)).toBe(
    '/api/auth/line/start?intent=login&next=%2Faccount&again=1',
  );
});

test('the page of a logged-in visitor shows the result of confirming with LINE', () => {
  expect(nextWithEnding('/th/account/details/password', 'denied')).toBe(
    '/th/account/details/password?line=denied',
  );
  expect(nextWithEnding('/account/details/email?line=denied', 'failed')).toBe(
    '/account/details/email?line=failed',
  );
  expect(nextWithEnding('/account/details/email', null)).toBe('/account/details/email');
  expect(nextWithEnding('/account/orders?page=2', 'denied')).toBe('/account/orders?page=2');
});

test('a language switch during log-in also applies to the page after it', () => {
  expect(loginUrls('th', { next: '/account/cards?page=2#top' }).next).toBe('/th/account/cards?page=2#top');
  expect(loginUrls('en', { next: '/th/account/details' }).next).toBe('/account/details');
  expect(loginUrls('th', { next: '/mycloud/x' }).next).toBe('/mycloud/x');
});
