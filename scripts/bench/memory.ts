import type { BillingRun, Order } from './biller';
import { startBillingSetup } from './cohort';
import { writeChargeable } from './crowd';
import type { Size } from './main';
import type { Report } from './report';
import type { Stage } from './stage';

const DUE = [1000, 10_000, 100_000];
const CHARGED_MAX = 10_000;
const MB = 1024 * 1024;

/** Measures the memory of the billing process with few due orders and with very many. */
export async function memory(stage: Stage, { orders = CHARGED_MAX }: Size): Promise<Report[]> {
  const setup = await startBillingSetup(stage, 'memory');
  const rows: Report['rows'] = [];
  let written = 0;
  for (const due of DUE) {
    stage.signal.throwIfAborted();
    await writeChargeable(setup.url, setup.sql, { group: `due${due}`, count: due - written, now: setup.now });
    // Each measurement has its own process, so that it starts with a new heap.
    const biller = setup.newBiller(setup.url);
    const run = await biller.ask<BillingRun>('run', {
      now: setup.now,
      only: ['chargePayments'],
      limit: Math.min(due, orders),
    } satisfies Order);
    await biller.stop();
    written = due - run.counts.charged;
    rows.push({
      'orders due': due,
      charged: run.counts.charged,
      'orders per second': run.counts.charged / run.seconds,
      'memory at most, MB': run.rss / MB,
    });
  }
  return [
    {
      title: 'memory: a billing process beside ever more due orders',
      rows,
      notes: [`at most ${orders} of them are charged in a run; --orders 100000 charges all`],
    },
  ];
}
