import type { z } from 'zod';
import { AppError } from '@/domain/errors';
import { chargeBy } from '@/domain/lifecycle/methods';
import type { Satang } from '@/domain/money';
import { isRepairable } from '@/domain/order-link';
import { openStateOf } from '@/domain/pay-now';
import type { repairByCardAnswer } from '@/schemas/answers/order-links';
import { hashSecret } from '../../login/session';
import { attachToCustomer } from '../../money/cards/attach-card';
import { writeCardForOnce } from '../../money/cards/card-for-once';
import { makeDefaultCard, type ChosenCard } from '../../money/cards/chosen-card';
import { totalsOf } from '../../money/charging/expected-total';
import { findRepeated, findSameRequest, isCardOf } from '../../money/charging/owed-payment';
import { payNow, type Payment, type Standing } from '../../money/charging/pay-now';
import type { Db, Tx } from '../../db';
import { applyChanges } from '../../lifecycle/apply-changes';
import { voidQrCodes } from '../../lifecycle/attempts';
import { setPaymentMethod } from '../../money/payment-method/convert-offline';
import { stateOf, type Repair } from './find-repair';
import { canTrySameCard, isOwner, requireRepair, viewRepair, type LinkCtx } from './repair-page';

/** `charge`: the result as its payer may see it, without the id of the order. */
export type RepairedByCard = z.output<typeof repairByCardAnswer>;

interface CardRequest {
  /** The token of another card; omitted to charge the saved card again. */
  cardToken?: string;
  /**
   * Whether the card pays for later orders too. Only the logged-in owner can save a card. Otherwise it is used once and
   * deleted at the gateway.
   */
  save?: boolean;
  /** The total that was shown, in satang. */
  expectedTotal?: Satang;
}

/**
 * Charges the order of a repair link to another card, or to the saved card again, once. The retry schedule does not change: it goes on after a
 * decline. A card that is not saved counts for the limit of the link, not for the limits of the account. A repeated call with the same card token returns the same result.
 * @throws AppError NOT_FOUND, NOTHING_TO_PAY if the order cannot be paid any more, NOT_ALLOWED for a saved card that is
 *   not offered, TOTAL_CHANGED (nothing charged),
 *   CARD_DECLINED, PAYMENT_PENDING while a charge's outcome is unknown, CHECKOUT_FAILED if certainly nothing was
 *   charged, THROTTLED
 */
export async function repairByCard(
  ctx: LinkCtx,
  token: string,
  request: CardRequest,
): Promise<RepairedByCard> {
  const found = await requireRepair(ctx, token);
  const { cardToken, expectedTotal } = request;
  const save = request.save === true && isOwner(ctx, found);
  const payment =
    cardToken === undefined
      ? sameCardRepair(token, found, expectedTotal)
      : cardRepair(token, found, { cardToken, save, expectedTotal });
  const { charge } = await payNow(ctx, payment);
  const order = await viewRepair(ctx, token);
  if (charge?.outcome === 'paid') return { charge: { outcome: 'paid' }, order };
  return { charge: charge ?? { outcome: 'pending' }, order };
}

type Repairing = Standing & { found: Repair };

function cardRepair(
  token: string,
  found: Repair,
  { cardToken, save, expectedTotal }: CardRequest & { cardToken: string },
): Payment<Repairing> {
  const tokenHash = hashSecret(cardToken);
  const { accountId } = found.order;
  return {
    accountId,
    purpose: 'repair',
    expectedTotal,
    read: async (db, { now, chosen, locked }) =>
      readCardRepair(db, locked ? await requireRepair({ db, now }, token) : found, { tokenHash, chosen }),
    // A card that is not saved counts for the link.
    obtain: async (ctx) => ({
      card: await attachToCustomer(ctx, accountId, cardToken, save ? null : found.link.tokenHash),
      tokenHash,
    }),
    write: async (tx, now, { facts, chosen }) => {
      if (!chosen || !('card' in chosen)) throw new Error('a card that was not attached');
      const { order } = facts.found;
      const cardId = save
        ? await makeDefaultCard(tx, now, accountId, chosen)
        : await writeCardForOnce(tx, now, accountId, chosen.card);
      if (save) await payLaterOrdersByCard(tx, now, facts.found);
      await voidQrCodes(tx, now, [order.id]);
      const returnPath = `/fix/${token}`;
      return { charge: { orderId: order.id, trigger: 'subscriber', cardId, tokenHash, returnPath } };
    },
  };
}

/** Charges the saved card again. It is tried once a day. */
function sameCardRepair(token: string, found: Repair, expectedTotal: Satang | undefined): Payment<Repairing> {
  return {
    accountId: found.order.accountId,
    purpose: 'repair',
    expectedTotal,
    read: async (db, { now, locked }) =>
      readSameCardRepair(db, now, locked ? await requireRepair({ db, now }, token) : found),
    obtain: async (_ctx, { found: { card } }) => {
      if (card === null) throw new AppError('NOT_ALLOWED');
      return { cardId: card.id };
    },
    write: async (tx, now, { facts, chosen }) => {
      if (!chosen || 'card' in chosen) throw new Error('a card that is not saved');
      const { order } = facts.found;
      await voidQrCodes(tx, now, [order.id]);
      const returnPath = `/fix/${token}`;
      return { charge: { orderId: order.id, trigger: 'subscriber', cardId: chosen.cardId, returnPath } };
    },
  };
}

/** @throws AppError NOTHING_TO_PAY, NOT_ALLOWED, except for a repeated request */
async function readSameCardRepair(db: Db | Tx, now: Date, found: Repair): Promise<Repairing> {
  const { card, order, open: attempt } = found;
  const state = stateOf(found);
  if (state !== 'pending' && !isRepairable(state)) throw new AppError('NOTHING_TO_PAY');
  const chosen = card && { cardId: card.id };
  const repeated = await findRepeated(db, now, order.id, chosen);
  if (!repeated && !attempt && !canTrySameCard(found, now)) throw new AppError('NOT_ALLOWED');
  const isSame = attempt && (await isCardOf(db, attempt, chosen));
  const open = openStateOf(attempt, { isSame });
  return { means: 'saved_card', repeated, attempt, open, totals: totalsOf(order), found };
}

/** @throws AppError NOTHING_TO_PAY if the order cannot be paid any more, except for a repeated request */
async function readCardRepair(
  db: Db | Tx,
  found: Repair,
  { tokenHash, chosen }: { tokenHash: string; chosen: ChosenCard | null },
): Promise<Repairing> {
  const { order, open: attempt } = found;
  const known = await findSameRequest(db, order.accountId, tokenHash);
  const state = stateOf(found);
  if (!known && state !== 'pending' && !isRepairable(state)) throw new AppError('NOTHING_TO_PAY');
  const isSame = attempt && (await isCardOf(db, attempt, chosen));
  const open = openStateOf(attempt, { isSame });
  return { means: 'new_card', known, attempt, open, totals: totalsOf(order), found };
}

/** Changes the payment method to card, with the order that awaits the payment of a link. */
async function payLaterOrdersByCard(tx: Tx, now: Date, { order, subscription }: Repair): Promise<void> {
  const { id: subscriptionId, accountId, paymentMethod } = subscription;
  if (paymentMethod === 'card' && order.status !== 'awaiting_payment') return;
  if (paymentMethod !== 'card') await setPaymentMethod(tx, now, subscription, 'card');
  const about = { cause: 'method_changed', actor: accountId } as const;
  await applyChanges(tx, now, [{ ...about, subscriptionId, ...chargeBy('card', order) }]);
}
