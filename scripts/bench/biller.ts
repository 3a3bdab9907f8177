import { runBilling } from '@/server/billing/run';
import { SWEEPS } from '@/server/billing/sweeps';
import { database } from '@/server/db/client';
import { answerParent } from './child';

export interface BillingRun {
  seconds: number;
  charged: number;
  planned: number;
  failed: number;
  /** Seconds from a sweep's first question to the next sweep's. */
  sweeps: Record<string, number>;
  /** Seconds of this process's own work. */
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
    const cpuBefore = process.cpuUsage();
    const started = performance.now();
    const { charged, planned, failed } = await runBilling({ db: database(), now });
    const ended = performance.now();
    const { user, system } = process.cpuUsage(cpuBefore);
    const times = [...begun.entries(), ['', ended] as const];
    const sweeps = Object.fromEntries(
      times.slice(0, -1).map(([name, at], index) => [name, ((times[index + 1]?.[1] ?? ended) - at) / 1000]),
    );
    return {
      seconds: (ended - started) / 1000,
      charged,
      planned,
      failed,
      sweeps,
      cpu: (user + system) / 1e6,
    };
  },
});
