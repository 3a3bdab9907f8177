interface RouteLike {
  method: string;
  /** The path pattern, such as `/charges/{id}`. */
  path: string;
}

export interface Found<R> {
  route: R;
  params: Record<string, string>;
}

/**
 * Finds the route of a method and a path. Returns null if no route matches. The result has the values of the
 * placeholders.
 */
export function findRoute<R extends RouteLike>(routes: R[], method: string, path: string): Found<R> | null {
  const got = path.split('/').slice(1);
  for (const candidate of routes) {
    if (candidate.method !== method) continue;
    const wanted = candidate.path.split('/').slice(1);
    if (wanted.length !== got.length) continue;
    const params: Record<string, string> = {};
    const isFit = wanted.every((part, i) => {
      if (!part.startsWith('{')) return part === got[i];
      params[part.slice(1, -1)] = got[i] ?? '';
      return got[i] !== '';
    });
    if (isFit) return { route: candidate, params };
  }
  return null;
}
