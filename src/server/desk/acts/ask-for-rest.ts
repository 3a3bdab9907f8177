import { eq } from 'drizzle-orm';
import { isBooked } from '@/domain/payment';
import { fitOf } from '@/domain/transfer-fit';
import { transaction } from '../../db';
import { accounts, bankTransfers } from '../../db/schema';
import { queueMessage } from '../../lifecycle/outbox';
import { bankDetailsOf } from '../../lifecycle/payment-links';
import { isStillOpen } from '../../money/payment-links/pay-page';
import { lockOrder } from './decide-transfer';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

/** The audit entry of an order whose payer was asked for the rest of a transfer. */
export const REST_ASKED = 'transfer.rest_asked';

/** The key of the message that asks for the rest of a transfer. */
export const askedKey = (transferId: string): string => `transfer_short:${transferId}`;

/**
 * Asks the payer of a transfer that is too small for the rest, once per transfer. The transfer stays open: both are booked
 * together when the rest has arrived.
 * @throws OperatorRefusal if the transfer is booked, is not too small, or its link can't be paid any more
 */
export async function askForRest(
  ctx: OperatorCtx,
  { transferId, orderId }: { transferId: string; orderId: string },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const found = await lockOrder(tx, orderId);
    const [transfer] = await tx
      .select()
      .from(bankTransfers)
      .where(eq(bankTransfers.id, transferId))
      .for('update');
    if (!transfer) throw new OperatorRefusal('noSuchTransfer', { id: transferId });
    if (isBooked(transfer.status)) throw new OperatorRefusal('transferBooked');
    const { link, order } = found;
    const fit = fitOf(transfer.amount, link.amount);
    if (fit.kind !== 'short' || !isStillOpen(found, ctx.now)) throw new OperatorRefusal('orderNotOwed');
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, order.accountId));
    if (!account) throw new OperatorRefusal('orderNotOwed');
    await queueMessage(tx, ctx.now, {
      kind: 'transfer_short',
      accountId: account.id,
      dedupeKey: askedKey(transferId),
      payload: {
        firstName: account.firstName,
        orderId,
        rest: fit.difference,
        received: transfer.amount,
        due: link.amount,
        until: link.expiresAt.toISOString(),
        bank: bankDetailsOf(link),
      },
    });
    const detail = { transferId, amount: transfer.amount, rest: fit.difference };
    await auditOperator(tx, ctx, { subject: orderId, what: REST_ASKED, detail });
  });
}
