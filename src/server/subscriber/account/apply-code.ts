import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { checkBox, type BoxItem } from '@/domain/box';
import { POSTAL_CODE_PATTERN } from '@/domain/contact';
import { AppError, enforce } from '@/domain/errors';
import { touch } from '@/domain/lifecycle/subscriptions';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import { FRIEND_DISCOUNT, isReferralCode, normaliseCode, REFERRER_POINTS } from '@/domain/referral';
import { isRegistering } from '@/domain/subscription';
import { translate } from '@/locales/translate';
import type { applyCodeAnswer } from '@/schemas/answers/rewards';
import type { applyCodeInput } from '@/schemas/rewards';
import { lockRegistration } from './open-registration';
import type { Caller } from '../../platform/caller';
import { countMisses } from '../../platform/throttle';
import { catalogueOf, type Catalogue } from '../../shop/catalogue/queries';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { accounts, subscriptions } from '../../db/schema';
import { applyChanges } from '../../lifecycle/apply-changes';
import { quoteOrder } from '@/domain/quote';
import { loadBox } from '../../shop/orders/planning';
import {
  refuseWhileFirstPaymentOpen,
  releaseOpenPayments,
} from '../../money/settlement/release-open-payments';
import { codeUsesBy, findCode, type FoundCode } from '../../shop/rewards/codes';

type Input = z.output<typeof applyCodeInput>;
type Answer = z.output<typeof applyCodeAnswer>;

/**
 * Returns the discount of a code. For a registration in progress, stores the code, or removes it if `code` is null. For
 * other callers, stores nothing, and the input must contain a box. Limits the number of wrong codes.
 * @param by `locale`: the language of the response's message
 * @returns discount and totals in satang; the delivery fee is 0 if the input has no postcode
 * @throws AppError CODE_INVALID, PAYMENT_PENDING while the first payment is open, THROTTLED, BOX_INVALID,
 * POSTCODE_INVALID; INPUT_INVALID if a caller without a registration in progress sends no code or no box
 */
export async function applyCode(
  ctx: Ctx,
  by: { accountId: string | null; locale: Locale; caller: Caller },
  input: Input,
): Promise<Answer> {
  const subscription = by.accountId === null ? null : await findSubscription(ctx, by.accountId);
  if (subscription && isRegistering(subscription)) return attachCode(ctx, subscription, by, input.code);
  return quoteCode(ctx, by, { ...input, hasSubscribed: subscription !== null });
}

async function findSubscription({ db }: Ctx, accountId: string) {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
  return row ?? null;
}

const messageFor = (found: FoundCode | null, locale: Locale) =>
  translate(locale, found ? 'validation.gotDiscount' : 'validation.codeRemoved');

async function attachCode(
  ctx: Ctx,
  { id, accountId, code: attached }: typeof subscriptions.$inferSelect,
  { locale, caller }: { locale: Locale; caller: Caller },
  code: string | null,
): Promise<Answer> {
  // Runs before the code is checked, so that a wrong code does not abandon an open 3-D Secure challenge.
  await refuseWhileFirstPaymentOpen(ctx.db, { id, accountId }, { challenge: true });
  const catalogue = await catalogueOf(ctx);
  const find = async () => (code === null ? null : findCode(ctx.db, code, accountId, ctx.now));
  const known = code === null ? null : await countMisses(ctx.db, codeUsesBy(accountId, caller), find);
  if (code !== null && known === null) throw new AppError('CODE_INVALID');
  // The same code changes no amount, so an open 3-D Secure challenge can continue.
  const wanted = known?.code ?? null;
  if (wanted !== attached) await releaseOpenPayments(ctx, accountId);
  return transaction(ctx.db, async (tx) => {
    const subscription = await lockRegistration(tx, ctx.now, accountId);
    await refuseWhileFirstPaymentOpen(tx, subscription, { challenge: subscription.code === wanted });
    // Checks again after locking, so that only a valid code is stored.
    const found = code === null ? null : await findCode(tx, code, accountId, ctx.now);
    if (code !== null && found === null) throw new AppError('CODE_INVALID');
    if (subscription.code !== (found?.code ?? null)) {
      const about = { cause: 'asked_by_subscriber', actor: accountId, subscriptionId: id } as const;
      const attachCode = touch(subscription, { code: found?.code ?? null });
      await applyChanges(tx, ctx.now, [{ ...about, ...attachCode }]);
    }
    const [account] = await tx
      .select({ postalCode: accounts.postalCode })
      .from(accounts)
      .where(eq(accounts.id, accountId));
    const items = await loadBox(tx, id);
    return toResponse(catalogue, { items, postalCode: account?.postalCode ?? null, found, locale });
  });
}

async function quoteCode(
  ctx: Ctx,
  by: { accountId: string | null; locale: Locale; caller: Caller },
  {
    code,
    items,
    postalCode = null,
    hasSubscribed,
  }: Omit<Input, 'postalCode'> & {
    postalCode?: string | null;
    hasSubscribed: boolean;
  },
): Promise<Answer> {
  if (code === null || items === undefined) throw missingFieldsError({ code, items });
  if (postalCode !== null && !POSTAL_CODE_PATTERN.test(postalCode))
    throw new AppError('POSTCODE_INVALID', { fieldErrors: { postalCode: ['validation.postalCode'] } });
  const catalogue = await catalogueOf(ctx);
  enforce(checkBox(items, catalogue.products));
  const found = await countMisses(ctx.db, codeUsesBy(null, by.caller), async () =>
    // A code is valid for the first order only, so a subscriber cannot use one.
    hasSubscribed ? null : findCode(ctx.db, code, by.accountId, ctx.now),
  );
  if (found === null) throw new AppError('CODE_INVALID');
  return toResponse(catalogue, { items, postalCode, found, locale: by.locale });
}

function missingFieldsError(given: { code: string | null; items: BoxItem[] | undefined }): AppError {
  const names = Object.entries(given).filter(([, value]) => value === null || value === undefined);
  const fieldErrors = Object.fromEntries(names.map(([name]) => [name, ['validation.required']]));
  return new AppError('INPUT_INVALID', { fieldErrors });
}

function toResponse(
  catalogue: Catalogue,
  order: { items: BoxItem[]; postalCode: string | null; found: FoundCode | null; locale: Locale },
): Answer {
  const { items, postalCode, found, locale } = order;
  const { totals } = quoteOrder(catalogue, items, postalCode, found?.discount ?? null);
  return { discount: totals.codeDiscount, message: messageFor(found, locale), totals };
}

/**
 * Returns the discount and the points of a referral link, without data of the referrer. Counts a wrong referral code
 * for the limit of wrong discount codes.
 * @returns `friendDiscount` in satang
 * @throws AppError THROTTLED
 */
export async function viewInvitation(
  ctx: Ctx,
  caller: Caller,
  typed: string,
): Promise<{ valid: boolean; code: string; friendDiscount: Satang; referrerPoints: number }> {
  const code = normaliseCode(typed);
  const found = isReferralCode(code)
    ? await countMisses(ctx.db, codeUsesBy(null, caller), () => findCode(ctx.db, code, null, ctx.now))
    : null;
  return { valid: found !== null, code, friendDiscount: FRIEND_DISCOUNT, referrerPoints: REFERRER_POINTS };
}
