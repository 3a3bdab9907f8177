import type { World } from '../../../src/testing/world';

/** The result of a drill: lines of its table, and what must not have happened. */
export interface DrillResult {
  rows: [what: string, measured: string][];
  problems: string[];
}

/** A drill runs in a folder of its own, which belongs to the account of PostgreSQL. `short`: for `npm run test:deep`. */
export type Drill = (home: string, options: { short: boolean }) => Promise<DrillResult>;

/** Runs work in a world and closes the world afterwards. */
export async function inWorld<T>(world: World, work: (world: World) => Promise<T>): Promise<T> {
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}

/** Returns a duration in seconds with one decimal. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
