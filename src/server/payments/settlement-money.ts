import { dayOf } from '@/domain/day';
import { payOrder } from '@/domain/lifecycle/orders';
import { handOverAt } from '@/domain/parcel';
import type { ChargeOutcome } from '@/domain/settlement';
import type { PaymentMethod } from '@/domain/subscription';
import type { Ctx } from '../context';
import { transaction, type Tx } from '../db/client';
import { moneyReceived, refunds, shipments } from '../db/schema';
import { newId } from '../ids';
import { addJob } from '../jobs';
import { applyChanges } from '../lifecycle/apply-changes';
import { earnRewards } from '../rewards/earning';
import { rememberCustomer } from '../rewards/former-customers';
import { activate } from '../subscription/lifecycle';
import { reactivatePaid } from '../subscription/reactivating';
import { tellPaid } from './notices';
import { restoreCard } from './cards';
import type { Case, MoneyCase } from './case';

type Success = Extract<ChargeOutcome, { kind: 'succeeded' }>;
type Provider = 'omise' | 'bank';

/** A person who paid so shortly ago waits for the receipt, whatever the hour. */
const JUST_ASKED_MS = 3_600_000;

/** Books money as the order's own: paid, points earned, parcel to prepare, subscription active. */
export async function keepMoney(
  tx: Tx,
  now: Date,
  found: MoneyCase,
  outcome: Success,
  provider: Provider = 'omise',
): Promise<void> {
  const { attempt, order } = found;
  // Between asking and now. A run "as of" another moment writes as if it were then, whatever the gateway's clock says.
  const sentAt = attempt ? (attempt.sentAt ?? now) : outcome.paidAt;
  const known = outcome.paidAt < now ? outcome.paidAt : now;
  const paidAt = known > sentAt ? known : sentAt;
  await tx.insert(moneyReceived).values({
    id: newId('money'),
    provider,
    providerRef: outcome.chargeId,
    orderId: order.id,
    attemptId: attempt?.id ?? null,
    amount: outcome.amount,
    verdict: 'kept',
    paidAt,
    recordedAt: now,
  });
  // Whoever pays by a link looks at its page.
  const isAtScreen = attempt !== null && (order.kind !== 'renewal' || attempt.source === 'promptpay');
  const asked = isAtScreen && now.getTime() - sentAt.getTime() < JUST_ASKED_MS;
  const method = attempt?.source === 'card' ? 'card' : 'offline';
  if (attempt?.cardId && order.kind === 'first') await restoreCard(tx, now, order.accountId, attempt.cardId);
  await bookPaid(tx, now, found, { paidAt, cardId: attempt?.cardId ?? null, asked, method });
}

interface Paid {
  paidAt: Date;
  cardId: string | null;
  asked: boolean;
  method?: PaymentMethod;
}

/**
 * What follows from an order being paid, with money or, at a total of 0, without.
 * @param paid `asked`: somebody waits for the receipt now; `method`: how the money came, which need not be how it was asked
 * for.
 */
export async function bookPaid(
  tx: Tx,
  now: Date,
  { subscription, order }: Pick<Case, 'subscription' | 'order'>,
  { paidAt, cardId, asked, method }: Paid,
): Promise<void> {
  const paidOn = dayOf(paidAt);
  // The schedule of a first order starts on the day it was paid, whenever it was begun.
  const paymentDate = order.kind === 'renewal' ? order.paymentDate : paidOn;
  const paid = payOrder(order, { at: paidAt, on: paidOn, paymentDate, method });
  const about = { cause: 'paid', actor: 'billing', subscriptionId: subscription.id } as const;
  await applyChanges(tx, now, [{ ...about, ...paid }]);
  await tx
    .insert(shipments)
    .values({ orderId: order.id, status: 'preparing', checkAt: handOverAt(now), updatedAt: now })
    .onConflictDoNothing();
  await earnRewards(tx, now, order);
  if (order.kind === 'first') await rememberCustomer(tx, now, order.accountId);
  if (subscription.status !== 'active') {
    if (order.kind === 'reactivation') await reactivatePaid(tx, now, subscription, { paidOn, order, asked });
    else await activate(tx, now, subscription, { paidOn, cause: 'paid' });
  }
  await tellPaid(tx, now, order.id, { cardId, asked });
}

/**
 * Records money that can't be kept, and has it given back in full; the same charge again changes nothing.
 * @param found null when the registration it was meant for is erased.
 */
export async function returnMoney(
  tx: Tx,
  now: Date,
  found: Pick<MoneyCase, 'attempt' | 'order'> | null,
  outcome: Success,
  verdict: 'duplicate' | 'late' | 'orphan',
  provider: Provider = 'omise',
): Promise<void> {
  const [money] = await tx
    .insert(moneyReceived)
    .values({
      id: newId('money'),
      provider,
      providerRef: outcome.chargeId,
      orderId: found?.order.id ?? null,
      attemptId: found?.attempt?.id ?? null,
      amount: outcome.amount,
      verdict,
      reservedRefund: outcome.amount,
      paidAt: outcome.paidAt,
      recordedAt: now,
    })
    .onConflictDoNothing({ target: [moneyReceived.provider, moneyReceived.providerRef] })
    .returning({ id: moneyReceived.id });
  if (!money) return;
  const refundId = newId('refund');
  // No bank sends money back because a program asks: somebody does.
  const byHand = provider === 'bank';
  await tx.insert(refunds).values({
    id: refundId,
    moneyId: money.id,
    amount: outcome.amount,
    status: byHand ? 'manual' : 'created',
    why: verdict,
    createdAt: now,
    checkAt: byHand ? null : now,
    closedAt: byHand ? now : null,
  });
  if (byHand) return;
  await addJob(tx, 'send_refund', { refundId }, `refund:${refundId}`);
}

/** Records money of a charge that nothing of ours asked for, and leaves it to the operator. */
export async function recordForeignMoney({ db, now }: Ctx, outcome: Success): Promise<void> {
  await transaction(db, (tx) =>
    tx
      .insert(moneyReceived)
      .values({
        id: newId('money'),
        provider: 'omise',
        providerRef: outcome.chargeId,
        amount: outcome.amount,
        verdict: 'orphan',
        paidAt: outcome.paidAt,
        recordedAt: now,
      })
      .onConflictDoNothing({ target: [moneyReceived.provider, moneyReceived.providerRef] }),
  );
}
