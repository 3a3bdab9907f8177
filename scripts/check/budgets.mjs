// @ts-check
// npm run budgets: checks the bytes that the pages of the site load, without a build of Next. Browser tests
// check the sent bytes.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root, runProgram, say } from '../start/terminal.mjs';
import { weighSiteModule } from '../start/site-module.mjs';

/** The most bytes after gzip. */
const SCRIPT_MAX = 10_000;
const STYLE_MAX = 20_000;

const SITE = 'src/app/(site)/[locale]';

/**
 * Lists the files that a page consists of.
 * @param {string} page @returns {string[]} the layouts around the page, the outermost first, and the page
 */
function partsOf(page) {
  const around = dirname(page) === '.' ? [] : dirname(page).split('/');
  const folders = around.map((_, at) => around.slice(0, at + 1).join('/'));
  return ['.', ...folders].map((folder) => join(folder, 'layout.tsx')).concat(page);
}

const files = readdirSync(join(root, SITE), { recursive: true, encoding: 'utf8' });

/**
 * Bundles the style sheets of a page and returns their size.
 * @param {string} page @returns {Promise<number>} bytes of the minified styles of a page
 */
async function styleBytes(page) {
  const imports = partsOf(page).filter((file) => files.includes(file));
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents: imports.map((file) => `import './${file}';`).join('\n'),
      resolveDir: join(root, SITE),
    },
    bundle: true,
    write: false,
    outdir: 'weighed',
    platform: 'node',
    format: 'esm',
    packages: 'external',
    jsx: 'automatic',
    minify: true,
    loader: { '.woff2': 'empty' },
    logLevel: 'error',
  });
  const css = outputFiles.filter(({ path }) => path.endsWith('.css'));
  if (css.length === 0) throw new Error(`${page} has no styles: it was not weighed.`);
  return css.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
}

await runProgram(async () => {
  /**
   * Prints a size and sets the exit code if the size is above its budget.
   * @param {string} what @param {number} bytes @param {number} most
   */
  const weigh = (what, bytes, most) => {
    say(`${what}: ${bytes} bytes of at most ${most}`);
    if (bytes > most) process.exitCode = 1;
  };
  weigh('script of the site', await weighSiteModule(root), SCRIPT_MAX);
  const pages = files.filter((file) => /(^|\/)page\.tsx$/.test(file));
  const weights = await Promise.all(pages.map(styleBytes));
  pages.forEach((page, at) => weigh(`styles of ${page}`, weights[at] ?? NaN, STYLE_MAX));
});
