import { eq } from 'drizzle-orm';
import { checkBox } from '@/domain/box';
import { CONSENT_PURPOSES } from '@/domain/consent';
import { dayOf } from '@/domain/day';
import { AppError, enforce } from '@/domain/errors';
import { codeKey, isCode, normaliseCode } from '@/domain/referral';
import { firstDates } from '@/domain/schedule';
import { hasEndedUnpaid } from '@/domain/subscription';
import type { Caller } from '../../platform/caller';
import { attachIdentity } from '../../login/line-identity';
import { findLineRegistration } from '../../login/line-registration';
import { aboutAccount, hashNewPassword } from '../../login/password';
import { endOtherSessions, requireOpenSession, startSession, type Session } from '../../login/session';
import { byNetwork, countMisses, countTakenAnswers, type Use } from '../../platform/throttle';
import { loadCatalogue, type Catalogue } from '../../shop/catalogue/queries';
import type { Ctx } from '../../platform/context';
import { transaction, violatedConstraint, type Db, type Tx } from '../../db';
import { accounts, subscriptions } from '../../db/schema';
import { quoteOrder } from '@/domain/quote';
import { loadBox, loadBoxOf } from '../../shop/orders/planning';
import {
  refuseWhileFirstPaymentOpen,
  releaseOpenPayments,
} from '../../money/settlement/release-open-payments';
import { codeUsesBy, findCode } from '../../shop/rewards/codes';
import type { Subscription } from '../../lifecycle/locks';
import { canBeMailed } from '../../login/mail-limits';
import { lockRegistration, requireRegistering } from './open-registration';
import { recordConsents } from '../../lifecycle/consents';
import { sendVerification } from './verification';
import { changeAccount, createAccount, writePlan, type RegistrationInput } from './write-registration';

type RegisteringSession = Pick<Session, 'id' | 'accountId' | 'createdAt'>;

/**
 * Creates an account with a subscription, or changes the account and subscription of an unfinished registration (steps
 * 1 and 2). Counts each call before hashing the password, because a call may send a mail.
 * @param callersSession the caller's session; null without a session. Ignored for an expired registration: a new
 *   registration begins.
 * @param lineSecret the secret of the browser's registration with LINE; ignored if the input has a password
 * @returns `answer`: totals in satang, the first three dates, and `codeError`: the reason why the code was not stored;
 *   `withLine`: whether LINE was linked; `secret`: the secret of the new session, null if the caller has a session
 * @throws AppError EMAIL_TAKEN, LINE_TAKEN, BOX_INVALID, PAYMENT_PENDING, NOT_ALLOWED, THROTTLED, INPUT_INVALID
 */
export async function startRegistration(
  ctx: Ctx,
  callersSession: RegisteringSession | null,
  input: RegistrationInput,
  caller: Caller,
  lineSecret: string | null = null,
) {
  const session = callersSession && (await withoutExpired(ctx, callersSession));
  if (session) await requireRegistering(ctx, session.accountId);
  const uses: Use[] = [
    { name: session ? 'mail' : 'register', subject: caller.address },
    ...byNetwork(session ? 'mailNetwork' : 'registerNetwork', caller),
  ];
  return countTakenAnswers(ctx.db, caller, () => register(ctx, session, input, caller, lineSecret), uses);
}

async function register(
  ctx: Ctx,
  session: RegisteringSession | null,
  input: RegistrationInput,
  caller: Caller,
  lineSecret: string | null,
) {
  const catalogue = await loadCatalogue(ctx.db, ctx.now);
  const held = session ? await loadBoxOf(ctx.db, session.accountId) : [];
  enforce(checkBox(input.plan.items, catalogue.products, held));
  const line = input.password === undefined ? await findLine(ctx, lineSecret, session) : null;
  if (!session && !line) requirePassword(input);
  const mailable = await canBeMailed(ctx, session?.accountId ?? null, input.email);
  const passwordHash =
    input.password === undefined
      ? null
      : await hashNewPassword(input.password, aboutAccount({ ...input.details, email: input.email }));
  const code = normaliseCode(input.code ?? '') || null;
  const leftOff = code === null ? null : await findCodeError(ctx, session, code, caller);
  const requested = { ...input, code: leftOff === null ? code : null };
  if (session) await releaseOpenPayments(ctx, session.accountId);
  try {
    return await transaction(ctx.db, async (tx) => {
      const known = session && (await lockRegistration(tx, ctx.now, session.accountId));
      if (session) await requireOpenSession(tx, session);
      if (known) await refuseWhileFirstPaymentOpen(tx, known);
      const id = known ? known.accountId : await createAccount(tx, ctx.now, input, passwordHash);
      if (line) await attachIdentity(tx, ctx.now, id, line);
      const changedEmail = known
        ? await changeAccount(tx, ctx.now, known.accountId, input, { passwordHash, withLine: line !== null })
        : true;
      if (session && (changedEmail || passwordHash !== null || line))
        await endOtherSessions(tx, id, session.id);
      await recordConsents(tx, ctx.now, id, CONSENT_PURPOSES);
      const subscription = await writePlan(tx, ctx.now, id, known, requested);
      if (changedEmail && mailable) await sendVerification(tx, ctx.now, id);
      const secret = session
        ? null
        : await startSession(tx, ctx.now, id, { device: caller.device, method: 'registration' });
      const described = await describe(tx, ctx.now, subscription, catalogue);
      const answer = leftOff === null ? described : { ...described, codeError: leftOff };
      return { accountId: id, secret, withLine: line !== null, answer };
    });
  } catch (error) {
    const violated = violatedConstraint(error);
    if (violated === 'accounts_email_once') throw new AppError('EMAIL_TAKEN');
    if (violated === 'identities_subject_once') throw new AppError('LINE_TAKEN');
    throw error;
  }
}

async function withoutExpired(
  { db, now }: Ctx,
  session: RegisteringSession,
): Promise<RegisteringSession | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.accountId, session.accountId));
  return row && hasEndedUnpaid(row, now) ? null : session;
}

/**
 * Returns the error because of which a code must not be stored: an invalid format, or too many wrong codes. Null for a
 * code to store. `describe` later checks that the stored code is valid.
 */
async function findCodeError(
  ctx: Ctx,
  session: RegisteringSession | null,
  code: string,
  caller: Caller,
): Promise<'CODE_INVALID' | 'THROTTLED' | null> {
  if (!isCode(code)) return 'CODE_INVALID';
  return (await isThrottled(ctx, session, code, caller)) ? 'THROTTLED' : null;
}

/**
 * Counts a wrong code as `applyCode` does, and returns whether the limit of wrong codes is reached. Does not throw,
 * because other callers with the same IP address may have reached the limit. Ignores the code that the registration
 * already has.
 */
async function isThrottled(
  { db, now }: Ctx,
  session: RegisteringSession | null,
  code: string,
  caller: Caller,
): Promise<boolean> {
  const accountId = session?.accountId ?? null;
  const find = () => findCode(db, code, accountId, now);
  try {
    if (accountId === null) await countMisses(db, codeUsesBy(null, caller), find);
    else if (!(await hasCode(db, accountId, code)))
      await countMisses(db, codeUsesBy(accountId, caller), find);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'THROTTLED') return true;
    throw error;
  }
}

async function hasCode(db: Db, accountId: string, code: string): Promise<boolean> {
  const [row] = await db
    .select({ code: subscriptions.code })
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId));
  return row !== undefined && row.code !== null && codeKey(row.code) === codeKey(code);
}

/**
 * Returns the LINE profile of the browser's registration, or null. Ignores a profile from before the session's start:
 * on a shared browser it may belong to another person.
 */
async function findLine(ctx: Ctx, lineSecret: string | null, session: RegisteringSession | null) {
  const line = await findLineRegistration(ctx, lineSecret);
  return line && session && line.shownAt < session.createdAt ? null : line;
}

function requirePassword({ password }: RegistrationInput): void {
  if (password !== undefined) return;
  throw new AppError('INPUT_INVALID', { fieldErrors: { password: ['validation.required'] } });
}

/**
 * Returns totals in satang and dates of a registration. Deletes an invalid code and returns `codeError`. Stores a valid
 * code as it is spelled.
 */
async function describe(tx: Tx, now: Date, subscription: Subscription, catalogue: Catalogue) {
  const found =
    subscription.code === null ? null : await findCode(tx, subscription.code, subscription.accountId, now);
  const codeError = subscription.code !== null && found === null ? ('CODE_INVALID' as const) : null;
  const code = found?.code ?? null;
  if (code !== subscription.code)
    await tx.update(subscriptions).set({ code }).where(eq(subscriptions.id, subscription.id));
  const [account] = await tx
    .select({ postalCode: accounts.postalCode })
    .from(accounts)
    .where(eq(accounts.id, subscription.accountId));
  const items = await loadBox(tx, subscription.id);
  const { totals } = quoteOrder(catalogue, items, account?.postalCode ?? null, found?.discount ?? null);
  return {
    registrationId: subscription.id,
    totals,
    codeError,
    dates: firstDates(dayOf(now), subscription.paymentDay, subscription.frequency),
  };
}
