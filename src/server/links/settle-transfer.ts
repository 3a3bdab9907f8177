import { and, eq } from 'drizzle-orm';
import type { TransferStatus } from '@/domain/payment';
import { settleMoney } from '@/domain/settlement';
import { isRegistrationExpired } from '@/domain/subscription';
import type { Tx } from '../db';
import { moneyReceived } from '../db/schema';
import type { LinkCase } from './cases';
import { gatherMoneyFacts } from '../settlement/facts';
import { keepMoney, returnMoney } from '../settlement/money';

/**
 * Books money that came into the bank account for a link's order: judged and written exactly as a charge's. What can't
 * be kept is sent back by hand. The caller holds the subscription's lock.
 */
export async function settleTransfer(
  tx: Tx,
  now: Date,
  found: LinkCase,
  transfer: { providerRef: string; amount: number; paidAt: Date },
): Promise<{ status: TransferStatus; moneyId: string | null }> {
  const { providerRef, amount, paidAt } = transfer;
  const money = { ...found, attempt: null };
  const [facts] = await gatherMoneyFacts(tx, [{ found, provider: 'bank', ref: providerRef }]);
  if (!facts) throw new Error('no facts of a transfer');
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
