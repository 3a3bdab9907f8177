import { z } from 'zod';
import type { CallMeta, RestMeta, Who } from '../call';
import { CALLS, type Call } from '../calls';

/** A REST path: the call behind it, and what the call says about the path. */
export interface RestRoute
  extends RestMeta, Pick<Call, 'name' | 'input' | 'run'>, Pick<CallMeta, 'example' | 'scope'> {
  who: Who;
  answer: z.ZodType;
  refusals: NonNullable<CallMeta['refusals']>;
}

function routesOf({ name, meta, input, output, run }: Call): [string, RestRoute][] {
  const { who = 'anyone', scope, rest, failure, example } = meta;
  if (!rest) return [];
  const refusals = [...(meta.refusals ?? []), ...(failure ? [failure] : [])];
  const route = { ...rest, name, who, scope, refusals, example, input, answer: output ?? z.never(), run };
  return [rest.path, ...(rest.also ? [rest.also] : [])].map((path) => [path, route]);
}

/** The REST paths of all calls, by method and path. */
const ROUTES: ReadonlyMap<string, RestRoute> = new Map(CALLS.flatMap(routesOf));

/** Returns the route of a method and path; undefined if no call has this path. */
export function findRoute(method: string, path: string): RestRoute | undefined {
  return ROUTES.get(`${method} ${path}`);
}

/** Returns all routes with their methods and paths. */
export function listRoutes(): { method: string; path: string; route: RestRoute }[] {
  return [...ROUTES].map(([key, route]) => {
    const [method = '', path = ''] = key.split(' ');
    return { method, path, route };
  });
}

/** Returns the methods of a path for the header `Allow`; empty for an unknown path. */
export function methodsOf(path: string): string[] {
  return listRoutes().flatMap((one) => (one.path === path ? [one.method] : []));
}
