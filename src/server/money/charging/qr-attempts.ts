import { AppError } from '@/domain/errors';
import type { Tx } from '../../db';
import { chargeAttempts, type orders } from '../../db/schema';
import { createQrCharge } from '../../gateways/omise/charges';
import { systemNow } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { newId } from '../../platform/ids';
import { settleAttempt } from '../settlement/settle';
import { countAwaitedCharge } from './rate';

export type QrRequest = Parameters<typeof createQrCharge>[0];

/**
 * Writes the attempt of a QR code or of a payment in an app, in the caller's transaction. The caller must hold the
 * subscription's lock.
 * @param qr `linkId`: the payment link of the code; null without one. `holdsRetry`: the card is not retried while
 *   the code can be scanned
 */
export async function insertQrAttempt(
  tx: Tx,
  now: Date,
  order: Pick<typeof orders.$inferSelect, 'id' | 'accountId' | 'total'>,
  {
    app,
    ...qr
  }: {
    linkId: string | null;
    attemptNo: number;
    expiresAt: Date;
    holdsRetry?: boolean;
    app?: QrRequest['app'];
  },
): Promise<QrRequest> {
  const { id: orderId, accountId, total: amount } = order;
  const attemptId = newId('attempt');
  await tx.insert(chargeAttempts).values({
    id: attemptId,
    orderId,
    accountId,
    amount,
    ...qr,
    source: 'promptpay',
    app: app?.name,
    trigger: 'subscriber',
    status: 'sent',
    createdAt: now,
    sentAt: now,
    requestedAt: systemNow(),
  });
  return { attemptId, orderId, accountId, amount, expiresAt: qr.expiresAt, app };
}

/**
 * Creates the charge of a written attempt at the gateway: a QR code, or a payment in an app.
 * @throws AppError CHECKOUT_FAILED if the gateway created none
 */
export async function sendQrAttempt(ctx: Ctx, request: QrRequest): Promise<void> {
  countAwaitedCharge(ctx.db);
  const settled = await settleAttempt(ctx, request.attemptId, await createQrCharge(request));
  if (settled?.settlement === 'not_sent' || settled?.settlement === 'unseen')
    throw new AppError('CHECKOUT_FAILED');
}
