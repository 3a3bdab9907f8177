type Name = 'clock' | 'counters' | 'database' | 'draining' | 'errorListener';

const cell = globalThis as typeof globalThis & { iraProcessState?: Map<Name, unknown> };

/**
 * Returns a state that the process has once, made on first use. A production web process has two copies of most modules:
 * the bundle's and the pages'. This map is the only thing that both reach (docs/decisions/0030-one-production-build.md).
 */
export function processState<T>(name: Name, make: () => T): T {
  const states = (cell.iraProcessState ??= new Map());
  if (!states.has(name)) states.set(name, make());
  return states.get(name) as T;
}
