import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { LINT_FAULTS } from './lint-faults';

const root = join(import.meta.dirname, '..', '..');
const config = readFileSync(join(root, '.oxlintrc.json'), 'utf8');

interface Config {
  rules: Record<string, unknown>;
  overrides: { files: string[]; rules: Record<string, unknown> }[];
}

/** Returns the rules that are on. */
function rulesOf({ rules, overrides }: Config): string[] {
  const all = [rules, ...overrides.map((override) => override.rules)].flatMap(Object.entries<unknown>);
  return [...new Set(all.filter(([, level]) => level !== 'off').map(([name]) => name))].sort();
}

/** Returns the name that the configuration has for a code as `next(no-typos)`. */
const nameOf = (code: string) =>
  code
    .replace(/^next\(/, 'nextjs(')
    .replace(/^react-hooks\(/, 'react(')
    .replace('(', '/')
    .replace(')', '');

/** Returns what oxlint says of the planted faults, for each file. */
async function lint(folder: string, files: string[]): Promise<Map<string, string[]>> {
  const said = await new Promise<string>((resolve) => {
    const bin = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    execFile(
      process.execPath,
      [bin, '--type-check', '--format', 'json', ...files],
      { cwd: folder },
      (_failed, out) => {
        resolve(out);
      },
    );
  });
  const { diagnostics } = JSON.parse(said) as { diagnostics: { code?: string; filename: string }[] };
  const codes = new Map<string, string[]>();
  for (const { code = '', filename } of diagnostics)
    codes.set(filename, [...(codes.get(filename) ?? []), nameOf(code)]);
  return codes;
}

/** Faults of types, which the linter reports in place of the compiler. */
const TYPE_FAULTS = {
  'types.ts': ['export const a: string = 1;', 'typescript/TS2322'],
  'unchecked-index.ts': ['declare const a: string[]; export const b: string = a[0];', 'typescript/TS2322'],
  'missing.ts': ["import { a } from './none'; export const b = a;", 'typescript/TS2307'],
  'deprecated.tsx': [
    "import React from 'react'; export const a = React.createClass({});",
    'typescript/TS2339',
  ],
  'checked.mjs': ['// @ts-check\n/** @type {string} */\nexport const a = 1;', 'typescript/TS2322'],
} as const;

test('oxlint finds a planted fault of each rule and of types', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ira-lint-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const expected = Object.entries(LINT_FAULTS).map(([rule, fault]) => {
    const name = rule.replace('/', '--');
    const [file, text] =
      typeof fault === 'string' ? [`${name}.${/<[a-zA-Z]+[\s/>]/.test(fault) ? 'tsx' : 'ts'}`, fault] : fault;
    return { file, text, code: rule.includes('/') ? rule : `eslint/${rule}` };
  });
  const types = Object.entries(TYPE_FAULTS).map(([file, [text, code]]) => ({ file, text, code }));
  try {
    write('.oxlintrc.json', config);
    write(
      'tsconfig.json',
      readFileSync(join(root, 'tsconfig.json'), 'utf8').replace(
        '"src",',
        '"*.ts", "*.tsx", "*.mjs", "pages",',
      ),
    );
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const { file, text } of [...expected, ...types]) write(file, `${text}\nexport {};\n`);
    const codes = await lint(
      folder,
      [...expected, ...types].map(({ file }) => file),
    );
    const missed = [...expected, ...types]
      .filter(({ file, code }) => !codes.get(file)?.includes(code))
      .map(({ file, code }) => `${code} in ${file}: found ${codes.get(file)?.join(', ') ?? 'nothing'}`);
    expect(missed).toEqual([]);
    expect(Object.keys(LINT_FAULTS).sort()).toEqual(rulesOf(JSON.parse(config) as Config));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
