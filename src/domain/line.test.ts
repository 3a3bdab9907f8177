import { expect, test } from 'vitest';
import { nameFromDisplayName } from './line';

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
