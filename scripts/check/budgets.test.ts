import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { weighSiteModules } from '../start/site-module.mjs';

// The bytes that the pages of the site load, without a build of Next. Browser tests check the sent bytes.
const root = join(import.meta.dirname, '..', '..');

/** The most bytes after gzip. */
const SCRIPT_MAX = 10_000;
const STYLE_MAX = 20_000;

const SITE = 'src/app/(site)/[locale]';

/** Returns the layouts around a page, the outermost first, and the page. */
function partsOf(page: string): string[] {
  const around = dirname(page) === '.' ? [] : dirname(page).split('/');
  const folders = around.map((_, at) => around.slice(0, at + 1).join('/'));
  return ['.', ...folders].map((folder) => join(folder, 'layout.tsx')).concat(page);
}

const files = readdirSync(join(root, SITE), { recursive: true, encoding: 'utf8' });
const pages = files.filter((file) => /(^|\/)page\.tsx$/.test(file));

/** Returns the bytes of the minified style sheets of a page after gzip. */
async function styleBytes(page: string): Promise<number> {
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

test('the scripts of the site are at most 10 kB each', async () => {
  const weights = await weighSiteModules(root);
  expect(Math.min(...weights)).toBeGreaterThan(1000);
  for (const weight of weights) expect(weight).toBeLessThanOrEqual(SCRIPT_MAX);
});

test('the styles of each page of the site are at most 20 kB', async () => {
  expect(pages.length).toBeGreaterThan(5);
  const weights = await Promise.all(pages.map(styleBytes));
  expect(pages.filter((_, at) => (weights[at] ?? Infinity) > STYLE_MAX)).toEqual([]);
});
