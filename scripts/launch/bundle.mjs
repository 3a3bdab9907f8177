// @ts-check
// Builds the programs of a server as bundles in dist/. Code that several bundles use is in shared files in
// dist/.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareOnce } from './install.mjs';
import { hasStamp, stampOf } from './stamp.mjs';
import { Refusal } from './terminal.mjs';

/** The entry file of each program. The key is the name of its bundle. */
const ENTRIES = {
  web: 'src/web/main.ts',
  worker: 'src/worker/main.ts',
  sandbox: 'src/sandbox/main.ts',
  ops: 'scripts/ops.ts',
  migrate: 'scripts/migrate.ts',
  seed: 'scripts/seed.ts',
  'check-settings': 'scripts/check-settings.ts',
};

/** @typedef {keyof typeof ENTRIES} Program */

/** Files that the programs read at run time. Key: path of the source. Value: path of its copy in dist/. */
const FILES = {
  drizzle: 'drizzle',
  'src/fonts/anuphan-regular.ttf': 'src/fonts/anuphan-regular.ttf',
  'src/fonts/anuphan-bold.ttf': 'src/fonts/anuphan-bold.ttf',
  'src/server/auth/common-passwords.bin': 'src/server/auth/common-passwords.bin',
  'src/sandbox/omise/browser': 'browser',
};

const SOURCES = {
  inputs: ['src', 'drizzle', 'scripts', 'next.config.mjs', 'package-lock.json', 'tsconfig.json'],
  except: /\.test\.tsx?$|^src\/(app|components)\/|^scripts\/(bench|shots)\//,
};

/** Optional packages of the dependencies. The product never loads them, so they are not bundled. */
const NEVER_LOADED = ['typescript', 'pg-native'];

/**
 * Code at the start of every bundle: globals for bundled CommonJS modules, and the folder that
 * src/product-files.ts needs.
 */
const BANNER = [
  "import { createRequire as bundleRequire } from 'node:module';",
  'const require = bundleRequire(import.meta.url), bundleFolder = import.meta.dirname;',
  'const __filename = import.meta.filename, __dirname = bundleFolder;',
].join(' ');

/** Flags of Node: stack traces show the sources, and the heap grows by 25 % at a time instead of doubling. */
const FLAGS = ['--enable-source-maps', '--heap-growing-percent=25'];

/** Returns the Node arguments that run a program's bundle. @param {string} root @param {Program} name */
export const bundleOf = (root, name) => [...FLAGS, join(root, 'dist', `${name}.js`)];

/** Bundles all programs with esbuild. @param {string} root */
async function build(root) {
  const esbuild = await import('esbuild');
  const { serverExternalPackages } = await import('../../next.config.mjs');
  return esbuild.build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    chunkNames: '[name]-[hash]',
    define: { 'process.env.NODE_ENV': '"production"', BUNDLE_FOLDER: 'bundleFolder' },
    banner: { js: BANNER },
    // Packages that the pages load from node_modules stay outside the bundles.
    external: ['next', ...serverExternalPackages, ...NEVER_LOADED],
    logLevel: 'silent',
  });
}

/**
 * Bundles the programs if the sources have changed since the last bundles were built.
 * @param {string} root @returns {Promise<void>} throws Refusal with the error message of esbuild
 */
export async function ensureBundles(root) {
  const dist = join(root, 'dist');
  const stampFile = join(dist, 'ira-bundles');
  const stamp = stampOf(root, SOURCES);
  await prepareOnce(root, { what: 'building', isDone: () => hasStamp(stampFile, stamp) }, async () => {
    mkdirSync(dist, { recursive: true });
    rmSync(stampFile, { force: true });
    for (const name of readdirSync(dist).filter((file) => /\.js(\.map)?$/.test(file)))
      rmSync(join(dist, name));
    await build(root).catch((/** @type {Error} */ error) => {
      throw new Refusal(error.message);
    });
    for (const [from, to] of Object.entries(FILES))
      cpSync(join(root, from), join(dist, to), { recursive: true });
    writeFileSync(join(dist, 'package.json'), '{ "type": "module" }\n');
    writeFileSync(stampFile, stamp);
  });
}
