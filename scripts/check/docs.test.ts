import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { INVARIANTS } from '@/server/work/invariants/invariants';
import manifest from '../../package.json';

/* Checks the facts in the documents against the repository. */
const ROOT_DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'src/domain/README.md',
];
const DOCUMENTS = [
  ...ROOT_DOCUMENTS,
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
]
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }));

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one = '']) => one);

/** Returns the anchors that GitHub gives to the headings of a document. */
const anchorsOf = (file: string) =>
  found(readFileSync(file, 'utf8'), /^#+ (.*)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Whether a link in a document leads to an existing file and, with `#`, to an existing heading. */
function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#', 2);
  const file = path === '' ? from : join(dirname(from), path);
  return existsSync(file) && (anchor === undefined || anchorsOf(file).includes(anchor));
}

test.each(DOCUMENTS)('$name links to files and headings that exist', ({ name, text }) => {
  const links = found(text, /\]\(([^)\s]+)[^)]*\)/g).filter((link) => !/^https?:/.test(link));
  expect(links.filter((link) => !leadsSomewhere(name, link))).toEqual([]);
});

test('every runbook of deployment/alerts.yml is a heading that exists', () => {
  const runbooks = found(readFileSync('deployment/alerts.yml', 'utf8'), /runbook: '([^']+)'/g);
  expect(runbooks.length).toBeGreaterThan(25);
  expect(runbooks.filter((runbook) => !leadsSomewhere('deployment/alerts.yml', runbook))).toEqual([]);
});

const FOLDERS = ['src', 'scripts', 'e2e', 'docs', 'drizzle', 'public', '.github'];
const FILE_NAMES = new Set(
  ['src', 'scripts', 'e2e'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
  ),
);

/**
 * Whether a name in backticks is out of date: it is the path or the name of a source file that does not
 * exist. Ignores other names.
 */
function isStale(name: string): boolean {
  if (/[\s*<{…]/.test(name)) return false;
  if (FOLDERS.includes(name.split('/')[0] ?? '')) return !existsSync(name);
  return /^[\w.-]+\.(ts|tsx|mjs)$/.test(name) && !FILE_NAMES.has(name);
}

test.each(DOCUMENTS.filter(({ name }) => name !== 'CHANGELOG.md'))(
  '$name names files that exist',
  ({ text }) => {
    expect(found(text, /`([^`\n]+)`/g).filter(isStale)).toEqual([]);
  },
);

const TASKS = readFileSync('scripts/task.mjs', 'utf8');

test.each(DOCUMENTS)('$name names only scripts of package.json and tasks', ({ text }) => {
  const asked = found(text, /npm run (?:-s )?([a-z][\w:]*)/g);
  expect(asked.filter((script) => !(script in manifest.scripts))).toEqual([]);
  const tasks = found(text, /npm run task -- ([a-z]+)/g);
  expect(tasks.filter((task) => !new RegExp(`^  ${task}: `, 'm').test(TASKS))).toEqual([]);
});

/** Whether a test file contains a test or group with this title. */
function hasTitle(file: string, title: string): boolean {
  if (!existsSync(file)) return false;
  // The tags of a browser test stand at the end of its title.
  const text = readFileSync(file, 'utf8').replaceAll(/(?: @\w+)+(?=['`])/g, '');
  return ["'", '"', '`'].some((quote) =>
    text.includes(`${quote}${title.replaceAll(quote, `\\${quote}`)}${quote}`),
  );
}

test('every test that docs/security.md names exists', () => {
  const text = readFileSync('docs/security.md', 'utf8');
  const rows = text.slice(text.indexOf('## Attack by attack')).match(/^\| .* \|$/gm) ?? [];
  const cells = rows.map((row) => row.slice(2, -2).split(' | ')[2] ?? '').filter((cell) => cell !== 'test');
  expect(cells.length).toBeGreaterThan(65);
  const missing = cells.flatMap((cell) =>
    cell.split(/ · (?=`)/).filter((reference) => {
      const [, name = '', titles = ''] = /^`([^`]+)` › (.+)$/.exec(reference) ?? [];
      const file = name.includes('/') ? name : join('src/server/login', name);
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

test('every requirement in docs/asvs.json has an existing test or heading, or a reason', () => {
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

test('docs/operator-commands.md names the number of invariants', () => {
  const text = readFileSync('docs/operator-commands.md', 'utf8');
  expect(found(text, /All (\d+) invariants hold/g)).toEqual([String(INVARIANTS.length)]);
});

const campaign = z.strictObject({
  name: z.string(),
  date: z.iso.date(),
  command: z.string().startsWith('npm run '),
  commit: z.string().optional(),
  machine: z.string(),
  load: z.string().optional(),
  note: z.string().optional(),
  results: z.array(z.record(z.string(), z.unknown())).min(1),
});

test.each(readdirSync('docs/results'))('docs/results/%s names date and command of every campaign', (file) => {
  const data: unknown = JSON.parse(readFileSync(join('docs/results', file), 'utf8'));
  expect(z.array(campaign).min(1).safeParse(data).error).toBeUndefined();
});

test('every name in the glossary is in the code, and no more than 60 terms have to be learned', () => {
  const rows = readFileSync('src/domain/README.md', 'utf8').match(/^\| (?!term ).* \|$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.length).toBeLessThanOrEqual(60);
  const words = new Set(
    readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => readFileSync(join('src', path), 'utf8').match(/\w+/g) ?? []),
  );
  const names = rows.flatMap((row) => found(row.slice(row.lastIndexOf(' | ')), /`([^`]+)`/g));
  expect(names.filter((name) => !words.has(name))).toEqual([]);
});
