import type { BillingRun, Order } from './biller';
import { startBillingSetup } from './cohort';
import { writeChargeable } from './crowd';
import type { Size } from './main';
import type { Report } from './report';
import type { Stage } from './stage';
import { verdictOf } from './verdict';

const ORDERS = 2000;
const PER_SECOND = 50;
const LATENCY_MS = 1000;
const TARGET = 0.95;
const WARM_UP_ORDERS = 50;

/**
 * Measures how close a billing run comes to the limit of a slow gateway. The gateway takes a second per
 * charge and limits the charges per second.
 */
export async function limit(stage: Stage, { orders = ORDERS }: Size): Promise<Report[]> {
  const setup = await startBillingSetup(stage, 'limit');
  const biller = setup.newBiller(setup.url, { CHARGES_PER_SECOND: String(PER_SECOND) });
  const charge = { now: setup.now, only: ['chargePayments'] } satisfies Order;
  await writeChargeable(setup.url, setup.sql, { group: 'warm', count: WARM_UP_ORDERS, now: setup.now });
  await biller.ask('run', charge);
  await writeChargeable(setup.url, setup.sql, { group: 'limited', count: orders, now: setup.now });
  await setup.gateway.child.ask('behave', { latencyMs: LATENCY_MS, perSecond: PER_SECOND });
  const before = await setup.gateway.child.ask<{ refused: number }>('seen');
  const run = await biller.ask<BillingRun>('run', charge);
  const after = await setup.gateway.child.ask<{ refused: number }>('seen');
  if (run.counts.charged !== orders) throw new Error(`${run.counts.charged} of ${orders} were charged`);
  const share = orders / run.seconds / PER_SECOND;
  return [
    {
      title: `limit: ${orders} due orders, a gateway that takes ${LATENCY_MS} ms for a charge and ${PER_SECOND} charges a second`,
      rows: [
        {
          measure: 'of what the gateway allows',
          value: share,
          target: `${TARGET}`,
          verdict: verdictOf(share, { atLeast: TARGET }),
        },
        { measure: 'orders per second', value: orders / run.seconds, target: '', verdict: '' },
        {
          measure: 'charges it refused as too many',
          value: after.refused - before.refused,
          target: '',
          verdict: '',
        },
        {
          measure: 'CPU ms per order, billing process',
          value: (run.cpu * 1000) / orders,
          target: '',
          verdict: '',
        },
      ],
      notes: ['the wait for the last charges at the end is counted'],
    },
  ];
}
