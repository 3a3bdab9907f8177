import { and, eq, gte } from 'drizzle-orm';
import type { z } from 'zod';
import { isStillAgreed, type AgreedFirst } from '@/domain/bank-account';
import { dayOf, type Day } from '@/domain/day';
import { coarseReason } from '@/domain/decline';
import { receiveByOf } from '@/domain/delivery';
import { AppError } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import { openStateOf } from '@/domain/pay-now';
import { firstDates } from '@/domain/schedule';
import { isRegistering, mayPayFirst } from '@/domain/subscription';
import type { firstPaymentAnswer } from '@/schemas/answers/payments';
import { hashSecret } from '../../login/session';
import { makeDefaultCard } from '../cards/chosen-card';
import { obtainCard, type CardChoice } from '../cards/obtain-card';
import { loadCatalogue, type Catalogue } from '../../shop/catalogue/queries';
import type { ChargeView } from '../charging/charge-now';
import { totalsOf } from '../charging/expected-total';
import { findRepeated, findSameRequest } from '../charging/owed-payment';
import { payNow, requireNoDecline, type Payment, type Standing } from '../charging/pay-now';
import type { Db, Tx } from '../../db';
import { chargeAttempts, orders, paymentLinks } from '../../db/schema';
import { findBankAccount } from '../../lifecycle/bank-accounts';
import type { Subscription } from '../../lifecycle/locks';
import type { Ctx } from '../../platform/context';
import { bookPaid } from '../settlement/book-paid';
import { findRegistration, prepareFirstOrder, quoteFirstOrder, type Registration } from './first-order';
import { limitRefusedCodes } from './limit-refused-codes';

type FirstPaymentOutcome = z.output<typeof firstPaymentAnswer>;
type PaidFirstOrder = Extract<FirstPaymentOutcome, { outcome: 'paid' }>;

/**
 * Charges the first order to the card of a token (step 4 of registering). For a paid order, returns its
 * outcome again. If a 3-D Secure challenge is open, a call without a token or with the same token returns its
 * URL. A call with another token abandons the challenge first. A challenge can be completed after the
 * registration expires, but no new charge starts then.
 * @param expectedTotal the total that was shown, in satang; undefined accepts any total
 * @throws AppError TOTAL_CHANGED (with the new quote; nothing is charged), CARD_DECLINED (with reason),
 *   CHECKOUT_FAILED, PAYMENT_PENDING, STEP_MISSING, THROTTLED, CODE_INVALID (with the new totals; nothing is
 *   charged and the code is removed), NOT_ALLOWED
 */
export async function payFirstOrder(
  ctx: Ctx,
  accountId: string,
  cardToken: string | undefined,
  expectedTotal?: Satang,
): Promise<FirstPaymentOutcome> {
  const choice = cardToken === undefined ? null : { cardToken };
  const charge = requireNoDecline(await chargeFirstOrder(ctx, accountId, choice, expectedTotal));
  if (!charge) throw new Error('a first payment without a result');
  return charge.outcome === 'paid' ? { ...charge, subscriptionStatus: 'active' } : charge;
}

/** What pays the first order: a card, or the linked bank account. `agreed`: what was agreed when its link was started. */
export type FirstChoice = CardChoice | { bankAccountId: string; agreed?: AgreedFirst };

/**
 * Charges the first order and closes its open payment link. Saves a card only if it is charged.
 * `settleAttempt` deletes the card if the charge fails.
 * @param choice the card or bank account; null for the card of the open challenge
 * @param expectedTotal the total that was shown, in satang; undefined accepts any
 * @returns the result; a decline has a reason that tells nothing about the card
 * @throws AppError CHECKOUT_FAILED, PAYMENT_PENDING, STEP_MISSING, THROTTLED, CODE_INVALID, TOTAL_CHANGED, NOT_ALLOWED
 */
export async function chargeFirstOrder(
  ctx: Ctx,
  accountId: string,
  choice: FirstChoice | null,
  expectedTotal: Satang | undefined,
): Promise<ChargeView | null> {
  const { charge } = await limitRefusedCodes(ctx, accountId, async () =>
    payNow(ctx, await firstPayment(ctx, accountId, choice, expectedTotal)),
  );
  return charge?.outcome === 'declined' ? { ...charge, reason: coarseReason(charge.reason) } : charge;
}

async function firstPayment(
  ctx: Ctx,
  accountId: string,
  choice: FirstChoice | null,
  expectedTotal: Satang | undefined,
): Promise<Payment<FirstStanding>> {
  const catalogue = await loadCatalogue(ctx.db, ctx.now);
  const byAccount = choice && 'bankAccountId' in choice ? choice : null;
  const tokenHash = choice && 'cardToken' in choice ? hashSecret(choice.cardToken) : undefined;
  const request = { accountId, catalogue, tokenHash, isCardGiven: choice !== null };
  const method = byAccount ? 'bank_account' : 'card';
  return {
    accountId,
    purpose: 'first',
    expectedTotal,
    read: (db, { now }) =>
      byAccount
        ? readFirstByBankAccount(db, now, { accountId, catalogue }, byAccount)
        : readFirstByCard(db, now, request),
    obtain: (ctx) => {
      if (choice && !('bankAccountId' in choice)) return obtainCard(ctx, accountId, choice);
      throw new AppError('INPUT_INVALID', { fieldErrors: { cardToken: ['validation.required'] } });
    },
    write: async (tx, now, { facts: { registration }, chosen }) => {
      if ((!chosen && !byAccount) || !registration) throw new Error('a first payment without a means');
      const prepared = await prepareFirstOrder(tx, now, registration, {
        catalogue,
        method,
        card: chosen && 'card' in chosen ? chosen.card.fingerprint : undefined,
        expectedTotal,
      });
      if ('error' in prepared) return { refused: prepared.error };
      const { orderId, total } = prepared;
      const cardId = chosen ? await makeDefaultCard(tx, now, accountId, chosen) : undefined;
      if (total === 0) return { result: await bookFreeOrder(tx, now, registration, { orderId, cardId }) };
      const returnPath = '/register/confirmation';
      return { charge: { orderId, trigger: 'registration', cardId, tokenHash, returnPath } };
    },
  };
}

export interface FirstStanding extends Standing {
  /** Null for a first order that is paid. */
  registration: Registration | null;
}

/** Reads the facts of a first payment by card. Without a card, only an open challenge answers. */
async function readFirstByCard(
  db: Db | Tx,
  now: Date,
  request: { accountId: string; catalogue: Catalogue; tokenHash?: string; isCardGiven: boolean },
): Promise<FirstStanding> {
  const facts = await readFirst(db, now, request);
  const { accountId, tokenHash, isCardGiven } = request;
  // Nothing was charged before the first order is written.
  const mayRepeat = tokenHash !== undefined && facts.registration?.order;
  const known = facts.known ?? (mayRepeat ? await findSameRequest(db, accountId, tokenHash) : null);
  const isSame = !isCardGiven || (tokenHash !== undefined && facts.attempt?.tokenHash === tokenHash);
  return { ...facts, means: 'new_card', known, open: openStateOf(facts.attempt, { isSame }) };
}

/**
 * Reads the facts of a first payment by the linked bank account.
 * @throws AppError NOT_FOUND if the account is not linked any more; NOT_ALLOWED if the order is no longer the agreed one,
 *   or something else was tried to pay it since
 */
async function readFirstByBankAccount(
  db: Db | Tx,
  now: Date,
  about: { accountId: string; catalogue: Catalogue },
  { bankAccountId, agreed }: Extract<FirstChoice, { bankAccountId: string }>,
): Promise<FirstStanding> {
  const facts = await readFirst(db, now, about);
  const { registration } = facts;
  const linked = await findBankAccount(db, about.accountId, 'linked');
  if (registration && linked?.id !== bankAccountId) throw new AppError('NOT_FOUND');
  if (agreed && registration) {
    const { code, paymentDay, frequency } = registration.subscription;
    const present = { code, dates: firstDates(dayOf(now), paymentDay, frequency) };
    if (
      !isStillAgreed(agreed, present, now) ||
      (await isTriedSince(db, registration.subscription, new Date(agreed.at)))
    )
      throw new AppError('NOT_ALLOWED');
  }
  const first = registration?.order;
  const repeated = first ? await findRepeated(db, now, first.id, { bankAccountId }) : null;
  return { ...facts, means: 'bank_account', repeated };
}

/** Whether the first order was charged, or got a payment link, since an instant. */
async function isTriedSince(db: Db | Tx, { id, accountId }: Subscription, since: Date): Promise<boolean> {
  const [attempt] = await db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(and(eq(chargeAttempts.accountId, accountId), gte(chargeAttempts.createdAt, since)))
    .limit(1);
  const [link] = await db
    .select({ id: paymentLinks.id })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .where(and(eq(orders.subscriptionId, id), gte(paymentLinks.createdAt, since)))
    .limit(1);
  return attempt !== undefined || link !== undefined;
}

/**
 * Reads the facts of a first payment by any means.
 * @throws AppError NOT_ALLOWED without an unpaid registration, STEP_MISSING without a delivery address
 */
export async function readFirst(
  db: Db | Tx,
  now: Date,
  { accountId, catalogue }: { accountId: string; catalogue: Catalogue },
): Promise<Omit<FirstStanding, 'means'>> {
  const registration = await findRegistration(db, accountId);
  if (!registration) throw new AppError('NOT_ALLOWED');
  const { subscription, postalCode, order, attempt } = registration;
  const nothing = { open: 'none', attempt: null, totals: undefined, registration: null } as const;
  if (order?.status === 'paid' && order.paidOn)
    return { ...nothing, known: toPaidOutcome(order, order.paidOn) };
  if (!isRegistering(subscription)) throw new AppError('NOT_ALLOWED');
  if (!postalCode) throw new AppError('STEP_MISSING');
  const open = openStateOf(attempt, { isSame: false });
  const isLate = !mayPayFirst(subscription, now);
  // The open charge has the total that the registration shows.
  const totals = attempt && order ? totalsOf(order) : await quoteFirstOrder(db, now, registration, catalogue);
  // The payment refuses an invalid code itself.
  return { registration, open, attempt, isLate, totals: totals ?? undefined };
}

function toPaidOutcome(order: { id: string; orderNumber: number }, paidOn: Day): PaidFirstOrder {
  const { id: orderId, orderNumber } = order;
  const receiveBy = receiveByOf(paidOn);
  return { outcome: 'paid', subscriptionStatus: 'active', orderId, orderNumber, receiveBy };
}

/** Records a first order with a total of zero as paid, with its saved card if it has one. */
export async function bookFreeOrder(
  tx: Tx,
  now: Date,
  { subscription }: Registration,
  { orderId, cardId = null }: { orderId: string; cardId?: string | null },
): Promise<PaidFirstOrder> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error('the order just written is not there');
  await bookPaid(tx, now, [{ subscription, order, paidAt: now, cardId, asked: true }]);
  return toPaidOutcome(order, dayOf(now));
}
