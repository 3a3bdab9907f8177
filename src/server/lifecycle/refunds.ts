import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { EventType } from '@/domain/event';
import { REFUND_TRANSITIONS } from '@/domain/lifecycle/transitions';
import type { RefundStatus } from '@/domain/refund';
import type { Tx } from '../db';
import { accounts, moneyReceived, orders, refunds } from '../db/schema';
import { newId } from '../platform/ids';
import { addJob } from '../platform/job-queue';
import { siteUrl } from '../platform/site-url';
import { addEvents } from './events';
import { queueMessage } from './outbox';
import { requireSteps, type Steps } from './steps';

type Refund = typeof refunds.$inferSelect;
type NewRefund = Pick<Refund, 'moneyId' | 'amount' | 'why'>;

/** The events of the statuses in which a refund is no longer on its way. */
const EVENT_OF: Partial<Record<RefundStatus, EventType>> = {
  succeeded: 'refund.succeeded',
  manual: 'refund.left_to_staff',
  failed: 'refund.failed',
  corrected: 'refund.corrected',
};

async function tell(tx: Tx, now: Date, type: EventType, refund: Refund): Promise<void> {
  const { id, moneyId, amount, status, why } = refund;
  addEvents(tx, now, [{ type, id, changes: { moneyId, amount, status, why } }]);
}

/** Asks the payer once for the account to which a refund is transferred. Asks nothing of a deleted account. */
async function askForAccount(tx: Tx, now: Date, { id, moneyId, amount }: Refund): Promise<void> {
  const [payer] = await tx
    .select({
      accountId: accounts.id,
      firstName: accounts.firstName,
      locale: accounts.locale,
      orderId: orders.id,
    })
    .from(moneyReceived)
    .innerJoin(orders, eq(orders.id, moneyReceived.orderId))
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .where(and(eq(moneyReceived.id, moneyId), isNull(accounts.deletedAt)));
  if (!payer) return;
  const { accountId, firstName, locale, orderId } = payer;
  await queueMessage(tx, now, {
    kind: 'refund_account',
    accountId,
    dedupeKey: `refund_account:${id}`,
    payload: { firstName, orderId, refundId: id, amount, link: siteUrl(locale, `/account/refund/${id}`) },
  });
}

/**
 * Writes a new refund of a payment. Queues its sending, or leaves the refund of a bank transfer to an operator.
 * @returns the refund's id
 */
export async function openRefund(
  tx: Tx,
  now: Date,
  refund: NewRefund & { provider: (typeof moneyReceived.$inferSelect)['provider'] },
): Promise<string> {
  const { provider, moneyId, amount, why } = refund;
  const refundId = newId('refund');
  const byHand = provider === 'bank';
  const [refunded] = await tx
    .insert(refunds)
    .values({
      id: refundId,
      moneyId,
      amount,
      why,
      status: byHand ? 'manual' : 'created',
      createdAt: now,
      checkAt: byHand ? null : now,
      closedAt: byHand ? now : null,
    })
    .returning();
  if (refunded) await tell(tx, now, 'refund.created', refunded);
  if (refunded && byHand) await askForAccount(tx, now, refunded);
  if (!byHand) await addJob(tx, 'send_refund', { refundId }, `refund:${refundId}`);
  return refundId;
}

/** Writes a refund that was made elsewhere. */
export async function recordMadeRefund(
  tx: Tx,
  now: Date,
  made: NewRefund & Pick<Refund, 'providerRef' | 'createdAt'>,
): Promise<Refund> {
  const [refund] = await tx
    .insert(refunds)
    .values({ id: newId('refund'), ...made, status: 'succeeded', closedAt: now })
    .returning();
  if (!refund) throw new Error('a refund was not written');
  await tell(tx, now, 'refund.created', refund);
  return refund;
}

/**
 * Changes the status of a refund, with other fields.
 * @returns the refund; null if it does not have a status of `from` any more
 */
export async function stepRefund(
  tx: Tx,
  now: Date,
  refundId: string,
  step: Steps<RefundStatus>,
  fields: Partial<Omit<Refund, 'id' | 'status'>> = {},
): Promise<Refund | null> {
  requireSteps(REFUND_TRANSITIONS, step);
  const [refund] = await tx
    .update(refunds)
    .set({ ...fields, status: step.to })
    .where(and(eq(refunds.id, refundId), inArray(refunds.status, [...step.from])))
    .returning();
  if (refund) await tell(tx, now, EVENT_OF[step.to] ?? 'refund.updated', refund);
  if (refund && step.to === 'manual') await askForAccount(tx, now, refund);
  return refund ?? null;
}
