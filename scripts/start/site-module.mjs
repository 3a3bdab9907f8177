// @ts-check
// Builds the scripts for pages without React, from src/site to public/_site. Called by next.config.mjs.
import { mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, context } from 'esbuild';

const FOLDER = '_site';

/** The scripts, by the setting that names the path of each: of every page, and of a payment link. */
const SCRIPTS = { SITE_MODULE: 'src/site/main.ts', PAY_MODULE: 'src/site/pay.ts' };
/** The modules that a script imports later, each a file of its own. */
const LATE = ['src/components/monitoring/tracer.ts', 'src/site/read-qr.ts'];

/**
 * Returns the options for one file. No two files share a third one, which would be another request of each page.
 * @param {string} root @param {string} entry @param {boolean} dev @param {Record<string, string>} late file names of the
 *   late modules @returns {import('esbuild').BuildOptions}
 */
const optionsOf = (root, entry, dev, late = {}) => ({
  absWorkingDir: root,
  entryPoints: [entry],
  outdir: join('public', FOLDER),
  // In production the folder is served as immutable. In development the names do not change.
  entryNames: dev ? '[name]' : '[name]-[hash]',
  bundle: true,
  format: 'esm',
  target: ['es2021', 'safari15'],
  minify: !dev,
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
  metafile: true,
  plugins: [
    {
      name: 'late',
      setup: ({ onResolve }) =>
        onResolve({ filter: /\/(tracer|read-qr)$/ }, ({ path }) => {
          const name = late[basename(path)];
          return name === undefined ? undefined : { path: `./${name}`, external: true };
        }),
    },
  ],
});

const nameOf = (/** @type {string} */ entry) => basename(entry, '.ts');

/**
 * Builds one file.
 * @param {import('esbuild').BuildOptions} options @returns {Promise<string>} the file's name
 */
async function built(options) {
  const { metafile } = await build(options);
  return basename(Object.keys(metafile?.outputs ?? {})[0] ?? '');
}

/**
 * Builds the scripts.
 * @param {string} root @returns {Promise<Record<string, string>>} the URL path of each, by its setting
 */
export async function buildSiteModules(root) {
  const folder = join(root, 'public', FOLDER);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  /** @type {Record<string, string>} */
  const late = {};
  for (const entry of LATE) late[nameOf(entry)] = await built(optionsOf(root, entry, false));
  /** @type {Record<string, string>} */
  const paths = {};
  for (const [setting, entry] of Object.entries(SCRIPTS))
    paths[setting] = `/${FOLDER}/${await built(optionsOf(root, entry, false, late))}`;
  return paths;
}

/** The names of the late modules in development. */
const LATE_NAMES = Object.fromEntries(LATE.map((entry) => [nameOf(entry), `${nameOf(entry)}.js`]));

/**
 * Builds the scripts for development, and builds them again after every change.
 * @param {string} root @returns {Promise<Record<string, string>>} the URL path of each, by its setting
 */
export async function watchSiteModules(root) {
  for (const entry of [...LATE, ...Object.values(SCRIPTS)])
    await (await context(optionsOf(root, entry, true, LATE_NAMES))).watch();
  return Object.fromEntries(
    Object.entries(SCRIPTS).map(([setting, entry]) => [setting, `/${FOLDER}/${nameOf(entry)}.js`]),
  );
}

/**
 * Builds the scripts in memory and returns their sizes.
 * @param {string} root @returns {Promise<number[]>} bytes of each after gzip, without the modules that load later
 */
export async function weighSiteModules(root) {
  const options = Object.values(SCRIPTS).map((entry) => optionsOf(root, entry, false, LATE_NAMES));
  const outputs = await Promise.all(options.map((one) => build({ ...one, write: false })));
  return outputs.map(({ outputFiles }) => gzipSync(outputFiles?.[0]?.contents ?? '').length);
}
