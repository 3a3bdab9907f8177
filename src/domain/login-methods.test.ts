import { describe, expect, test } from 'vitest';
import { canLineProve } from './line';
import { canRemovePasskey, canUnlinkLine, isProvenByLogIn } from './login-methods';
import { canAddPasskey, canPasskeyProve, hasCounterAdvanced, isPasskeyNew } from './passkey';
import { LOG_IN_METHODS } from './session';

describe('the identity of the user', () => {
  const now = new Date('2026-11-20T03:00:00.000Z');
  const ago = (hours: number, ms = 0) => new Date(now.getTime() - hours * 3_600_000 + ms);
  const registeredAt = ago(1000);

  test.each([
    ['that came with the registration', { connectedAt: ago(0), registeredAt: ago(0) }, true],
    ['linked a moment after it', { connectedAt: ago(0), registeredAt: ago(0, -1) }, false],
    ['linked a day ago, but for a moment', { connectedAt: ago(24, 1), registeredAt }, false],
    ['linked a day ago', { connectedAt: ago(24), registeredAt }, true],
  ])('is proven by LINE only if it has been linked for long enough: %s', (_what, line, can) => {
    expect(canLineProve(line, now)).toBe(can);
    const methods = { line, passkeyAddedAt: null };
    expect(isProvenByLogIn({ method: 'line', createdAt: now }, methods, now)).toBe(can);
  });

  test.each([
    ['added now', ago(0), false],
    ['added a day ago, but for a moment', ago(24, 1), false],
    ['added a day ago', ago(24), true],
  ])('is proven by a passkey only if it was added a day ago: %s', (_what, passkeyAddedAt, can) => {
    expect(canPasskeyProve(passkeyAddedAt, now)).toBe(can);
    const methods = { line: null, passkeyAddedAt };
    expect(isProvenByLogIn({ method: 'passkey', createdAt: now }, methods, now)).toBe(can);
  });

  test.each(LOG_IN_METHODS)('is proven by a log-in less than ten minutes ago: %s', (method) => {
    const methods = { line: { connectedAt: registeredAt, registeredAt }, passkeyAddedAt: ago(24) };
    const none = { line: null, passkeyAddedAt: null };
    expect(isProvenByLogIn({ method, createdAt: ago(1 / 6, 1) }, methods, now)).toBe(true);
    expect(isProvenByLogIn({ method, createdAt: ago(1 / 6) }, methods, now)).toBe(false);
    expect(isProvenByLogIn({ method, createdAt: now }, none, now)).toBe(
      method !== 'line' && method !== 'passkey',
    );
  });

  test('a passkey counts as new for 30 days', () => {
    expect(isPasskeyNew(ago(30 * 24, 1), now)).toBe(true);
    expect(isPasskeyNew(ago(30 * 24), now)).toBe(false);
  });
});

test.each([
  ['a password', { hasPassword: true }],
  ['a verified e-mail', { emailVerified: true }],
  ['LINE', { hasLine: true }],
  ['another passkey', { passkeys: 2 }],
])('a passkey can be removed if the account also has %s', (_what, way) => {
  const only = { hasPassword: false, emailVerified: false, hasLine: false, passkeys: 1 };
  expect(canRemovePasskey(only)).toEqual({ allowed: false, code: 'LAST_WAY_IN' });
  expect(canRemovePasskey({ ...only, ...way }).allowed).toBe(true);
});

test('LINE can be unlinked if the account has a password, a verified e-mail or a passkey', () => {
  const only = { hasPassword: false, emailVerified: false, passkeys: 0 };
  expect(canUnlinkLine(only)).toEqual({ allowed: false, code: 'LAST_WAY_IN' });
  for (const way of [{ hasPassword: true }, { emailVerified: true }, { passkeys: 1 }])
    expect(canUnlinkLine({ ...only, ...way }).allowed).toBe(true);
});

test.each([
  [0, 0, true],
  [0, 1, true],
  [5, 6, true],
  [5, 5, false],
  [5, 4, false],
  [5, 0, false],
])('a counter of %i followed by %i has advanced: %s', (stored, received, has) => {
  expect(hasCounterAdvanced(stored, received)).toBe(has);
});

test('an account has at most ten passkeys', () => {
  expect(canAddPasskey(9).allowed).toBe(true);
  expect(canAddPasskey(10)).toEqual({ allowed: false, code: 'PASSKEYS_FULL' });
});
