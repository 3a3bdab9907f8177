import type { Counts } from '@/server/platform/run-counts';
import { runBilling } from '@/server/work/jobs/run';
import { SCHEDULED_JOBS } from '@/server/work/jobs/scheduled-jobs';
import { database } from '@/server/db';
import { answerParent } from './child';

export interface BillingRun {
  seconds: number;
  counts: Counts;
  /** Seconds that each scheduled job took: from its first query to the first query of the next job. */
  sweeps: Record<string, number>;
  /** Seconds of CPU time of this process. */
  cpu: number;
}

/** The options of a billing run. `only`: the scheduled jobs to run. */
export interface Order {
  now: Date;
  only: readonly string[];
}

const begun = new Map<string, number>();
for (const sweep of SCHEDULED_JOBS) {
  const { find } = sweep;
  sweep.find = (ctx, limit) => {
    if (!begun.has(sweep.name)) begun.set(sweep.name, performance.now());
    return find(ctx, limit);
  };
}

// Runs the production billing run once, with `now` as the current time.
answerParent({
  run: async ({ now, only }: Order): Promise<BillingRun> => {
    begun.clear();
    const before = process.cpuUsage();
    const started = performance.now();
    const sweeps = SCHEDULED_JOBS.filter(({ name }) => only.includes(name));
    const counts = await runBilling({ db: database(), now }, undefined, sweeps);
    const ended = performance.now();
    const { user, system } = process.cpuUsage(before);
    const starts = [...begun.values(), ended];
    const spent = [...begun.keys()].map(
      (name, at) => [name, ((starts[at + 1] ?? 0) - (starts[at] ?? 0)) / 1000] as const,
    );
    return {
      seconds: (ended - started) / 1000,
      counts,
      sweeps: Object.fromEntries(spent),
      cpu: (user + system) / 1e6,
    };
  },
});
