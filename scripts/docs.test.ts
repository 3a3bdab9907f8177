import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { INVARIANTS } from '@/server/billing/invariants';
import manifest from '../package.json';

/* What the documents say, where a machine can look whether it is so. */
const DOCUMENTS = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
]
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }));

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one = '']) => one);

test.each(DOCUMENTS)('$name links to files that are there', ({ name, text }) => {
  const links = found(text, /\]\(([^)#\s]+)[^)]*\)/g).filter((link) => !/^https?:/.test(link));
  expect(links.filter((link) => !existsSync(join(dirname(name), link)))).toEqual([]);
});

test.each(DOCUMENTS)('$name asks for scripts that package.json has', ({ text }) => {
  const asked = found(text, /npm run (?:-s )?([a-z][\w:]*)/g);
  expect(asked.filter((script) => !(script in manifest.scripts))).toEqual([]);
});

/** Whether a test file has a group or test of that title, as a literal of any quotes. */
function hasTitle(file: string, title: string): boolean {
  if (!existsSync(file)) return false;
  const text = readFileSync(file, 'utf8');
  return ["'", '"', '`'].some((quote) =>
    text.includes(`${quote}${title.replaceAll(quote, `\\${quote}`)}${quote}`),
  );
}

test('every test that docs/security.md names is there', () => {
  const text = readFileSync('docs/security.md', 'utf8');
  const rows = text.slice(text.indexOf('## Attack by attack')).match(/^\| .* \|$/gm) ?? [];
  const cells = rows.map((row) => row.slice(2, -2).split(' | ')[2] ?? '').filter((cell) => cell !== 'test');
  expect(cells.length).toBeGreaterThan(65);
  const missing = cells.flatMap((cell) =>
    cell.split(/ · (?=`)/).filter((reference) => {
      const [, name = '', titles = ''] = /^`([^`]+)` › (.+)$/.exec(reference) ?? [];
      const file = name.includes('/') ? name : join('src/server/auth', name);
      return !titles || titles.split(' › ').some((title) => !hasTitle(file, title));
    }),
  );
  expect(missing).toEqual([]);
});

const requirement = z.strictObject({
  ids: z.array(z.string().regex(/^V\d+(\.\d+){0,2}$/)).min(1),
  tests: z
    .array(z.strictObject({ file: z.string(), title: z.string() }))
    .min(1)
    .optional(),
  document: z.strictObject({ file: z.string(), heading: z.string() }).optional(),
  exception: z.string().min(20).optional(),
});

test('every requirement in docs/asvs.json has a test or heading that is there, or a reason', () => {
  const { requirements } = z
    .strictObject({ standard: z.literal('OWASP ASVS 5.0.0'), requirements: z.array(requirement) })
    .parse(JSON.parse(readFileSync('docs/asvs.json', 'utf8')));
  const ids = requirements.flatMap((one) => one.ids);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(ids.length).toBeGreaterThan(190);
  const wrong = requirements.filter(({ tests, document, exception }) => {
    if ([tests, document, exception].filter((one) => one !== undefined).length !== 1) return true;
    if (tests?.some(({ file, title }) => !hasTitle(file, title))) return true;
    return (
      document &&
      !readFileSync(document.file, 'utf8')
        .split('\n')
        .some((line) => /^#+ (.*)$/.exec(line)?.[1] === document.heading)
    );
  });
  expect(wrong).toEqual([]);
});

test('there are as many promises as docs/operations.md says', () => {
  const text = readFileSync('docs/operations.md', 'utf8');
  expect(found(text, /All (\d+) promises hold/g)).toEqual([String(INVARIANTS.length)]);
});
