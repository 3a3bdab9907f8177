import { listRoutes } from './routes';

/**
 * Returns the source of `src/trpc/rest-paths.ts`, the paths that pages call. TypeScript keeps no literal of a procedure's `meta`, so the paths
 * are printed.
 */
export function printRestPaths(): string {
  const ofPages = listRoutes().filter(({ route }) => route.who !== 'token');
  const lines = ofPages.map(({ method, path, route }) => `  '${method} ${path}': '${route.name}';`);
  return [
    '/** The procedure behind each REST path. `npm run task -- paths` writes this file. */',
    'export interface RestPaths {',
    ...lines,
    '}',
    '',
  ].join('\n');
}
