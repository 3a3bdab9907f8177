type Name = 'clock' | 'counters' | 'database' | 'draining' | 'errorListener' | 'trace';

const cell = globalThis as typeof globalThis & { iraProcessState?: Map<Name, unknown> };

/**
 * Returns a value that exists once per process, and creates it at the first call. In production the web
 * process has two copies of most modules: in the bundle and in the pages of Next. Both copies use this map
 * (docs/decisions/0030-one-production-build.md).
 */
export function processState<T>(name: Name, make: () => T): T {
  const states = (cell.iraProcessState ??= new Map());
  if (!states.has(name)) states.set(name, make());
  return states.get(name) as T;
}
