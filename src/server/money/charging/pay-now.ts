import type { ErrorCode } from '@/domain/error-kinds';
import { AppError } from '@/domain/errors';
import { isAsShown } from '@/domain/payment';
import {
  decide,
  isByCard,
  type Means,
  type OpenState,
  type Owed,
  type Purpose,
  type Step,
} from '@/domain/pay-now';
import type { Totals } from '@/domain/price';
import type { Satang } from '@/domain/money';
import type { ChosenCard } from '../cards/chosen-card';
import { networkToStore, releaseCardAttempt } from '../cards/card-limits';
import { queueDeletionUnlessSaved } from '../cards/saved-cards';
import type { Db, Tx } from '../../db';
import { lockSubscriptionOf, type Subscription } from '../../lifecycle/locks';
import { clockFrom } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import type { Attempt } from '../settlement/queries';
import { pollAttempt } from '../settlement/poll-unknown-charges';
import { abandonChallenge } from '../settlement/release-open-payments';
import { chargeNow, claimNow, viewAttempt, type ChargeView } from './charge-now';
import { requireTotal } from './expected-total';
import { sendQrAttempt, type QrRequest } from './qr-attempts';
import { requireQrsRead } from './unread-qrs';
import { writeAttempt, type AttemptRequest, type WrittenAttempt } from './write-attempts';

/** The facts of a payment that decide what it does next. A command adds what it needs to write the payment. */
export interface Standing {
  means: Means;
  /** The result that a repeated request gets: of its attempt, or of a paid order. */
  known?: Attempt | ChargeView | null;
  /** The last attempt of the order, if the same saved card was charged less than a minute ago. */
  repeated?: Attempt | null;
  open: OpenState;
  /** The open attempt; null for an open link, and without one. */
  attempt: Attempt | null;
  /** What the request would charge; null for nothing, undefined while it is not read. */
  totals: Totals | null | undefined;
  isLate?: boolean;
  /** Whether the card is saved whatever comes of the payment; default: for the purpose `card`. */
  isSaved?: boolean;
  /** Whether nothing is charged, whatever the screen showed. */
  isUncharged?: boolean;
}

/**
 * What a command wrote: the request of a charge or of a QR code, a refusal to throw, or a result without a call.
 * `ifUnsent`: the result if certainly nothing was charged; default: an error.
 */
export type Written =
  | { charge: AttemptRequest; ifUnsent?: ChargeView }
  | { qr: QrRequest }
  | { refused: AppError }
  | { result: ChargeView | null };

export interface Reading {
  now: Date;
  /** The card that the gateway has accepted; null before. */
  chosen: ChosenCard | null;
  /** The locked subscription; undefined without a lock, null if it does not exist. */
  locked?: Subscription | null;
}

export interface Payment<S extends Standing> {
  accountId: string;
  purpose: Purpose;
  /** The total that the screen showed, in satang; undefined accepts any total. */
  expectedTotal: Satang | undefined;
  /** Reads the facts: first without a lock, then after each step under it. @throws AppError if the caller may not pay */
  read: (db: Db | Tx, at: Reading) => Promise<S>;
  /** Has the gateway accept the card. Counts the request for the card limits first. */
  obtain?: (ctx: Ctx, facts: S) => Promise<ChosenCard>;
  /** Writes the payment, under the lock. Also called for a card that is saved without a charge. */
  write: (tx: Tx, now: Date, paying: { facts: S; step: Step; chosen: ChosenCard | null }) => Promise<Written>;
}

/** A new card, an open challenge, a QR code and a lost race each need one step. */
const MOST_STEPS = 8;

interface Progress {
  chosen: ChosenCard | null;
  /** Whether this call has tried to end what is open. */
  hasLeft: boolean;
}

/**
 * Pays at a screen: reads the facts, and does what `PAY_NOW` says until there is a result. Between two readings it
 * makes at most one step at the gateway. An attempt is written before the gateway is called. After a crash, a repeated
 * call goes on from what is written.
 * @returns `charge`: the result; null if nothing was charged. `facts`: what was read last. `ctx`: the context at the
 *   end, because the call may have waited for a lock
 * @throws AppError the refusals of the table and of the command, CHECKOUT_FAILED if certainly nothing was charged
 */
export async function payNow<S extends Standing>(
  ctx: Ctx,
  payment: Payment<S>,
): Promise<{ charge: ChargeView | null; facts: S; ctx: Ctx }> {
  const progress: Progress = { chosen: null, hasLeft: false };
  try {
    return await run(ctx, payment, progress);
  } finally {
    const { chosen } = progress;
    if (chosen && 'card' in chosen) await queueDeletionUnlessSaved(ctx, payment.accountId, chosen.card);
  }
}

async function run<S extends Standing>(ctx: Ctx, payment: Payment<S>, progress: Progress) {
  const clock = clockFrom(ctx.now);
  const read = await payment.read(ctx.db, { now: ctx.now, chosen: null });
  let { facts, step } = { facts: read, step: nextStep(payment, read, progress) };
  for (let made = 0; made < MOST_STEPS; made += 1) {
    if (step.do === 'refuse') throw refusalOf(step.code, payment, facts);
    if (isResult(step)) return { charge: await viewStep(ctx, facts, step), facts, ctx };
    if (step.do === 'obtain') progress.chosen = (await payment.obtain?.(ctx, facts)) ?? null;
    if (step.do === 'leave') await leave(ctx, facts, progress);
    const claimed = await claim(ctx, payment, progress, clock);
    ({ facts, step } = claimed);
    if (!claimed.did) continue;
    // The card of an attempt is saved with it.
    if (claimed.written) progress.chosen = null;
    const after = { ...ctx, now: clock() };
    return { charge: await send(after, payment, claimed, progress), facts, ctx: after };
  }
  throw new AppError('PAYMENT_PENDING');
}

function nextStep<S extends Standing>(payment: Payment<S>, facts: S, { chosen, hasLeft }: Progress): Step {
  const { purpose, expectedTotal } = payment;
  const { means, open, totals, isUncharged } = facts;
  return decide({
    purpose,
    means,
    open,
    owed: isUncharged ? 'nothing' : owedOf(totals, expectedTotal),
    isKnown: Boolean(facts.known),
    isRepeated: Boolean(facts.repeated),
    isLate: facts.isLate === true,
    isSaved: savesCard(payment, facts),
    isReady: !isByCard(means) || chosen !== null,
    hasLeft,
  });
}

const savesCard = ({ purpose }: Pick<Payment<Standing>, 'purpose'>, { isSaved }: Standing): boolean =>
  isSaved ?? purpose === 'card';

function owedOf(totals: Totals | null | undefined, expected: Satang | undefined): Owed {
  if (totals === undefined) return 'unread';
  if (!isAsShown(expected, totals?.total ?? 0).allowed) return 'changed';
  return totals === null ? 'nothing' : 'as_shown';
}

function refusalOf<S extends Standing>(
  code: ErrorCode,
  { expectedTotal }: Payment<S>,
  { totals }: S,
): AppError {
  if (code === 'TOTAL_CHANGED') requireTotal(expectedTotal, totals ?? null);
  return new AppError(code);
}

const isResult = ({ do: step }: Step): boolean => step === 'answer' || step === 'show' || step === 'wait';

/** Returns the result of a step that charges nothing. */
async function viewStep(
  ctx: Ctx,
  { known, repeated, attempt }: Standing,
  step: Step,
): Promise<ChargeView | null> {
  const found = step.do === 'answer' ? (known ?? repeated) : step.do === 'show' ? attempt : null;
  if (found) return 'outcome' in found ? found : viewAttempt(ctx, found.id);
  return step.do === 'wait' ? { outcome: 'pending' } : null;
}

async function leave(ctx: Ctx, { attempt }: Standing, progress: Progress): Promise<void> {
  progress.hasLeft = true;
  if (attempt?.source === 'promptpay') await pollAttempt(ctx, attempt);
  else if (attempt) await abandonChallenge(ctx, attempt);
}

/**
 * Reads the facts again under the lock, and writes the payment if nothing has to happen before.
 * @returns `did`: what was written; null if the next step is another one
 */
async function claim<S extends Standing>(
  ctx: Ctx,
  payment: Payment<S>,
  progress: Progress,
  clock: () => Date,
): Promise<{ facts: S; step: Step; did: Written | null; written: WrittenAttempt | QrRequest | null }> {
  return claimNow(ctx, async (tx, qrsRead) => {
    const { chosen } = progress;
    const locked = await lockSubscriptionOf(tx, payment.accountId);
    const facts = await payment.read(tx, { now: clock(), chosen, locked });
    const step = nextStep(payment, facts, progress);
    const isWritten =
      step.do === 'charge' || step.do === 'nothing' || (savesCard(payment, facts) && isResult(step));
    if (!isWritten) return { facts, step, did: null, written: null };
    const now = clock();
    if (facts.means === 'qr' || facts.means === 'app') await requireQrsRead(tx, payment.accountId, qrsRead);
    const did = await payment.write(tx, now, { facts, step, chosen });
    if (!('charge' in did)) return { facts, step, did, written: 'qr' in did ? did.qr : null };
    const request = { ...did.charge, network: networkToStore(ctx), qrsRead };
    return { facts, step, did, written: await writeAttempt(tx, now, request) };
  });
}

/** Sends what was written to the gateway, after the commit. */
async function send<S extends Standing>(
  ctx: Ctx,
  { accountId }: Payment<S>,
  { facts, step, did, written }: Awaited<ReturnType<typeof claim<S>>>,
  { chosen }: Progress,
): Promise<ChargeView | null> {
  if (chosen && 'cardId' in chosen && !written) await releaseCardAttempt(ctx, accountId);
  if (!did || 'refused' in did) throw did?.refused ?? new Error('nothing was written');
  if ('result' in did) return did.result ?? viewStep(ctx, facts, step);
  if ('qr' in did) return sendQrAttempt(ctx, did.qr).then(() => null);
  try {
    return await chargeNow(ctx, written as WrittenAttempt);
  } catch (error) {
    const isUnsent = error instanceof AppError && error.code === 'CHECKOUT_FAILED';
    if (isUnsent && did.ifUnsent) return did.ifUnsent;
    throw error;
  }
}

/** Returns a result that is no decline. @throws AppError CARD_DECLINED */
export function requireNoDecline(
  charge: ChargeView | null,
): Exclude<ChargeView, { outcome: 'declined' }> | null {
  if (charge?.outcome === 'declined') throw new AppError('CARD_DECLINED', { reason: charge.reason });
  return charge;
}
