import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pagesStamp } from './pages.mjs';

let root: string;
function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ira-build-'));
  write('src/app/page.tsx', 'one');
  write('package-lock.json', '{}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('the same sources need no second build', () => expect(pagesStamp(root)).toBe(pagesStamp(root)));

test.each([
  'src/app/page.tsx',
  'src/domain/new.ts',
  'public/a.svg',
  'next.config.mjs',
  'tsconfig.json',
  'package-lock.json',
])('a change of %s needs a new build', (path) => {
  const before = pagesStamp(root);
  write(path, 'two');
  expect(pagesStamp(root)).not.toBe(before);
});

test.each(['src/domain/day.test.ts', 'src/sandbox/main.ts', 'src/web/main.ts', 'scripts/start/start.mjs'])(
  'a change of %s, which no page contains, needs none',
  (path) => {
    const before = pagesStamp(root);
    write(path, 'two');
    expect(pagesStamp(root)).toBe(before);
  },
);

test('a file that moves needs a new build although no byte changed', () => {
  const before = pagesStamp(root);
  rmSync(join(root, 'src/app/page.tsx'));
  write('src/app/other/page.tsx', 'one');
  expect(pagesStamp(root)).not.toBe(before);
});
