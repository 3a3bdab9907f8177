import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { agrees, hasDev, isInstalled } from './install.mjs';
import { unsupported } from './node-version.mjs';

interface Entry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  extraneous?: boolean;
}
const file = (packages: Record<string, Entry>) => JSON.stringify({ packages });
const lockfile = file({
  '': {},
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a-darwin': { version: '1.0.0', optional: true },
});
const ALL = { withDev: true };
const PRODUCT = { withDev: false };
const record = file({ 'node_modules/a': { version: '1.0.0' } });

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ira-install-'));
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'package-lock.json'), lockfile);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('what npm noted as installed agrees with the lockfile', () => {
  test('when only packages for other machines are absent', () =>
    expect(agrees(lockfile, record, ALL)).toBe(true));
  test('not when a package is absent', () => expect(agrees(lockfile, file({}), ALL)).toBe(false));
  test('not when a version differs', () =>
    expect(agrees(lockfile, file({ 'node_modules/a': { version: '1.0.1' } }), ALL)).toBe(false));
  test('not when there is a package too many', () => {
    const more = file({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } });
    expect(agrees(lockfile, more, ALL)).toBe(false);
  });
  test('without the packages of tests and development only where they are not wanted', () => {
    const withTool = file({
      'node_modules/a': { version: '1.0.0' },
      'node_modules/tool': { version: '1.0.0', dev: true },
    });
    expect(agrees(withTool, record, PRODUCT)).toBe(true);
    expect(agrees(withTool, record, ALL)).toBe(false);
  });
});

test('an update keeps the packages of tests and development that are there', () => {
  expect(hasDev(root)).toBe(false);
  const withTool = file({ 'node_modules/tool': { version: '1.0.0', dev: true } });
  writeFileSync(join(root, 'node_modules/.package-lock.json'), withTool);
  expect(hasDev(root)).toBe(true);
});

describe('the packages are installed', () => {
  test('not when node_modules is missing', () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    expect(isInstalled(root, ALL)).toBe(false);
  });

  test('not when npm was interrupted, which leaves no record', () => {
    mkdirSync(join(root, 'node_modules/a'));
    expect(isInstalled(root, ALL)).toBe(false);
  });

  test('after an npm install by hand, and no longer when the lockfile has changed since', () => {
    writeFileSync(join(root, 'node_modules/.package-lock.json'), record);
    expect(isInstalled(root, ALL)).toBe(true);
    writeFileSync(join(root, 'package-lock.json'), file({ 'node_modules/a': { version: '2.0.0' } }));
    expect(isInstalled(root, ALL)).toBe(false);
  });
});

describe('the machine that runs the product', () => {
  const ENGINES = '^20.19 || ^22.12 || >=24';

  test.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0', '25.1.0', '26.0.0'])('may have Node %s', (version) =>
    expect(unsupported(version, 'linux')).toBeNull(),
  );

  test.each(['20.18.3', '18.20.0', '16.0.0', '21.7.0', '22.11.0', '23.11.0'])(
    'is refused with Node %s, by a sentence that names all versions',
    (version) =>
      expect(unsupported(version, 'darwin')).toBe(
        `ira needs Node 20.19, 22.12, 24 or newer; this is Node ${version}.`,
      ),
  );

  test('is refused on Windows, whatever its Node, by a sentence that names WSL', () =>
    expect(unsupported('24.0.0', 'win32')).toMatch(/^ira does not run on Windows itself: use WSL/));

  test('is described alike to npm', () => {
    const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    expect((JSON.parse(manifest) as { engines: { node: string } }).engines.node).toBe(ENGINES);
  });
});
