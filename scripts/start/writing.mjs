// @ts-check
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './terminal.mjs';

/**
 * Writes a file that only its owner can read. A reader sees either the old or the complete new content.
 * @param {string} path @param {unknown} value
 */
export function writePrivately(path, value) {
  writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/**
 * Creates the folder. Throws a Refusal with `advice` if this user may not write to the folder.
 * @param {string} dir @param {string} advice
 */
export function writableDir(dir, advice) {
  const probe = join(dir, `.writable-${process.pid}`);
  try {
    mkdirSync(dir, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new Refusal(
      `${dir} cannot be written (${/** @type {NodeJS.ErrnoException} */ (error).code}). ${advice}`,
    );
  }
  return dir;
}
