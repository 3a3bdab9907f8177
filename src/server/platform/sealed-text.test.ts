import { afterEach, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { withWorld } from '@/testing/with-world';
import { seal, unseal } from './sealed-text';

withWorld();

const own = [...settings().APP_SECRET];
const use = (...secrets: string[]) => settings().APP_SECRET.splice(0, Infinity, ...secrets);
afterEach(() => use(...own));

test('a sealed text opens for its purpose only, and is different each time', () => {
  const sealed = seal('authenticator app', 'text');
  expect([unseal('authenticator app', sealed), unseal('login code', sealed)]).toEqual([
    { text: 'text', isCurrent: true },
    null,
  ]);
  expect(seal('authenticator app', 'text')).not.toBe(sealed);
});

test('a changed or malformed sealed text does not open', () => {
  const sealed = seal('authenticator app', 'text');
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const text of [changed, '', 'x', sealed.slice(0, 10)])
    expect(unseal('authenticator app', text)).toBeNull();
});

test('a text stays readable while its secret is accepted, and not afterwards', () => {
  const [first, second] = ['f'.repeat(32), 's'.repeat(32)];
  use(first);
  const sealed = seal('authenticator app', 'text');
  use(second, first);
  expect(unseal('authenticator app', sealed)).toEqual({ text: 'text', isCurrent: false });
  use(second);
  expect(unseal('authenticator app', sealed)).toBeNull();
});
