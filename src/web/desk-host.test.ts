import { expect, test } from 'vitest';
import { isMisplaced } from './desk-host';

const OWN = { SITE_URL: 'https://ira.example', DESK_URL: 'https://desk.ira.internal' };
const asks = (host: string, url: string, settings: { SITE_URL: string; DESK_URL?: string } = OWN) =>
  isMisplaced({ headers: { host }, url }, settings);

test.each(['/desk', '/th/desk/money', '/desk?x=1', '/api/desk/today.read', '/desk/login'])(
  'refuses %s on the host of the shop, and accepts it on the host of the desk',
  (url) => expect([asks('ira.example', url), asks('desk.ira.internal', url)]).toEqual([true, false]),
);

test.each(['/', '/account', '/api/trpc/auth.me', '/api/login', '/desktop', '/mycloud/orders'])(
  'refuses %s on the host of the desk, and accepts it on the host of the shop',
  (url) => expect([asks('ira.example', url), asks('desk.ira.internal', url)]).toEqual([false, true]),
);

test.each(['/_next/static/x.js', '/icon.svg', '/api/health'])('accepts %s on both hosts', (url) =>
  expect([asks('ira.example', url), asks('desk.ira.internal', url)]).toEqual([false, false]),
);

test('accepts everything without a host of its own for the desk', () => {
  const settings = { SITE_URL: 'https://ira.example' };
  expect([asks('ira.example', '/desk', settings), asks('ira.example', '/account', settings)]).toEqual([
    false,
    false,
  ]);
});
