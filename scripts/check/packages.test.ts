import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemsOf } from './packages';

const fine = { version: '1.0.0', license: 'MIT', integrity: 'sha512-x' };
const locked = (name: string, entry: object) => ({
  packages: { '': {}, [`node_modules/a/node_modules/${name}`]: { ...fine, ...entry } },
});

test.each([
  ['a licence that allows use', 'b', {}],
  ['a choice with one that does', 'b', { license: '(GPL-3.0-only OR MIT)' }],
  ['several that all do', 'b', { license: 'MIT AND CC0-1.0' }],
  ['the lowest version without a known hole', 'next', { version: '16.2.6' }],
  ['a later one', 'next', { version: '16.10.0' }],
  ['a file of the registry', 'b', { resolved: 'https://registry.npmjs.org/b/-/b-1.0.0.tgz' }],
])('allows %s', (_what, name, entry) => {
  expect(problemsOf(locked(name, entry), {})).toEqual([]);
});

test.each([
  ['a licence that does not allow use', 'b', { license: 'AGPL-3.0-only' }, 'licence "AGPL-3.0-only"'],
  ['one of several that does not', 'b', { license: 'MIT AND GPL-3.0-only' }, 'licence'],
  ['no licence at all', 'b', { license: undefined }, 'licence ""'],
  ['a version with a known hole', 'next', { version: '16.2.5' }, 'next@16.2.5 has known holes'],
  ['a version before the first without', 'next', { version: '16.2.6-canary.1' }, 'known holes'],
  ['a package without a hash', 'b', { integrity: undefined }, 'no SHA-512'],
  ['a package from elsewhere', 'b', { resolved: 'https://evil.example/b.tgz' }, 'not from the registry'],
  ['a script on install that nobody allowed or denied', 'b', { hasInstallScript: true }, '"allowScripts"'],
])('refuses %s', (_what, name, entry, said) => {
  expect(problemsOf(locked(name, entry), {})).toEqual([expect.stringContaining(said)]);
});

test('refuses an unneeded entry of "allowScripts"', () => {
  expect(problemsOf(locked('b', { hasInstallScript: true }), { allowScripts: { b: false } })).toEqual([]);
  expect(problemsOf(locked('b', {}), { allowScripts: { b: true } })).toHaveLength(1);
});

test('refuses a range of versions', () => {
  expect(problemsOf(locked('b', {}), { dependencies: { b: '^1.0.0', c: '1.0.0' } })).toEqual([
    'b in package.json has the range "^1.0.0", not a version.',
  ]);
});

test('finds no problem in the packages of the product', () => {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8'));
  const lockfile = read('package-lock.json') as Parameters<typeof problemsOf>[0];
  expect(Object.keys(lockfile.packages).length).toBeGreaterThan(300);
  expect(problemsOf(lockfile, read('package.json') as Parameters<typeof problemsOf>[1])).toEqual([]);
});
