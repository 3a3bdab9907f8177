import { and, eq } from 'drizzle-orm';
import type { TransferStatus } from '@/domain/payment';
import { settleMoney } from '@/domain/settlement-money';
import { isRegistrationExpired } from '@/domain/subscription';
import type { Tx } from '../db';
import { moneyReceived } from '../db/schema';
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
  found: LinkRows,
  transfer: { providerRef: string; amount: number; paidAt: Date },
): Promise<{ status: TransferStatus; moneyId: string | null }> {
  const { providerRef, amount, paidAt } = transfer;
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

function statusOf(verdict: (typeof moneyReceived.$inferSelect)['verdict'] | undefined): TransferStatus {
  if (verdict === 'kept') return 'matched';
  return verdict === 'duplicate' ? 'duplicate' : 'late';
}
