import { join, type Part } from '@/domain/lifecycle/changes';
import type { ChargeOutcome } from '@/domain/settlement';
import type { Ctx } from '../platform/context';
import { transaction, type Tx } from '../db';
import { moneyReceived, refunds } from '../db/schema';
import { newId } from '../platform/ids';
import { addJob } from '../platform/job-queue';
import { bookPaid, type Paid } from './book-paid';
import { restoreCard } from '../cards/saved-cards';
import type { MoneyCase } from './case';

type Success = Extract<ChargeOutcome, { kind: 'succeeded' }>;
type Provider = 'omise' | 'bank';

/** A person who paid so shortly ago waits for the receipt, whatever the hour. */
const JUST_ASKED_MS = 3_600_000;

/** Money that an order keeps. `with`: what else changes with it. */
export interface Kept {
  found: MoneyCase;
  outcome: Success;
  with?: Part;
}

/** Books money as the orders' own: paid, points earned, parcels to prepare, subscriptions active. */
export async function keepMoney(
  tx: Tx,
  now: Date,
  kept: readonly Kept[],
  provider: Provider = 'omise',
): Promise<void> {
  for (const { found } of kept) {
    const { attempt, order } = found;
    if (attempt?.cardId && order.kind === 'first')
      await restoreCard(tx, now, order.accountId, attempt.cardId);
  }
  await bookPaid(
    tx,
    now,
    kept.map((one) => paidBy(now, one, provider)),
  );
}

function paidBy(now: Date, { found, outcome, with: more = {} }: Kept, provider: Provider): Paid {
  const { attempt, order, subscription } = found;
  // Between asking and now. A run "as of" another moment writes as if it were then, whatever the gateway's clock says.
  const sentAt = attempt ? (attempt.sentAt ?? now) : outcome.paidAt;
  const known = outcome.paidAt < now ? outcome.paidAt : now;
  const paidAt = known > sentAt ? known : sentAt;
  const money = {
    ...{ provider, providerRef: outcome.chargeId, orderId: order.id, attemptId: attempt?.id ?? null },
    ...{ amount: outcome.amount, paidAt },
  };
  // Whoever pays by a link looks at its page.
  const isAtScreen = attempt !== null && (order.kind !== 'renewal' || attempt.source === 'promptpay');
  return {
    ...{ subscription, order, paidAt, cardId: attempt?.cardId ?? null },
    asked: isAtScreen && now.getTime() - sentAt.getTime() < JUST_ASKED_MS,
    method: attempt?.source === 'card' ? 'card' : 'offline',
    with: join(more, { money: [money] }),
  };
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
