import { z } from 'zod';
import type { MoneyFacts } from '@/domain/settlement-money';
import { queryRows } from '../../db/query-rows';
import type { Tx } from '../../db';
import type { orders } from '../../db/schema';
import type { Subscription } from '../../lifecycle/locks';

/** A payment that was received or may have been received. `ref`: the id of the payment at the provider. */
export interface IncomingMoney {
  found: { order: typeof orders.$inferSelect; subscription: Pick<Subscription, 'id' | 'status'> };
  provider: 'omise' | 'bank';
  ref: string;
}

const factsRow = z.object({
  at: z.number(),
  isPaidElsewhere: z.boolean(),
  isRecorded: z.boolean(),
  isReplaced: z.boolean(),
});

const FACTS = `select c.at,
    exists (select 1 from money_received m where m.order_id = c."orderId" and m.verdict = 'kept'
      and (m.provider <> c.provider or m.provider_ref <> c.ref)) as "isPaidElsewhere",
    exists (select 1 from money_received m where m.provider = c.provider and m.provider_ref = c.ref) as "isRecorded",
    exists (select 1 from orders o where o.subscription_id = c."subscriptionId"
      and (o.payment_date, o.cycle_index) > (c.date, c.index)
      and o.status in ('charging','awaiting_payment','paid')) as "isReplaced"
  from jsonb_to_recordset($1::jsonb)
    as c(at int, "orderId" text, "subscriptionId" text, date date, index int, provider text, ref text)`;

/**
 * Reads the facts that decide whether a payment is kept for its order or refunded. The caller must hold the
 * locks of the subscriptions.
 * @returns the facts in the order of `incoming`
 */
export async function gatherMoneyFacts(tx: Tx, incoming: readonly IncomingMoney[]): Promise<MoneyFacts[]> {
  const keys = incoming.map(({ found: { order, subscription }, provider, ref }, at) => {
    const subscriptionId = subscription.id;
    const { id: orderId, paymentDate: date, cycleIndex: index } = order;
    return { at, orderId, subscriptionId, date, index, provider, ref };
  });
  const rows = await queryRows(tx, factsRow, { text: FACTS, params: [JSON.stringify(keys)] });
  const known = new Map(rows.map((row) => [row.at, row]));
  return incoming.map(({ found: { order, subscription } }, at) => ({
    orderKind: order.kind,
    orderStatus: order.status,
    subscriptionStatus: subscription.status,
    orderAlreadyPaid: known.get(at)?.isPaidElsewhere ?? false,
    sameChargeRecorded: known.get(at)?.isRecorded ?? false,
    newerOrderPaidOrCharging: known.get(at)?.isReplaced ?? false,
    // The current total, because the price of an unpaid order may have changed since this attempt was made.
    expectedAmount: order.total,
  }));
}
