import { expect, test } from 'vitest';
import { lineStart } from '@/components/line-start';
import { nextTold, waysIn } from './ways-in';

test('every login method returns to the requested page', () => {
  const ways = waysIn('th', { next: '/th/account/orders?page=2' });
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
    const ways = waysIn('en', { next });
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
  expect(nextTold('/th/account/details/password', 'denied')).toBe('/th/account/details/password?line=denied');
  expect(nextTold('/account/details/email?line=denied', 'failed')).toBe('/account/details/email?line=failed');
  expect(nextTold('/account/details/email', null)).toBe('/account/details/email');
  expect(nextTold('/account/orders?page=2', 'denied')).toBe('/account/orders?page=2');
});

test('a language switch during log-in also applies to the page after it', () => {
  expect(waysIn('th', { next: '/account/orders?page=2#top' }).next).toBe('/th/account/orders?page=2#top');
  expect(waysIn('en', { next: '/th/account/details' }).next).toBe('/account/details');
  expect(waysIn('th', { next: '/mycloud/x' }).next).toBe('/mycloud/x');
});
