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
])('%s has a card or a secret and is not traced', (path) => {
  expect(isTraced(path)).toBe(false);
});

test.each(['/', '/register', '/register/details', '/account', '/account/cards', '/payment'])(
  '%s is traced',
  (path) => {
    expect(isTraced(path)).toBe(true);
  },
);

test.each(['/register/payment', '/account/cards/add', '/pay/token'])(
  '%s never sends anything to error tracing',
  (path) => {
    expect(isSealed(path)).toBe(true);
    expect(isSealed('/login')).toBe(false);
  },
);
