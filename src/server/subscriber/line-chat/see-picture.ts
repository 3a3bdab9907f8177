import { eq } from 'drizzle-orm';
import { readSlipQr, SLIP_MAX_BYTES } from '@/domain/slip';
import { fetchPicture } from '../../gateways/line/content';
import { payUrl } from '../../lifecycle/payment-links';
import { findLineOwner } from '../../login/line-identity';
import { takeSlipOfAccount, type AccountSlip } from '../../money/payment-links/account-slip';
import { isStillOpen } from '../../money/payment-links/pay-page';
import { findLinkById, type LinkRows } from '../../money/payment-links/queries';
import { readPicture } from '../../money/payment-links/read-picture';
import { awaitedSlip } from '../../money/payment-links/slip-answer';
import { slips } from '../../db/schema';
import type { Ctx } from '../../platform/context';
import { unseal } from '../../platform/sealed-text';
import { takeUses } from '../../platform/throttle';
import type { SlipPayment } from '@/domain/line-slip';

/** A picture that a person sent in LINE. */
export interface SeenPicture {
  /** Encoded again; null if LINE no longer has it, or if it cannot be read. */
  jpeg: Buffer | null;
  /** What became of the transfer slip that it shows; null for another picture. */
  slip: { result: AccountSlip['result']; payment: SlipPayment | null } | null;
  /** The name of a slip that is being checked, whose sender is answered again when it is not booked. */
  awaits?: string;
}

const UNSEEN: SeenPicture = { jpeg: null, slip: null };

/**
 * Fetches a picture from LINE and reads it. A transfer slip is taken for the payment of its sender that waits. A repeat
 * finds the same slip.
 * @param isLast whether a failure of LINE ends it
 * @throws Error if a later try can succeed
 */
export async function seePicture(
  ctx: Ctx,
  subject: string,
  messageId: string,
  isLast: boolean,
): Promise<SeenPicture> {
  const bytes = await fetchPicture(messageId, SLIP_MAX_BYTES).catch((error: unknown) => {
    if (isLast) return null;
    throw error;
  });
  if (bytes === null) return UNSEEN;
  const { taken } = await takeUses(ctx.db, { name: 'linePictures', subject }, 1);
  const picture = taken === 1 ? await readPicture(bytes) : null;
  if (picture === null) return UNSEEN;
  const { jpeg } = picture;
  const qr = readSlipQr(picture.text ?? '');
  if (qr === null) return { jpeg, slip: null };
  const accountId = await findLineOwner(ctx.db, subject);
  if (accountId === null) return { jpeg, slip: { result: 'ask', payment: null } };
  const { result, found } = await takeSlipOfAccount(ctx, accountId, { qr, jpeg });
  const awaits = result === 'checking' ? { awaits: awaitedSlip(qr) } : {};
  return { jpeg, slip: { result, payment: found && paymentOf(found) }, ...awaits };
}

const paymentOf = ({ order, link }: LinkRows): SlipPayment => ({
  orderNumber: order.orderNumber,
  amount: link.amount,
  paymentDate: order.paymentDate,
  url: payUrl(link.token),
});

/**
 * Returns a slip whose check has ended without a booking. Null if there is nothing to tell: the payment was made, or cannot
 * be made any more, or the LINE user has another account by now.
 */
export async function seeCheckedSlip(ctx: Ctx, subject: string, slipId: string): Promise<SeenPicture | null> {
  const [slip] = await ctx.db.select().from(slips).where(eq(slips.id, slipId));
  const found = slip && (await findLinkById(ctx.db, slip.linkId));
  if (!found || !isStillOpen(found, ctx.now)) return null;
  if ((await findLineOwner(ctx.db, subject)) !== found.order.accountId) return null;
  const picture = slip.picture === null ? null : unseal('slip', slip.picture);
  const jpeg = picture && Buffer.from(picture.text, 'base64');
  return { jpeg, slip: { result: slip.state, payment: paymentOf(found) } };
}
