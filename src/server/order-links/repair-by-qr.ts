import { and, eq } from 'drizzle-orm';
import type { Satang } from '@/domain/money';
import { isRepairable, repairQrEndsAt } from '@/domain/order-link';
import { requireTotal, totalsOf } from '../charging/expected-total';
import { commitClaim } from '../charging/commit-claim';
import { requireQrsRead, withQrsRead, type QrsRead } from '../charging/unread-qrs';
import { transaction, violatedConstraint, type Tx } from '../db';
import { chargeAttempts } from '../db/schema';
import { lockSubscription } from '../lifecycle/locks';
import { insertQrAttempt, sendQrAttempt, type QrRequest } from '../links/next-qr';
import type { Ctx } from '../platform/context';
import { countTogether } from '../platform/throttle';
import { pollAttempt } from '../settlement/poll-unknown-charges';
import { abandonChallenge } from '../settlement/release-open-payments';
import { findRepair, stateOf, type Repair } from './find-repair';
import { liveRepairQr, requireRepair, viewRepair, type LinkCtx, type RepairView } from './repair-page';

/**
 * Creates a PromptPay QR code for the order of a repair link. The card stays the payment method of later orders. It
 * is not retried while the code can be scanned; afterwards the retry schedule goes on. A code that can be scanned
 * already is shown again. An open 3-D Secure challenge of the order is abandoned.
 * @param options `expectedTotal`: the total that was shown, in satang; `address`: the caller's IP address
 * @returns the order; without a QR code if the order cannot be paid now
 * @throws AppError NOT_FOUND, TOTAL_CHANGED, THROTTLED, CHECKOUT_FAILED if the gateway created no code
 */
export async function repairByQr(
  ctx: LinkCtx,
  token: string,
  { expectedTotal, address }: { expectedTotal?: Satang; address: string },
): Promise<RepairView> {
  const found = await requireRepair(ctx, token);
  const { order, open } = found;
  await countTogether(ctx.db, [
    { name: 'qrAddress', subject: address },
    { name: 'qrLink', subject: order.id },
  ]);
  if (!isRepairable(stateOf(found))) return viewRepair(ctx, token);
  requireTotal(expectedTotal, totalsOf(order));
  if (liveRepairQr(found, ctx.now)) await holdRetry(ctx, found);
  else {
    if (open?.source === 'promptpay') await pollAttempt(ctx, open);
    if (open?.source === 'card') await abandonChallenge(ctx, open);
    const request = await withQrsRead(ctx, (qrsRead) => writeQr(ctx, token, found, qrsRead));
    if (request) await sendQrAttempt(ctx, request);
  }
  return viewRepair(ctx, token);
}

/** Makes the retries wait for a QR code that the page of a payment link created. */
async function holdRetry({ db }: Ctx, { open, subscription }: Repair): Promise<void> {
  if (!open || open.holdsRetry) return;
  await transaction(db, async (tx) => {
    await lockSubscription(tx, subscription.id);
    await tx
      .update(chargeAttempts)
      .set({ holdsRetry: true })
      .where(and(eq(chargeAttempts.id, open.id), eq(chargeAttempts.status, 'action_required')));
  });
}

/**
 * Writes the attempt of a QR code.
 * @returns the request to the gateway; null if another attempt is open, or the order cannot be paid any more
 */
async function writeQr(
  { db, now }: Ctx,
  token: string,
  { subscription: { id } }: Repair,
  qrsRead: QrsRead,
): Promise<QrRequest | null> {
  try {
    return await commitClaim(db, async (tx) => {
      // Read again after locking: the order may have been paid, closed or charged meanwhile.
      const found = (await lockSubscription(tx, id)) && (await findRepair(tx, token));
      return found && isRepairable(stateOf(found)) ? insertQr(tx, now, found, qrsRead) : null;
    });
  } catch (error) {
    if (violatedConstraint(error) === 'charge_attempts_one_live') return null;
    throw error;
  }
}

async function insertQr(tx: Tx, now: Date, found: Repair, qrsRead: QrsRead): Promise<QrRequest | null> {
  const { order, attemptsMade, open } = found;
  if (open) return null;
  const expiresAt = repairQrEndsAt(now);
  // An order whose earlier QR code was paid must not get another one.
  await requireQrsRead(tx, order.accountId, qrsRead);
  const attemptNo = attemptsMade + 1;
  return insertQrAttempt(tx, now, order, { linkId: null, attemptNo, expiresAt, holdsRetry: true });
}
