import { afterEach, expect, test } from 'vitest';
import { settings } from '@/env';
import { withWorld } from '@/testing/with-world';
import { seal, unseal } from './sealed-text';

withWorld();

const own = [...settings().APP_SECRET];
const use = (...secrets: string[]) => settings().APP_SECRET.splice(0, Infinity, ...secrets);
afterEach(() => use(...own));

test('a sealed text opens for its purpose only, and is different each time', () => {
  const sealed = seal('a', 'text');
  expect([unseal('a', sealed), unseal('b', sealed)]).toEqual(['text', null]);
  expect(seal('a', 'text')).not.toBe(sealed);
});

test('a changed or malformed sealed text does not open', () => {
  const sealed = seal('a', 'text');
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const text of [changed, '', 'x', sealed.slice(0, 10)]) expect(unseal('a', text)).toBeNull();
});

test('a text stays readable while its secret is accepted, and not afterwards', () => {
  const [first, second] = ['f'.repeat(32), 's'.repeat(32)];
  use(first);
  const sealed = seal('a', 'text');
  use(second, first);
  expect(unseal('a', sealed)).toBe('text');
  use(second);
  expect(unseal('a', sealed)).toBeNull();
});
