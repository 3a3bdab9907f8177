import { join, type Part } from '@/domain/lifecycle/changes';
import type { ChargeOutcome } from '@/domain/settlement';
import type { ReturnVerdict } from '@/domain/settlement-money';
import type { PaymentMethod } from '@/domain/subscription';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { moneyReceived } from '../../db/schema';
import { openRefund } from '../../lifecycle/refunds';
import { newId } from '../../platform/ids';
import { bookPaid, type Paid } from './book-paid';
import { restoreCard } from '../cards/saved-cards';
import type { MoneyRows } from './decide-outcomes';

type Success = Extract<ChargeOutcome, { kind: 'succeeded' }>;
type Provider = 'omise' | 'bank';

/** The time after a payment in which the receipt is sent at any hour, because the subscriber waits for it. */
const RECENT_MS = 3_600_000;

/** A received payment that pays its order. `with`: further changes to apply in the same step. */
export interface Kept {
  found: MoneyRows;
  outcome: Success;
  with?: Part;
}

/** Records received payments and marks their orders as paid (`bookPaid`). */
export async function keepMoney(
  tx: Tx,
  now: Date,
  kept: readonly Kept[],
  provider: Provider = 'omise',
): Promise<void> {
  for (const { found } of kept)
    if (found.card && found.order.kind === 'first') await restoreCard(tx, now, found.card);
  await bookPaid(
    tx,
    now,
    kept.map((one) => paidBy(now, one, provider)),
  );
}

function paidBy(now: Date, { found, outcome, with: more = {} }: Kept, provider: Provider): Paid {
  const { attempt, order, subscription } = found;
  // Limits `paidAt` to the time from the call until now, because the gateway's clock may differ from this
  // clock.
  const sentAt = attempt ? (attempt.sentAt ?? now) : outcome.paidAt;
  const known = outcome.paidAt < now ? outcome.paidAt : now;
  const paidAt = known > sentAt ? known : sentAt;
  const money = {
    provider,
    providerRef: outcome.chargeId,
    orderId: order.id,
    attemptId: attempt?.id ?? null,
    amount: outcome.amount,
    paidAt,
  };
  // A subscriber who pays by a link has its page open.
  const isAtScreen =
    attempt !== null &&
    (order.kind !== 'renewal' || attempt.source === 'promptpay' || attempt.trigger === 'order_now');
  return {
    subscription,
    order,
    paidAt,
    cardId: attempt?.cardId ?? null,
    asked: isAtScreen && now.getTime() - sentAt.getTime() < RECENT_MS,
    bankAccountId: attempt?.bankAccountId ?? null,
    method: methodOf(attempt),
    with: join(more, { money: [money] }),
  };
}

/** Returns the method of a payment. @param attempt null for a bank transfer */
function methodOf(attempt: MoneyRows['attempt']): PaymentMethod {
  if (attempt?.source !== 'card') return 'offline';
  return attempt.bankAccountId === null ? 'card' : 'bank_account';
}

/**
 * Records a received payment that pays no order, and queues its full refund. A repeated call for the same
 * charge changes nothing.
 * @param found the attempt and order of the payment; null if its registration was erased
 */
export async function returnMoney(
  tx: Tx,
  now: Date,
  found: Pick<MoneyRows, 'attempt' | 'order'> | null,
  outcome: Success,
  verdict: ReturnVerdict,
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
  await openRefund(tx, now, { provider, moneyId: money.id, amount: outcome.amount, why: verdict });
}

/**
 * Records a received payment that this system did not request, such as a charge from the gateway's dashboard.
 * Queues no refund: the operator decides about the payment.
 */
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
