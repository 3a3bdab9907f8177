// @ts-check
import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareOnce } from './install.mjs';
import { sayWhile } from './progress.mjs';
import { hasStamp, stampOf } from './stamp.mjs';
import { leashed, runTool, say } from './terminal.mjs';

const SOURCES = {
  inputs: [
    'src',
    'public',
    'next.config.mjs',
    'scripts/start/site-module.mjs',
    'postcss.config.cjs',
    'package-lock.json',
    'tsconfig.json',
  ],
  except: /\.test\.tsx?$|^src\/(sandbox|testing|web|worker)(\/|$)|^public\/_site(\/|$)/,
};

/** Returns a hash of all files from which `next build` builds the pages. @param {string} root */
export const pagesStamp = (root) => stampOf(root, SOURCES);

/**
 * Builds the pages if the sources have changed since the last build. Removes the stamp before the build and
 * writes it afterwards, so that an interrupted build is repeated.
 * @param {string} root @param {AbortSignal} signal
 */
export async function ensurePages(root, signal) {
  const stampFile = join(root, 'dist/ira-pages');
  const stamp = pagesStamp(root);
  await prepareOnce(root, { what: 'building', isDone: () => hasStamp(stampFile, stamp) }, async () => {
    say('building the pages (next build; half a minute to some minutes)');
    rmSync(stampFile, { force: true });
    const building = runTool({
      what: 'next build',
      command: process.execPath,
      args: [...leashed, join(root, 'node_modules/next/dist/bin/next'), 'build'],
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      signal,
    });
    await sayWhile(building, (seconds) => `building the pages (${seconds} s)`);
    movePages(root);
    writeFileSync(stampFile, stamp);
  });
}

/**
 * Moves the built pages to dist/, with the files of node_modules that Next needs at run time.
 * @param {string} root
 */
function movePages(root) {
  const dist = join(root, 'dist');
  for (const name of ['.next', 'node_modules']) {
    rmSync(join(dist, name), { recursive: true, force: true });
    renameSync(join(root, '.next/standalone', name), join(dist, name));
  }
  rmSync(join(root, '.next/standalone'), { recursive: true });
  rmSync(join(dist, 'public'), { recursive: true, force: true });
  for (const name of ['.next/static', 'public'])
    cpSync(join(root, name), join(dist, name), { recursive: true });
}
