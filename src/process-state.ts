const cell = globalThis as typeof globalThis & { iraProcessState?: Map<string, unknown> };

/**
 * Returns a value that exists once per process, and creates it at the first call. In production the web
 * process has two copies of most modules: in the bundle and in the pages of Next. Both copies use this map
 * (docs/decisions/0030-one-production-build.md).
 *
 * Call it where the value is used, never at the top of a module: the tests run many worlds in one process, and
 * `forgetProcessState` begins each of them.
 */
export function processState<T>(name: string, make: () => T): T {
  const states = (cell.iraProcessState ??= new Map());
  if (!states.has(name)) states.set(name, make());
  return states.get(name) as T;
}

/** Forgets every value, as in a new process. For tests. */
export function forgetProcessState(): void {
  cell.iraProcessState = undefined;
}
