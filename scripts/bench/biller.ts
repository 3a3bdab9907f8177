import type { Counts } from '@/server/platform/run-counts';
import { runBilling } from '@/server/jobs/run';
import { SCHEDULED_JOBS } from '@/server/jobs/scheduled-jobs';
import { rehearse } from '@/server/operator/prices/run-rehearsal';
import { database } from '@/server/db';
import { answerParent } from './child';

export interface BillingRun {
  seconds: number;
  counts: Counts;
  /** Seconds that each scheduled job took: from its first query to the first query of the next job. */
  sweeps: Record<string, number>;
  /** Seconds of CPU time of this process. */
  cpu: number;
  /** The largest memory use of this process in bytes, sampled ten times a second. */
  rss: number;
}

/** The options of a billing run. `only`: the scheduled jobs to run, default: all. `limit`: the most rows per job. */
export interface Order {
  now: Date;
  only?: readonly string[];
  limit?: number;
}

const SAMPLE_EVERY_MS = 100;

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
  names: () => SCHEDULED_JOBS.map(({ name }) => name),
  /** Runs the query of a scheduled job that finds its due rows. @returns the duration of the query in ms */
  look: async ({ now, name }: { now: Date; name: string }): Promise<number> => {
    const started = performance.now();
    await SCHEDULED_JOBS.find((sweep) => sweep.name === name)?.find({ db: database(), now }, 100);
    return performance.now() - started;
  },
  /** Rehearses a price change over all subscriptions. @returns the seconds */
  rehearse: async ({ now }: { now: Date }): Promise<number> => {
    const started = performance.now();
    const change = { products: [{ code: 'day-pads', listPrice: 16_900 }], fees: [], from: null } as const;
    await rehearse({ db: database(), now }, change, () => Promise.resolve());
    return (performance.now() - started) / 1000;
  },
  run: async ({ now, only, limit }: Order): Promise<BillingRun> => {
    begun.clear();
    const before = process.cpuUsage();
    let rss = process.memoryUsage.rss();
    const sampling = setInterval(() => (rss = Math.max(rss, process.memoryUsage.rss())), SAMPLE_EVERY_MS);
    const started = performance.now();
    const sweeps = SCHEDULED_JOBS.filter(({ name }) => !only || only.includes(name));
    const counts = await runBilling({ db: database(), now }, limit, sweeps);
    const ended = performance.now();
    clearInterval(sampling);
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
      rss,
    };
  },
});
