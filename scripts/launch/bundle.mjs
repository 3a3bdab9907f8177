// @ts-check
// The bundles in dist/: what a server runs. Sources of one bundle that another needs too are in shared files beside them.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareOnce } from './install.mjs';
import { hasStamp, stampOf } from './stamp.mjs';
import { Refusal } from './terminal.mjs';

/** The programs, by the name of their bundle. */
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

/** Files that the programs read at run time, and their place beside the bundles. */
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

/** Packages that others load only where they are installed; the product needs none. */
const NEVER_LOADED = ['typescript', 'pg-native'];

/** What Node gives to CommonJS modules, for those that are bundled; and the folder for src/product-files.ts. */
const BANNER = [
  "import { createRequire as bundleRequire } from 'node:module';",
  'const require = bundleRequire(import.meta.url), bundleFolder = import.meta.dirname;',
  'const __filename = import.meta.filename, __dirname = bundleFolder;',
].join(' ');

/** With traces of the sources; and a heap that grows by a quarter of what is in use, where Node would double it. */
const FLAGS = ['--enable-source-maps', '--heap-growing-percent=25'];

/** The arguments of Node for a program. @param {string} root @param {Program} name */
export const bundleOf = (root, name) => [...FLAGS, join(root, 'dist', `${name}.js`)];

/** @param {string} root */
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
    // In node_modules stays what the pages load from there too.
    external: ['next', ...serverExternalPackages, ...NEVER_LOADED],
    logLevel: 'silent',
  });
}

/**
 * Bundles the programs unless they are bundled from exactly these sources.
 * @param {string} root @returns {Promise<void>} throws Refusal with what esbuild says
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
