import { dirname } from 'node:path';
import type { importsOf } from './imports';
import { lineAt, type Node, type Problem, type Source } from './source';

type Graph = ReturnType<typeof importsOf>['graph'];
type Sources = ReadonlyMap<string, Source>;

const PAGE = /^src\/app\/.*\/page\.tsx$/;
const DIRECTIVE = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*['"]use client['"]/;

const isClient = ({ text }: Source) => DIRECTIVE.test(text);
const within = (outer: Node) => (node: Node) => node.start >= outer.start && node.end <= outer.end;
const textOf = ({ type, value }: Node) => (type === 'Literal' && typeof value === 'string' ? value : null);

/**
 * Returns the texts that stand in a piece of a file. A name of a constant stands for its value.
 * @param known the file and the files that it imports
 */
function textsIn({ nodes }: Source, piece: Node, known: readonly Source[]): string[] {
  const inside = nodes.filter(within(piece));
  const names = new Set(inside.filter(({ type }) => type === 'Identifier').map(({ name }) => name));
  const values = known.flatMap((source) =>
    source.nodes.flatMap((node) =>
      node.type === 'VariableDeclarator' && names.has((node.id as Node).name)
        ? source.nodes.filter(within(node.init as Node))
        : [],
    ),
  );
  return [...inside, ...values].flatMap((node) => textOf(node) ?? []);
}

const sentBy = ({ nodes }: Source) =>
  nodes.filter(({ type, name }) => type === 'JSXAttribute' && (name as Node).name === 'nouns');

/** Returns the groups of texts that a file sends to the browser. */
function groupsOf(file: string, graph: Graph, sources: Sources): string[] {
  const source = sources.get(file);
  const sent = source ? sentBy(source) : [];
  if (!source || sent.length === 0) return [];
  const imported = (graph.get(file) ?? []).flatMap(({ to }) => sources.get(to) ?? []);
  return sent.flatMap((attribute) => textsIn(source, attribute, [source, ...imported]));
}

/** Returns a page and the layouts around it. */
function filesAround(page: string, sources: Sources): string[] {
  const files = [page];
  for (let dir = dirname(page); dir.startsWith('src/app'); dir = dirname(dir))
    if (sources.has(`${dir}/layout.tsx`)) files.push(`${dir}/layout.tsx`);
  return files;
}

/** Returns the groups of the page itself and of the layouts around it, with those of their frames. */
function groupsOfAll(files: readonly string[], graph: Graph, sources: Sources): string[] {
  return files.flatMap((file) => {
    const own = groupsOf(file, graph, sources);
    const framed = (graph.get(file) ?? []).filter(({ to }) => {
      const source = sources.get(to);
      return own.length > 0 && source && !isClient(source);
    });
    return [...own, ...framed.flatMap(({ to }) => groupsOf(to, graph, sources))];
  });
}

/** Returns what stands before the first expression of a key: the group of its possible texts, or a part of its name. */
const startOf = ({ quasis, start }: Node) => {
  const { cooked } = (quasis as { value: { cooked: string } }[])[0]?.value ?? { cooked: '' };
  return cooked.includes('.') ? [{ key: cooked, at: start }] : [];
};

/** Returns the keys that a file passes to `t`, or their beginnings, with their places. */
const keysOf = (source: Source) =>
  source.nodes.flatMap((node) => {
    if (node.type !== 'CallExpression' || (node.callee as Node).name !== 't') return [];
    const [first] = node.arguments as Node[];
    if (!first) return [];
    if (first.type === 'TemplateLiteral') return startOf(first);
    const results = first.type === 'ConditionalExpression' ? [first.consequent, first.alternate] : [first];
    return (results as Node[]).flatMap((one) => {
      const key = textOf(one);
      return key === null ? [] : [{ key, at: one.start }];
    });
  });

/**
 * Returns the texts that a client component can say on a page which does not send them to the browser. A part of the
 * page that sends its own texts is left out.
 */
export function unsentTexts(graph: Graph, sources: Sources): Problem[] {
  const pages = [...sources.keys()].filter((file) => PAGE.test(file));
  return pages.flatMap((page) => {
    const files = filesAround(page, sources);
    const groups = groupsOfAll(files, graph, sources);
    if (groups.length === 0) return [];
    const isSent = (key: string) =>
      groups.some(
        (group) =>
          key === group || key.startsWith(`${group}.`) || (key.endsWith('.') && group.startsWith(key)),
      );
    const problems: Problem[] = [];
    const seen = new Set<string>();
    const visit = (file: string, isInClient: boolean): void => {
      const source = sources.get(file);
      if (!source || seen.has(`${file} ${isInClient}`)) return;
      seen.add(`${file} ${isInClient}`);
      const isHere = isInClient || isClient(source);
      if (!isHere && !files.includes(file) && sentBy(source).length > 0) return;
      for (const { key, at } of isHere ? keysOf(source) : [])
        if (!isSent(key))
          problems.push({ file, line: lineAt(source.text, at), message: `${key} is not sent to ${page}.` });
      for (const { to, isType } of graph.get(file) ?? []) if (!isType) visit(to, isHere);
    };
    for (const file of files) visit(file, false);
    return problems;
  });
}
