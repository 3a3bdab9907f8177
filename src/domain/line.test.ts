import { describe, expect, test } from 'vitest';
import { canLineProve, isProvenByLogIn, nameFromDisplayName } from './line';
import { LOG_IN_METHODS } from './session';

test.each([
  ['Mali', 'Mali', ''],
  ['Mali Suksan', 'Mali', 'Suksan'],
  ['  มาลี   สุขสันต์ ', 'มาลี', 'สุขสันต์'],
  ['Anna Maria Suksan', 'Anna Maria', 'Suksan'],
  ['🌸 Mali 🌸', 'Mali', ''],
  ['✨mali_99✨', 'mali', ''],
  ["Noi O'Hara-Lim", 'Noi', "O'Hara-Lim"],
  ['🌸🌸', '', ''],
  ['12345', '', ''],
  ['', '', ''],
  [null, '', ''],
])('the LINE display name %j proposes %j %j', (displayName, firstName, lastName) => {
  expect(nameFromDisplayName(displayName)).toEqual({ firstName, lastName });
});

test('a proposed name is never longer than a name may be', () => {
  const { firstName, lastName } = nameFromDisplayName(`${'ก'.repeat(200)} ${'ข'.repeat(200)}`);
  expect([firstName.length, lastName.length]).toEqual([80, 80]);
});

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
    expect(isProvenByLogIn({ method: 'line', createdAt: now }, line, now)).toBe(can);
  });

  test.each(LOG_IN_METHODS)('is proven by a log-in less than ten minutes ago: %s', (method) => {
    const line = { connectedAt: registeredAt, registeredAt };
    expect(isProvenByLogIn({ method, createdAt: ago(1 / 6, 1) }, line, now)).toBe(true);
    expect(isProvenByLogIn({ method, createdAt: ago(1 / 6) }, line, now)).toBe(false);
    expect(isProvenByLogIn({ method, createdAt: now }, null, now)).toBe(method !== 'line');
  });
});
