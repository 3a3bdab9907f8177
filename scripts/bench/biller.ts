import type { Counts } from '@/server/billing/counts';
import { runBilling } from '@/server/billing/run';
import { SWEEPS } from '@/server/billing/sweeps';
import { database } from '@/server/db/client';
import { answerParent } from './child';

export interface BillingRun {
  seconds: number;
  counts: Counts;
  /** Seconds from a sweep's first question to the next sweep's. */
  sweeps: Record<string, number>;
  /** Seconds of CPU of this process. */
  cpu: number;
}

const begun = new Map<string, number>();
for (const sweep of SWEEPS) {
  const { find } = sweep;
  sweep.find = (ctx, limit) => {
    if (!begun.has(sweep.name)) begun.set(sweep.name, performance.now());
    return find(ctx, limit);
  };
}

// The production billing run, once, as if it were `now`.
answerParent({
  run: async ({ now }: { now: Date }): Promise<BillingRun> => {
    begun.clear();
    const before = process.cpuUsage();
    const started = performance.now();
    const counts = await runBilling({ db: database(), now });
    const ended = performance.now();
    const { user, system } = process.cpuUsage(before);
    const starts = [...begun.values(), ended];
    const sweeps = [...begun.keys()].map(
      (name, at) => [name, ((starts[at + 1] ?? 0) - (starts[at] ?? 0)) / 1000] as const,
    );
    return {
      seconds: (ended - started) / 1000,
      counts,
      sweeps: Object.fromEntries(sweeps),
      cpu: (user + system) / 1e6,
    };
  },
});
