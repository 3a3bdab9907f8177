// @ts-check
// Builds the script for pages without React, from src/site to public/_site. Called by next.config.mjs.
import { mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, context } from 'esbuild';

const FOLDER = '_site';

/**
 * Returns the options for one output file. A second file, shared by two entries, would be another request of
 * each page.
 * @param {string} root @param {string} entry @param {boolean} dev @returns {import('esbuild').BuildOptions}
 */
const optionsOf = (root, entry, dev) => ({
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
});

/**
 * Creates the esbuild plugin that leaves the tracing module outside the script.
 * @param {string} tracer file name of the tracing module, which the script imports while the page is idle
 */
const withTracer = (tracer) => ({
  name: 'tracer',
  setup: (/** @type {import('esbuild').PluginBuild} */ { onResolve }) =>
    onResolve({ filter: /monitoring\/tracer$/ }, () => ({ path: `./${tracer}`, external: true })),
});

const TRACER = 'src/components/monitoring/tracer.ts';
const SCRIPT = 'src/site/main.ts';

/**
 * Builds one output file.
 * @param {import('esbuild').BuildOptions} options @returns {Promise<string>} the file's name
 */
async function built(options) {
  const { metafile } = await build(options);
  return basename(Object.keys(metafile?.outputs ?? {})[0] ?? '');
}

/**
 * Builds the script.
 * @param {string} root @returns {Promise<string>} its URL path
 */
export async function buildSiteModule(root) {
  const folder = join(root, 'public', FOLDER);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tracer = await built(optionsOf(root, TRACER, false));
  const script = await built({ ...optionsOf(root, SCRIPT, false), plugins: [withTracer(tracer)] });
  return `/${FOLDER}/${script}`;
}

/**
 * Builds the script for development, and builds it again after every change.
 * @param {string} root @returns {Promise<string>} its URL path
 */
export async function watchSiteModule(root) {
  const options = [
    optionsOf(root, TRACER, true),
    { ...optionsOf(root, SCRIPT, true), plugins: [withTracer('tracer.js')] },
  ];
  for (const one of options) await (await context(one)).watch();
  return `/${FOLDER}/main.js`;
}

/**
 * Builds the script in memory and returns its size.
 * @param {string} root @returns {Promise<number>} bytes of the script after gzip, without the tracing module that loads later
 */
export async function weighSiteModule(root) {
  const options = { ...optionsOf(root, SCRIPT, false), plugins: [withTracer('tracer.js')] };
  const { outputFiles } = await build({ ...options, write: false });
  return (outputFiles ?? []).reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
}
