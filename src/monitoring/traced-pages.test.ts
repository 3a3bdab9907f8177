import { expect, test } from 'vitest';
import { isSealed, isTraced } from './traced-pages';

test.each([
  '/register/payment',
  '/account/cards/add',
  '/pay/token',
  '/invite/IRA-7K3M9Q',
  '/login',
  '/login/link',
  '/login/magic-link',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/not-me',
  '/account/email',
])('%s, where a card or a secret is, is not traced', (path) => {
  expect(isTraced(path)).toBe(false);
});

test.each(['/', '/register', '/register/details', '/account', '/account/cards', '/payment'])(
  '%s is',
  (path) => {
    expect(isTraced(path)).toBe(true);
  },
);

test.each(['/register/payment', '/account/cards/add', '/pay/token'])(
  '%s never speaks to it at all',
  (path) => {
    expect(isSealed(path)).toBe(true);
    expect(isSealed('/login')).toBe(false);
  },
);
