import { AppError } from '@/domain/errors';
import { chargeByCard } from '@/domain/lifecycle/methods';
import type { Satang } from '@/domain/money';
import { isRepairable } from '@/domain/order-link';
import { isUnresolved } from '@/domain/payment';
import { hashSecret } from '../auth/session';
import { isSameCard, writeCardForOnce } from '../cards/card-for-once';
import { makeDefaultCard } from '../cards/chosen-card';
import { attachToCustomer } from '../cards/attach-card';
import { queueDeletionUnlessSaved } from '../cards/saved-cards';
import { chargeNow, claimNow, viewAttempt, viewByToken, type ChargeView } from '../charging/charge-now';
import { requireTotal, totalsOf } from '../charging/expected-total';
import type { QrsRead } from '../charging/unread-qrs';
import { writeAttempt, type WrittenAttempt } from '../charging/write-attempts';
import type { Tx } from '../db';
import type { GatewayCard } from '../gateways/omise/cards';
import { applyChanges } from '../lifecycle/apply-changes';
import { voidQrCodes } from '../lifecycle/attempts';
import { lockSubscription } from '../lifecycle/locks';
import { setPaymentMethod } from '../payment-method/convert-offline';
import type { Ctx } from '../platform/context';
import { abandonChallenge } from '../settlement/release-open-payments';
import { findRepair, stateOf, type Repair } from './find-repair';
import { isOwner, requireRepair, viewRepair, type LinkCtx, type RepairView } from './repair-page';

/** The result of a charge as its payer may see it: without the id of the order. */
export type RepairCharge = Exclude<ChargeView, { outcome: 'paid' }> | { outcome: 'paid' };

export interface RepairedByCard {
  charge: RepairCharge;
  order: RepairView;
}

interface CardRequest {
  cardToken: string;
  /**
   * Whether the card pays for later orders too. Only the logged-in owner can save a card. Otherwise it is used once and
   * deleted at the gateway.
   */
  save?: boolean;
  /** The total that was shown, in satang. */
  expectedTotal?: Satang;
}

/**
 * Charges the order of a repair link to another card, once. The retry schedule does not change: it goes on after a
 * decline. A card that is not saved counts for the limit of the link, not for the limits of the account. A repeated call with the same card token returns the same result.
 * @throws AppError NOT_FOUND, NOTHING_TO_PAY if the order cannot be paid any more, TOTAL_CHANGED (nothing charged),
 *   CARD_DECLINED, PAYMENT_PENDING while a charge's outcome is unknown, CHECKOUT_FAILED if certainly nothing was
 *   charged, THROTTLED
 */
export async function repairByCard(
  ctx: LinkCtx,
  token: string,
  request: CardRequest,
): Promise<RepairedByCard> {
  const found = await requireRepair(ctx, token);
  const { accountId } = found.order;
  const save = request.save === true && isOwner(ctx, found);
  const tokenHash = hashSecret(request.cardToken);
  const earlier = await viewByToken(ctx, accountId, tokenHash);
  if (earlier) return toResponse(ctx, token, earlier);
  requirePayable(found, request.expectedTotal);
  const { tokenHash: linkHash } = found.link;
  const card = await attachToCustomer(ctx, accountId, request.cardToken, save ? null : linkHash);
  if (await isAtBankOfAnother(ctx, found, card)) await abandonChallenge(ctx, found.open!);
  try {
    const claimed = await claimNow(ctx, (tx, qrsRead) =>
      claimCharge(tx, ctx.now, { ...request, save, found, card, tokenHash, token, qrsRead }),
    );
    if ('written' in claimed) return await toResponse(ctx, token, await chargeNow(ctx, claimed.written));
    return await toResponse(ctx, token, await viewAttempt(ctx, claimed.openId));
  } finally {
    await queueDeletionUnlessSaved(ctx, accountId, card);
  }
}

function requirePayable(found: Repair, expectedTotal: Satang | undefined): void {
  const state = stateOf(found);
  if (state === 'pending') throw new AppError('PAYMENT_PENDING');
  if (!isRepairable(state)) throw new AppError('NOTHING_TO_PAY');
  requireTotal(expectedTotal, totalsOf(found.order));
}

/** Whether the order has an open 3-D Secure challenge of another card. */
async function isAtBankOfAnother({ db }: Ctx, { open }: Repair, card: GatewayCard): Promise<boolean> {
  if (open?.source !== 'card' || open.status !== 'action_required') return false;
  return !(await isSameCard(db, open.cardId, card));
}

type Claim = CardRequest & {
  found: Repair;
  card: GatewayCard;
  tokenHash: string;
  token: string;
  qrsRead: QrsRead;
};

/**
 * Writes the card and the attempt.
 * @returns the attempt to send; or the id of the open attempt of the same card, which waits for its 3-D Secure
 *   confirmation
 */
async function claimCharge(
  tx: Tx,
  now: Date,
  claim: Claim,
): Promise<{ written: WrittenAttempt } | { openId: string }> {
  const { card, tokenHash, token, save, expectedTotal, qrsRead } = claim;
  const subscription = await lockSubscription(tx, claim.found.subscription.id);
  const found = await findRepair(tx, token);
  if (!subscription || !found) throw new AppError('NOT_FOUND');
  requirePayable(found, expectedTotal);
  const { order, open } = found;
  const { id: orderId, accountId } = order;
  if (open && isUnresolved(open)) {
    if (await isSameCard(tx, open.cardId, card)) return { openId: open.id };
    throw new AppError('PAYMENT_PENDING');
  }
  const cardId = save
    ? await makeDefaultCard(tx, now, accountId, { card, tokenHash })
    : await writeCardForOnce(tx, now, accountId, card);
  if (save) await payLaterOrdersByCard(tx, now, found);
  if (open) await voidQrCodes(tx, now, [orderId]);
  const request = { orderId, trigger: 'subscriber', cardId, tokenHash, qrsRead } as const;
  return { written: await writeAttempt(tx, now, { ...request, returnPath: `/fix/${token}` }) };
}

/** Changes the payment method to card, with the order that awaits the payment of a link. */
async function payLaterOrdersByCard(tx: Tx, now: Date, { order, subscription }: Repair): Promise<void> {
  const { id: subscriptionId, accountId, paymentMethod } = subscription;
  if (paymentMethod === 'card' && order.status !== 'awaiting_payment') return;
  if (paymentMethod !== 'card') await setPaymentMethod(tx, now, subscription, 'card');
  const about = { cause: 'method_changed', actor: accountId } as const;
  await applyChanges(tx, now, [{ ...about, subscriptionId, ...chargeByCard(order) }]);
}

async function toResponse(ctx: LinkCtx, token: string, charge: ChargeView | null): Promise<RepairedByCard> {
  const order = await viewRepair(ctx, token);
  if (charge?.outcome === 'paid') return { charge: { outcome: 'paid' }, order };
  return { charge: charge ?? { outcome: 'pending' }, order };
}
