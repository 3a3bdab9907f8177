import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CANARY } from '@/testing/canary';
import { findLeaks } from '@/testing/leaks';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ira-leaks-'));
  plant('dist/.next/static/chunks/a.js', 'self.__next_f.push("pkey_test_ira_sandbox",process.env.NODE_ENV)');
  plant('dist/.next/server/app/page.js', 'const shape={OMISE_SECRET_KEY:"skey_test_ira_sandbox"}');
  cpSync('public', join(root, 'dist/public'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const KEPT = { APP_SECRET: 'drawn-for-this-machine-only', PATH: '/usr/bin:/usr/local/bin' };
const leaks = () => findLeaks(root, [KEPT]);

test('finds nothing in a build without secrets', () => expect(leaks()).toEqual([]));

test.each([
  ['dist/.next/static/chunks/b.js', 'e.DATABASE_URL', 'DATABASE_URL'],
  ['dist/.next/static/chunks/b.js', '"mycloud-secret-of-the-sandbox"', 'outside production'],
  ['dist/.next/static/media/c.txt', KEPT.APP_SECRET, 'of this machine'],
  ['dist/.next/static/media/c.txt', `to: ${CANARY.email}`, 'canary'],
  ['dist/.next/server/app/en.html', KEPT.APP_SECRET, 'of this machine'],
  ['dist/.next/server/app/en.html', `<p>${CANARY.firstName}</p>`, 'canary'],
  ['dist/public/notes.txt', 'OPERATOR_TOKEN=', 'OPERATOR_TOKEN'],
])('planted in %s, %j is found, and not said', (file, text, what) => {
  plant(file, `${'x'.repeat(500)}${text}`);
  const found = leaks();
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(file);
  expect(found[0]).toContain(what);
  expect(found.join()).not.toContain(KEPT.APP_SECRET);
});

test('fails when there is no build', () => {
  rmSync(join(root, 'dist'), { recursive: true });
  expect(leaks).toThrow('ENOENT');
});
