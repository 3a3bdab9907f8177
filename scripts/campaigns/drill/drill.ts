import type { World } from '../../../src/testing/world';

/** The result of a drill: lines of its table, and what must not have happened. */
export interface DrillResult {
  rows: [what: string, measured: string][];
  problems: string[];
}

export interface DrillOptions {
  /** For `npm run test:deep`. */
  short: boolean;
  /** The number of faults of the failover drill. */
  faults?: number | undefined;
  /** The minutes of the soak; of the failover drill: of pauses without a failover, in place of faults. */
  minutes?: number | undefined;
  /** The only alerts to cause, separated by commas. */
  alert?: string | undefined;
  /** Whether the services run in containers. */
  containers: boolean;
}

/** A drill runs in a folder of its own, which belongs to the account of PostgreSQL. */
export type Drill = (home: string, options: DrillOptions) => Promise<DrillResult>;

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
