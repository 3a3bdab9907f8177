import { readSlipQr, SLIP_MAX_BYTES } from '@/domain/slip';
import { fetchPicture } from '../../gateways/line/content';
import { payUrl } from '../../lifecycle/payment-links';
import { findLineOwner } from '../../login/line-identity';
import { takeSlipOfAccount, type AccountSlip } from '../../money/payment-links/account-slip';
import { readPicture } from '../../money/payment-links/read-picture';
import type { Ctx } from '../../platform/context';
import { takeUses } from '../../platform/throttle';
import type { SlipPayment } from '@/domain/line-slip';

/** A picture that a person sent in LINE. */
export interface SeenPicture {
  /** Encoded again; null if LINE no longer has it, or if it cannot be read. */
  jpeg: Buffer | null;
  /** What became of the transfer slip that it shows; null for another picture. */
  slip: { result: AccountSlip['result']; payment: SlipPayment | null } | null;
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
  const payment = found && {
    orderNumber: found.order.orderNumber,
    amount: found.link.amount,
    paymentDate: found.order.paymentDate,
    url: payUrl(found.link.token),
  };
  return { jpeg, slip: { result, payment } };
}
