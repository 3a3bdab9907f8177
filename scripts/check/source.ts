import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, visitorKeys } from 'oxc-parser';

const root = join(import.meta.dirname, '..', '..');
/** Their programs import packages that the product does not have (docs/decisions/0033). */
const FOREIGN = /^(public|drizzle|src\/server\/api\/client\/package|scripts\/campaigns\/clients)\//;

/** A node of the syntax tree (ESTree). The rules read few fields, which differ from node to node. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export interface Import {
  request: string;
  isType: boolean;
  /** It is loaded when the code gets there: `import('x')`. */
  isLate: boolean;
  at: number;
}

export interface Source {
  file: string;
  text: string;
  imports: Import[];
  /** All nodes, each after its parent. They are made when they are first read, which costs most of the time. */
  readonly nodes: Node[];
  errors: string[];
}

export interface Problem {
  file: string;
  line: number;
  message: string;
}

/** Returns the files that git has or would add. @param patterns for example `*.ts` */
export function listed(...patterns: string[]): string[] {
  const said = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns],
    { cwd: root, encoding: 'utf8' },
  );
  return [...new Set(said.split('\n'))].filter((file) => file !== '' && existsSync(join(root, file)));
}

/** Returns the files that the rules are about. */
export const codeFiles = () =>
  listed('*.ts', '*.tsx', '*.mjs', '*.cjs', '*.js').filter((file) => !FOREIGN.test(file));

export const readSource = (file: string) => parse(file, readFileSync(join(root, file), 'utf8'));

/** Parses a source. @param file decides the language by its ending */
export function parse(file: string, text: string): Source {
  const parsed = parseSync(file, text);
  const { module, errors } = parsed;
  let nodes: Node[] | undefined;
  const allNodes = () => (nodes ??= nodesOf(parsed.program as unknown as Node));
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries, start }) => ({
      request: moduleRequest.value,
      isType: /^import\s+type\b/.test(text.slice(start, start + 20)) || isTypeOnly(entries),
      isLate: false,
      at: start,
    })),
    ...module.staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ request: moduleRequest.value, isType, isLate: false, at: start }] : [],
      ),
    ),
    ...(/\b(import|require)\s*\(/.test(text) ? allNodes().flatMap(importOf) : []),
  ];
  return {
    file,
    text,
    imports,
    get nodes() {
      return allNodes();
    },
    errors: errors.map(({ message }) => message),
  };
}

const isTypeOnly = (entries: { isType: boolean }[]) =>
  entries.length > 0 && entries.every(({ isType }) => isType);

/** Returns the import that an expression or a type makes: `import('x')`, `require('x')`, `import x = require('x')`. */
function importOf(node: Node): Import[] {
  const source =
    node.type === 'ImportExpression' || node.type === 'TSImportType'
      ? node.source
      : node.type === 'TSExternalModuleReference'
        ? node.expression
        : node.type === 'CallExpression' && at(node, 'callee.name') === 'require'
          ? at(node, 'arguments.0')
          : undefined;
  const request = at(source, 'value');
  if (typeof request !== 'string') return [];
  const isLate = node.type === 'ImportExpression';
  return [{ request, isType: node.type === 'TSImportType', isLate, at: node.start }];
}

function nodesOf(program: Node): Node[] {
  const nodes: Node[] = [];
  const visit = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isNode(value)) {
      nodes.push(value);
      for (const key of visitorKeys[value.type] ?? []) visit(value[key]);
    }
  };
  visit(program);
  return nodes;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Returns the value at a path, as `callee.property.name`; undefined if a part is missing. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

export const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length;
