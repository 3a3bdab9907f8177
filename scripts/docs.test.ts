import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { INVARIANTS } from '@/server/billing/invariants';
import manifest from '../package.json';

/* What the documents say, where a machine can look whether it is so. */
const DOCUMENTS = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
]
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }));

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one = '']) => one);

test.each(DOCUMENTS)('$name links to files that are there', ({ name, text }) => {
  const links = found(text, /\]\(([^)#\s]+)[^)]*\)/g).filter((link) => !/^https?:/.test(link));
  expect(links.filter((link) => !existsSync(join(dirname(name), link)))).toEqual([]);
});

test.each(DOCUMENTS)('$name asks for scripts that package.json has', ({ text }) => {
  const asked = found(text, /npm run (?:-s )?([a-z][\w:]*)/g);
  expect(asked.filter((script) => !(script in manifest.scripts))).toEqual([]);
});

test('every test that docs/security.md names is there', () => {
  const text = readFileSync('docs/security.md', 'utf8');
  const named = found(text, /`((?:[\w-]+\/)*[\w.-]+\.(?:test|spec)\.ts)`/g);
  const placed = named.map((file) => (file.includes('/') ? file : join('src/server/auth', file)));
  expect(placed.length).toBeGreaterThan(40);
  expect(placed.filter((file) => !existsSync(file))).toEqual([]);
});

test('there are as many promises as docs/operations.md says', () => {
  const text = readFileSync('docs/operations.md', 'utf8');
  expect(found(text, /All (\d+) promises hold/g)).toEqual([String(INVARIANTS.length)]);
});
