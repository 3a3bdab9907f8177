import type { MoneyFacts } from '@/domain/settlement';
import { ask } from '../db/ask';
import type { Tx } from '../db';
import type { MoneyCase } from './case';

/** Money that came, or may have: whose it is, and by which reference its provider knows it. */
export interface Incoming {
  found: Pick<MoneyCase, 'order' | 'subscription'>;
  provider: 'omise' | 'bank';
  ref: string;
}

interface Row {
  at: number;
  isKept: boolean;
  isRecorded: boolean;
  isReplaced: boolean;
}

const FACTS = `select c.at,
    exists (select 1 from money_received m where m.order_id = c."orderId" and m.verdict = 'kept'
      and (m.provider <> c.provider or m.provider_ref <> c.ref)) as "isKept",
    exists (select 1 from money_received m where m.provider = c.provider and m.provider_ref = c.ref) as "isRecorded",
    exists (select 1 from orders o where o.subscription_id = c."subscriptionId" and o.cycle_index > c.index
      and o.status in ('charging','awaiting_payment','paid')) as "isReplaced"
  from jsonb_to_recordset($1::jsonb)
    as c(at int, "orderId" text, "subscriptionId" text, index int, provider text, ref text)`;

/** Reads what decides whether money for orders is kept, under the subscriptions' locks. @returns in the same order */
export async function gatherMoneyFacts(tx: Tx, incoming: readonly Incoming[]): Promise<MoneyFacts[]> {
  const asked = incoming.map(({ found: { order, subscription }, provider, ref }, at) => {
    const subscriptionId = subscription.id;
    return { at, orderId: order.id, subscriptionId, index: order.cycleIndex, provider, ref };
  });
  const rows = await ask<Row>(tx, FACTS, [JSON.stringify(asked)]);
  const known = new Map(rows.map((row) => [row.at, row]));
  return incoming.map(({ found: { order, subscription } }, at) => ({
    orderKind: order.kind,
    orderStatus: order.status,
    subscriptionStatus: subscription.status,
    orderAlreadyKept: known.get(at)?.isKept ?? false,
    sameChargeRecorded: known.get(at)?.isRecorded ?? false,
    newerOrderPaidOrCharging: known.get(at)?.isReplaced ?? false,
    // What is owed now: an order left by a declined attempt may have been priced again since this one was made.
    expectedAmount: order.total,
  }));
}
