// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists files, except those that match `except`.
 * @param {string} root @param {string} path @param {RegExp} except @returns {string[]} files below `path`, sorted by name
 */
function filesBelow(root, path, except) {
  if (except.test(path) || !existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(root, `${path}/${name}`, except));
}

/**
 * Returns a hash of the Node version and of the names and contents of all files that a build reads.
 * @param {string} root @param {{ inputs: string[], except: RegExp }} build
 */
export function stampOf(root, { inputs, except }) {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputs.flatMap((path) => filesBelow(root, path, except)))
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Whether a stamp file contains the stamp, so that the build is current. @param {string} file @param {string} stamp */
export const hasStamp = (file, stamp) => existsSync(file) && readFileSync(file, 'utf8') === stamp;
