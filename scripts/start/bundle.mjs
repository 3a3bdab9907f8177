// @ts-check
// Builds the programs of a server as bundles in dist/. Code that several bundles use is in shared files in
// dist/.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareOnce } from './install.mjs';
import { hasStamp, stampOf } from './stamp.mjs';
import { Refusal } from './terminal.mjs';

/** The entry file of each program of a server, and of a thread. The key is the name of its bundle. */
const SERVER = {
  web: 'src/web/main.ts',
  worker: 'src/worker/main.ts',
  ops: 'scripts/ops/main.ts',
  migrate: 'scripts/start/migrate.ts',
  'check-settings': 'scripts/start/check-settings.ts',
  'src/server/money/payment-links/picture-reader': 'src/server/money/payment-links/picture-reader.js',
  'src/server/desk/acts/workbook-reader': 'src/server/desk/acts/workbook-reader.js',
};
/** The programs that only a demo needs. */
const DEMO = { sandbox: 'src/sandbox/main.ts', seed: 'scripts/start/seed.ts' };

/** @typedef {keyof typeof SERVER | keyof typeof DEMO} Program */
/** @typedef {{ withDemo: boolean }} Wanted `withDemo`: also the sandbox and the demo accounts */

/** Files that a server reads at run time. Key: path of the source. Value: path of its copy in dist/. */
const FILES = {
  drizzle: 'drizzle',
  'src/fonts/anuphan-regular.ttf': 'src/fonts/anuphan-regular.ttf',
  'src/fonts/anuphan-bold.ttf': 'src/fonts/anuphan-bold.ttf',
  'src/server/api/client/package': 'src/server/api/client/package',
  'src/server/login/common-passwords.bin': 'src/server/login/common-passwords.bin',
  'src/server/db/thai-places': 'src/server/db/thai-places',
  'src/server/subscriber/line-chat/menus': 'src/server/subscriber/line-chat/menus',
};
const DEMO_FILES = { 'src/sandbox/omise/browser': 'browser' };

const SOURCES = {
  inputs: ['src', 'drizzle', 'scripts', 'next.config.mjs', 'package-lock.json', 'tsconfig.json'],
  except: /\.test\.tsx?$|^src\/(app|components)\/|^scripts\/(campaigns|check|data|pictures)\//,
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

/** Bundles the programs with esbuild. @param {string} root @param {Wanted} wanted */
async function build(root, { withDemo }) {
  const esbuild = await import('esbuild');
  const { serverExternalPackages } = await import('../../next.config.mjs');
  return esbuild.build({
    absWorkingDir: root,
    entryPoints: { ...SERVER, ...(withDemo ? DEMO : {}) },
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
 * @param {string} root @param {Wanted} wanted
 * @returns {Promise<void>} throws Refusal with the error message of esbuild
 */
export async function ensureBundles(root, wanted = { withDemo: true }) {
  const dist = join(root, 'dist');
  const stampFile = join(dist, 'ira-bundles');
  const stamp = `${stampOf(root, SOURCES)}${wanted.withDemo ? '' : ' without the demo'}`;
  await prepareOnce(root, { what: 'building', isDone: () => hasStamp(stampFile, stamp) }, async () => {
    mkdirSync(dist, { recursive: true });
    rmSync(stampFile, { force: true });
    for (const name of readdirSync(dist).filter((file) => /\.js(\.map)?$/.test(file)))
      rmSync(join(dist, name));
    for (const name of Object.values(DEMO_FILES)) rmSync(join(dist, name), { recursive: true, force: true });
    await build(root, wanted).catch((/** @type {Error} */ error) => {
      throw new Refusal(error.message);
    });
    for (const [from, to] of Object.entries({ ...FILES, ...(wanted.withDemo ? DEMO_FILES : {}) }))
      cpSync(join(root, from), join(dist, to), { recursive: true });
    writeFileSync(join(dist, 'package.json'), '{ "type": "module" }\n');
    writeFileSync(stampFile, stamp);
  });
}
