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

/** Returns the texts that stand in a piece of a file. A name of a constant of the file stands for its value. */
function textsIn({ nodes }: Source, piece: Node): string[] {
  const inside = nodes.filter(within(piece));
  const names = new Set(inside.filter(({ type }) => type === 'Identifier').map(({ name }) => name));
  const values = nodes.flatMap((node) =>
    node.type === 'VariableDeclarator' && names.has((node.id as Node).name) ? [node.init as Node] : [],
  );
  const all = [...inside, ...values.flatMap((value) => nodes.filter(within(value)))];
  return all.flatMap((node) => textOf(node) ?? []);
}

/** Returns the groups of texts that a file sends to the browser; null if it sends none. */
function groupsOf(source: Source): string[] | null {
  const sent = source.nodes.filter(
    ({ type, name }) => type === 'JSXAttribute' && (name as Node).name === 'nouns',
  );
  return sent.length === 0 ? null : sent.flatMap((attribute) => textsIn(source, attribute));
}

/** Returns the groups of the page itself, or of the nearest layout that sends any, with those of its frame. */
function groupsAt(page: string, graph: Graph, sources: Sources): string[] | null {
  for (let dir = dirname(page), file = page; dir.startsWith('src/app'); dir = dirname(dir)) {
    for (const one of [file, `${dir}/layout.tsx`]) {
      const source = sources.get(one);
      const own = source && groupsOf(source);
      const framed = (graph.get(one) ?? []).flatMap(({ to }) => groupsOfServer(sources.get(to)));
      if (own) return [...own, ...framed];
    }
    file = '';
  }
  return null;
}

const groupsOfServer = (source: Source | undefined) =>
  source && !isClient(source) ? (groupsOf(source) ?? []) : [];

/** Returns the keys that a file passes to `t`, with their places. */
const keysOf = (source: Source) =>
  source.nodes.flatMap((node) => {
    if (node.type !== 'CallExpression' || (node.callee as Node).name !== 't') return [];
    const [first] = node.arguments as Node[];
    if (!first || first.type === 'TemplateLiteral') return [];
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
    const groups = groupsAt(page, graph, sources);
    if (groups === null) return [];
    const isSent = (key: string) => groups.some((group) => key === group || key.startsWith(`${group}.`));
    const problems: Problem[] = [];
    const seen = new Set<string>();
    const visit = (file: string, isInClient: boolean): void => {
      const source = sources.get(file);
      if (!source || seen.has(`${file} ${isInClient}`)) return;
      seen.add(`${file} ${isInClient}`);
      const isHere = isInClient || isClient(source);
      if (!isHere && file !== page && groupsOf(source) !== null) return;
      for (const { key, at } of isHere ? keysOf(source) : [])
        if (!isSent(key))
          problems.push({ file, line: lineAt(source.text, at), message: `${key} is not sent to ${page}.` });
      for (const { to, isType } of graph.get(file) ?? []) if (!isType) visit(to, isHere);
    };
    visit(page, false);
    return problems;
  });
}
