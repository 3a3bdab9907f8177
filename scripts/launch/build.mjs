// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDir } from './install.mjs';
import { acquireLock } from './lock.mjs';
import { sayWhile } from './progress.mjs';
import { leashed, runTool, say } from './terminal.mjs';

const INPUTS = [
  'src',
  'public',
  'next.config.mjs',
  'postcss.config.cjs',
  'package-lock.json',
  'tsconfig.json',
];
const NOT_BUILT = /\.test\.tsx?$|^src\/(sandbox|testing)(\/|$)/;
const STAMP = '.next/ira-build';

/** @param {string} root @param {string} path @returns {string[]} files below `path`, in a fixed order */
function filesBelow(root, path) {
  if (NOT_BUILT.test(path) || !existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(root, `${path}/${name}`));
}

/** One hash over everything that goes into `next build`.
 * @param {string} root */
export function buildStamp(root) {
  const hash = createHash('sha256').update(process.version);
  for (const file of INPUTS.flatMap((path) => filesBelow(root, path))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** @param {string} root */
const builtStamp = (root) => (existsSync(join(root, STAMP)) ? readFileSync(join(root, STAMP), 'utf8') : null);

/**
 * Builds the pages unless they are built from exactly these sources. The stamp goes first and comes back last, so an
 * interrupted build is done again.
 * @param {string} root @param {AbortSignal} signal
 */
export async function ensureBuilt(root, signal) {
  if (builtStamp(root) === buildStamp(root)) return;
  const lock = await acquireLock(prepareDir(root), {
    waitMs: Infinity,
    onWait: () => say('another start is building: waiting for it'),
  });
  try {
    const stamp = buildStamp(root);
    if (builtStamp(root) === stamp) return;
    say('building (next build; half a minute to some minutes)');
    rmSync(join(root, STAMP), { force: true });
    const building = runTool({
      what: 'next build',
      command: process.execPath,
      args: [...leashed, join(root, 'node_modules/next/dist/bin/next'), 'build'],
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      signal,
    });
    await sayWhile(building, (seconds) => `building (${seconds} s)`);
    writeFileSync(join(root, STAMP), stamp);
  } finally {
    lock.release();
  }
}
