import { and, eq } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import { takeOrder } from '@/domain/lifecycle/order-now';
import { canOrderNow } from '@/domain/order-now';
import type { TransferStatus } from '@/domain/payment';
import { settleMoney } from '@/domain/settlement-money';
import { isRegistrationExpired } from '@/domain/subscription';
import type { Tx } from '../../db';
import { moneyReceived } from '../../db/schema';
import { applyChanges } from '../../lifecycle/apply-changes';
import { loadSubscriber } from '../../lifecycle/load-facts';
import { gatherMoneyFacts } from '../settlement/money-facts';
import { keepMoney, returnMoney } from '../settlement/received-money';
import type { LinkRows } from './queries';

/**
 * Settles a bank transfer for the order of a link, by the same rules as a charge. A transfer that no order
 * can use is recorded for a refund by the operator. The caller must hold the subscription's lock.
 */
export async function settleTransfer(
  tx: Tx,
  now: Date,
  linked: LinkRows,
  transfer: { providerRef: string; amount: number; paidAt: Date },
): Promise<{ status: TransferStatus; moneyId: string | null }> {
  const { providerRef, amount, paidAt } = transfer;
  const found = await takeAgain(tx, now, linked, transfer);
  const money = { ...found, attempt: null };
  const [facts] = await gatherMoneyFacts(tx, [{ found, provider: 'bank', ref: providerRef }]);
  if (!facts) throw new Error('a transfer has no facts');
  const settlement = settleMoney(amount, {
    ...facts,
    isAfterExpiry: isRegistrationExpired(found.subscription, paidAt),
  });
  const success = { kind: 'succeeded', chargeId: providerRef, amount, paidAt } as const;
  if (settlement.kind === 'keep') await keepMoney(tx, now, [{ found: money, outcome: success }], 'bank');
  if (settlement.kind === 'refund') await returnMoney(tx, now, money, success, settlement.verdict, 'bank');
  const [row] = await tx
    .select({ id: moneyReceived.id, verdict: moneyReceived.verdict })
    .from(moneyReceived)
    .where(and(eq(moneyReceived.provider, 'bank'), eq(moneyReceived.providerRef, providerRef)));
  return { status: statusOf(row?.verdict), moneyId: row?.id ?? null };
}

/**
 * Reopens an order now that has returned to its planned date because its link expired. Applies to a transfer that was
 * made in time and imported later. The order costs what the link asked for, and restarts the schedule if that was
 * confirmed. Changes nothing while another order is being paid, or if the box now costs another amount.
 * @returns the rows with the order that the transfer pays; the given rows if nothing changes
 */
async function takeAgain(
  tx: Tx,
  now: Date,
  found: LinkRows,
  { amount, paidAt }: { amount: number; paidAt: Date },
): Promise<LinkRows> {
  const { link, order, subscription } = found;
  const isBack = order.status === 'upcoming' && order.begunAt === null && subscription.status === 'active';
  const { deliveryFee, restarts } = link;
  const isSameBox = amount === order.boxPrice + deliveryFee - order.codeDiscount;
  if (!isBack || paidAt > link.expiresAt || !isSameBox) return found;
  const { orders } = await loadSubscriber(tx, subscription);
  if (!canOrderNow({ orders, today: dayOf(now) }).allowed) return found;
  const today = dayOf(link.createdAt);
  const asked = { ...order, deliveryFee, total: amount };
  const { orders: changes = [], ...taken } = takeOrder(asked, { now, today, method: 'offline', restarts });
  const about = { cause: 'paid', actor: 'billing', subscriptionId: subscription.id } as const;
  const priced = changes.map((change) => ({ ...change, deliveryFee, total: amount }));
  await applyChanges(tx, now, [{ ...about, ...taken, orders: priced }]);
  const dated = { status: 'awaiting_payment', paymentDate: today, orderedFrom: order.paymentDate } as const;
  return { ...found, order: { ...asked, ...dated, restarts } };
}

function statusOf(verdict: (typeof moneyReceived.$inferSelect)['verdict'] | undefined): TransferStatus {
  if (verdict === 'kept') return 'matched';
  return verdict === 'duplicate' ? 'duplicate' : 'late';
}
