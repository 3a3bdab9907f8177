import { dirname, join, normalize } from 'node:path';
import { LAYERS, type Layer } from './layers';
import { lineAt, type Problem, type Source } from './source';

interface Edge {
  from: string;
  to: string;
  isType: boolean;
  isLate: boolean;
  line: number;
}

type Graph = Map<string, Edge[]>;

const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.js', '.d.ts', '/index.ts', '/index.tsx'];

/**
 * Returns what each source imports, and the imports of files that do not exist.
 * @param files all files that can be imported
 */
export function importsOf(sources: Source[], files: string[]): { graph: Graph; problems: Problem[] } {
  const known = new Set(files);
  const graph: Graph = new Map();
  const problems: Problem[] = [];
  for (const { file, text, imports } of sources) {
    const edges: Edge[] = [];
    for (const { request, isType, isLate, at } of imports) {
      const line = lineAt(text, at);
      const to = resolve(file, request, known);
      if (to === null) problems.push({ file, line, message: `unresolved: "${request}" is no file of git.` });
      else edges.push({ from: file, to, isType, isLate, line });
    }
    graph.set(file, edges);
  }
  return { graph, problems };
}

/** Returns the file that a request means, `node_modules/…` for a package, or null. */
function resolve(from: string, request: string, known: Set<string>): string | null {
  const path = request.startsWith('.')
    ? normalize(join(dirname(from), request))
    : request.startsWith('@/')
      ? `src/${request.slice(2)}`
      : null;
  if (path === null) return request.startsWith('node:') ? request : `node_modules/${request}`;
  return ENDINGS.map((ending) => path + ending).find((file) => known.has(file)) ?? null;
}

/** Returns whether a file is meant by a part of a layer. */
function meant({ path, pathNot }: { path?: string | string[]; pathNot?: string | string[] }) {
  const [is, isNot] = [path, pathNot].map((some) => some && new RegExp([some].flat().join('|')));
  return (file: string) => (!is || is.test(file)) && !(isNot && isNot.test(file));
}

/** Returns the imports that a layer refuses. */
export const refusedImports = (graph: Graph, layers: Layer[] = LAYERS): Problem[] =>
  layers.flatMap((layer) => {
    const isFrom = meant(layer.from);
    const isTo = meant(layer.to);
    return [...graph.keys()].filter(isFrom).flatMap((file) =>
      (layer.to.reachable ? reachable(graph, file) : (graph.get(file) ?? []))
        .filter(({ to, isType }) => isTo(to) && !(layer.to.exceptTypes && isType))
        .map(({ from, to, line }) => ({
          file: from,
          line,
          message: `${layer.name}: ${from === file ? '' : `reached from ${file}: `}imports ${to}. ${layer.comment}`,
        })),
    );
  });

/** Returns which room of src/server imports which other, without tests: `money -> shop`. */
export function roomArrows(graph: Graph): Set<string> {
  const roomOf = (file: string) => /^src\/server\/([^/]+)\//.exec(file)?.[1];
  const arrows = new Set<string>();
  for (const [file, edges] of graph) {
    const from = file.includes('.test.') ? undefined : roomOf(file);
    for (const { to } of edges) {
      const room = roomOf(to);
      if (from && room && room !== from) arrows.add(`${from} -> ${room}`);
    }
  }
  return arrows;
}

/** Returns the arrows that no way over other arrows replaces: what a drawing of the rooms shows. */
export function shownArrows(arrows: Set<string>): string[] {
  const next = (room: string) =>
    [...arrows].flatMap((arrow) => (arrow.startsWith(`${room} -> `) ? [arrow.split(' -> ')[1] ?? ''] : []));
  const leadsTo = (room: string): string[] => next(room).flatMap((one) => [one, ...leadsTo(one)]);
  return [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' -> ');
    return !next(from).some((one) => one !== to && leadsTo(one).includes(to));
  });
}

function reachable(graph: Graph, start: string): Edge[] {
  const found: Edge[] = [];
  const seen = new Set([start]);
  const queue = [start];
  for (const file of queue)
    for (const edge of graph.get(file) ?? []) {
      found.push(edge);
      if (seen.has(edge.to)) continue;
      seen.add(edge.to);
      queue.push(edge.to);
    }
  return found;
}

/** Returns one problem for each import that leads back to its file: files that import each other are one module. */
export function circles(graph: Graph): Problem[] {
  const inCircle = (edge: Edge) => reachable(graph, edge.to).some(({ to }) => to === edge.from);
  const suspects = withoutEnds(graph);
  return [...suspects.values()]
    .flat()
    .filter((edge) => edge.from === edge.to || inCircle(edge))
    .map(({ from, to, line }) => ({
      file: from,
      line,
      message: `import-circle: ${to} leads back here. Two files that import each other are one module.`,
    }));
}

/**
 * Returns one problem for each style sheet that only a late script of a page brings. The server shows the contents of
 * `split` at once, so a page whose style sheet comes with the script stands there without styles until then.
 */
export function lateStyles(graph: Graph): Problem[] {
  const early: Graph = new Map(
    [...graph].map(([file, edges]) => [file, edges.filter(({ isLate }) => !isLate)]),
  );
  const reachedBy = (of: Graph, files: string[]) =>
    new Set(files.flatMap((file) => [file, ...reachable(of, file).map(({ to }) => to)]));
  const pages = [...graph.keys()]
    .filter((file) => PAGE.test(file))
    .map((file) => reachedBy(early, [file, ...layoutsOf(file)]));
  return [...graph.values()]
    .flat()
    .filter(({ from, isLate }) => isLate && early.get(from)?.some(({ to }) => to === SPLIT))
    .flatMap(({ from, to, line }) =>
      [...reachedBy(graph, [to])]
        .filter((file) => file.endsWith('.css') && pages.some((page) => page.has(from) && !page.has(file)))
        .map((file) => ({
          file: from,
          line,
          message: `late-style: ${file} comes with ${to}. Import it here.`,
        })),
    );
}

const PAGE = /^src\/app\/.*\/page\.tsx$/;
const SPLIT = 'src/components/split.tsx';

function layoutsOf(page: string): string[] {
  const parts = dirname(page).split('/');
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/layout.tsx`);
}

/** Removes files that import nothing or that no file imports, until none is left: they are in no circle. */
function withoutEnds(graph: Graph): Graph {
  let rest: Graph = graph;
  for (;;) {
    const imported = new Set([...rest.values()].flat().map(({ to }) => to));
    const next: Graph = new Map(
      [...rest]
        .filter(([file, edges]) => imported.has(file) && edges.length > 0)
        .map(([file, edges]) => [file, edges.filter(({ to }) => rest.has(to))]),
    );
    if (next.size === rest.size && edgesOf(next) === edgesOf(rest)) return next;
    rest = next;
  }
}

const edgesOf = (graph: Graph) => [...graph.values()].reduce((sum, { length }) => sum + length, 0);
