import { desc, eq } from 'drizzle-orm';
import { openStateOf, type OpenState } from '@/domain/pay-now';
import { isRetriedAtOnce, SAME_REQUEST_MS } from '@/domain/retry';
import { isSameCard } from '../cards/card-for-once';
import type { ChosenCard } from '../cards/chosen-card';
import type { Db, Tx } from '../../db';
import { chargeAttempts } from '../../db/schema';
import { voidQrCodes } from '../../lifecycle/attempts';
import type { Subscription } from '../../lifecycle/locks';
import { findOpenAttempt, type Attempt } from '../settlement/queries';
import { totalsOf } from './expected-total';
import type { Standing } from './pay-now';
import { findAttemptByToken, findOwedOrder, type OwedOrder } from './queries';
import type { AttemptRequest } from './write-attempts';

export interface OwedStanding extends Standing {
  /** The order that the card is charged for; null if nothing is charged. */
  owed: OwedOrder | null;
  /** Whether the payment of the owed order has failed. */
  hasFailed: boolean;
}

/** What is charged: a card, or the linked bank account. */
type ChosenMeans = ChosenCard | { bankAccountId: string };

interface CardRequest {
  /** The hash of the token of a new card. */
  tokenHash?: string;
  /** The card or bank account, as far as it is known; null for a new card that the gateway has not accepted. */
  chosen: ChosenMeans | null;
  /** Whether the card is charged for every owed order. By default it is charged for a failed payment only. */
  paysAll?: boolean;
  /** Whether the card also ends the challenge of an order that it is not charged for. */
  endsAll?: boolean;
  /** Whether an open charge of another card goes on, because the card does not become the default. */
  keepsOpen?: boolean;
}

/** Reads what an added or chosen card of a subscriber is charged for. */
export async function readOwed(
  db: Db | Tx,
  now: Date,
  subscription: Subscription,
  { tokenHash, chosen, paysAll = false, endsAll = false, keepsOpen = false }: CardRequest,
): Promise<OwedStanding> {
  const known = tokenHash ? await findSameRequest(db, subscription.accountId, tokenHash) : null;
  const attempt = await findOpenAttempt(db, subscription.accountId);
  const isSame = attempt && (await isCardOf(db, attempt, chosen));
  const newest = await findOwedOrder(db, subscription);
  const isAtBank = attempt?.status === 'action_required';
  const mayPay = (isChallenged: boolean) =>
    newest !== null && isDueAtOnce(newest, subscription, isChallenged);
  const owed = paysAll || mayPay(isAtBank) ? newest : null;
  const open = openStateOf(attempt, { isSame });
  // A challenge that is not of the owed payment: of an order that was ordered now.
  const shown = owed ?? (endsAll && isSame && newest?.order.id === attempt?.orderId ? newest : null);
  const facts = {
    means: tokenHash === undefined ? ('saved_card' as const) : ('new_card' as const),
    known,
    owed,
    hasFailed: mayPay(false),
    attempt,
    totals: endsAll && open === 'unclear' ? undefined : shown && totalsOf(shown.order),
  };
  if (keepsOpen && attempt && isSame !== true)
    return { ...facts, owed: null, open: 'none', attempt: null, totals: undefined, isUncharged: true };
  // The attempt is of a void order, for which nothing is paid any more.
  if (newest === null && !endsAll) return { ...facts, open: 'none', attempt: null };
  const repeated = owed && !attempt ? await findRepeated(db, now, owed.order.id, chosen) : null;
  return { ...facts, open: owed || endsAll || open === 'same' ? open : heldOpen(open), repeated };
}

/** Another card does not end the challenge of an order that the card is not charged for. */
const heldOpen = (open: OpenState): OpenState => (open === 'none' ? 'none' : 'unresolved');

/** Returns the newest attempt with a card token that was sent; null without one. */
export async function findSameRequest(
  db: Db | Tx,
  accountId: string,
  tokenHash: string,
): Promise<Attempt | null> {
  const attempt = await findAttemptByToken(db, accountId, tokenHash);
  return attempt?.status === 'voided' ? null : attempt;
}

/** Whether an attempt is of this card or bank account; null if the card is not known yet. */
export async function isCardOf(
  db: Db | Tx,
  { cardId, bankAccountId }: Attempt,
  chosen: ChosenMeans | null,
): Promise<boolean | null> {
  if (chosen === null) return null;
  if ('bankAccountId' in chosen) return bankAccountId === chosen.bankAccountId;
  return 'card' in chosen ? isSameCard(db, cardId, chosen.card) : cardId === chosen.cardId;
}

function isDueAtOnce({ order, payment }: OwedOrder, { status }: Subscription, isAtBank: boolean): boolean {
  return isRetriedAtOnce({
    orderStatus: order.status,
    orderedFrom: order.orderedFrom,
    paymentStatus: payment.status,
    subscriptionStatus: status,
    isAtBank,
  });
}

/** Returns the last attempt of the order if the subscriber made it with the same card or bank account less than a minute ago. */
export async function findRepeated(
  db: Db | Tx,
  now: Date,
  orderId: string,
  chosen: ChosenMeans | null,
): Promise<Attempt | null> {
  const [latest] = await db
    .select()
    .from(chargeAttempts)
    .where(eq(chargeAttempts.orderId, orderId))
    .orderBy(desc(chargeAttempts.attemptNo))
    .limit(1);
  const isAsked = latest?.trigger === 'subscriber' || latest?.trigger === 'registration';
  if (!isAsked || latest.status === 'voided' || latest.status === 'expired') return null;
  const isRecent = now.getTime() - latest.createdAt.getTime() < SAME_REQUEST_MS;
  return isRecent && (await isCardOf(db, latest, chosen)) === true ? latest : null;
}

/** Returns the request of a charge of an owed order. Closes its open QR codes, which the card replaces. */
export async function chargeOwed(
  tx: Tx,
  now: Date,
  { owed }: Pick<OwedStanding, 'owed'>,
  card: { cardId?: string; tokenHash?: string },
): Promise<{ charge: AttemptRequest }> {
  if (!owed) throw new Error('nothing is owed');
  const orderId = owed.order.id;
  await voidQrCodes(tx, now, [orderId]);
  return { charge: { ...card, orderId, trigger: 'subscriber', returnPath: '/account/cards' } };
}
