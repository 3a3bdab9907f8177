import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isPage } from './page-paths';
import { barePath, localePath, logInPath, ownPath } from './paths';

test('English is at the root, Thai under /th', () => {
  expect(localePath('en', '/')).toBe('/');
  expect(localePath('th', '/')).toBe('/th');
  expect(localePath('th', '/login')).toBe('/th/login');
});

test('the log-in path keeps any return path', () => {
  expect(logInPath('en', '/account')).toBe('/login?next=%2Faccount');
  expect(logInPath('th', '/th/account/orders?page=2&a=b')).toBe(
    '/th/login?next=%2Fth%2Faccount%2Forders%3Fpage%3D2%26a%3Db',
  );
});

test('barePath removes a language only as a whole segment', () => {
  expect(barePath('/th')).toBe('/');
  expect(barePath('/th/register')).toBe('/register');
  expect(barePath('/en/register')).toBe('/register');
  expect(barePath('/things')).toBe('/things');
  expect(barePath('/')).toBe('/');
});

describe('the page after log-in', () => {
  test.each(['/account', '/th/account/orders?page=2', '/register/payment#card', '/a%20b'])(
    '%s is ours',
    (next) => {
      expect(ownPath(next, '/account')).toBe(next);
    },
  );

  test.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '\\/evil.test',
    '/a\\b',
    '/\t/evil.test',
    '/\n/evil.test',
    'javascript:alert(1)',
    'account',
    '/api/logout',
    '/th/api/logout',
    '/%2f%2fevil.test',
    '/%2Fevil.test',
    '/%5Cevil.test',
    '/..//evil.test',
    '/th//evil.test',
    '/%61pi/logout',
    '/account/../api/logout',
    '/%',
    '/_next/image?url=x',
    `/${'a'.repeat(400)}`,
    '',
    null,
    undefined,
  ])('is never %j', (next) => {
    expect(ownPath(next, '/account')).toBe('/account');
  });
});

test('PAGES matches the routes of src/app', () => {
  const routes = ['src/app/[locale]', 'src/app/(site)/[locale]']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${file}`.replace(/\/page\.tsx$/, ''))
    .map((path) => path.replace(/\/\([^)]+\)/g, ''))
    .filter((path) => !path.includes('[...rest]'));
  expect(routes.length).toBeGreaterThan(5);
  for (const route of routes) {
    expect(isPage(route.replace(/\[[^\]]+\]/g, 'a-1_B') || '/'), route).toBe(true);
  }
  for (const path of ['/nothing', '/account/nothing', '/register/nothing', '/login/', '/foo.php']) {
    expect(isPage(path), path).toBe(false);
  }
});
