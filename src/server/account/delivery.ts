import { eq } from 'drizzle-orm';
import { POSTAL_CODE_PATTERN } from '@/domain/contact';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { findProvince } from '@/domain/province';
import { firstDates } from '@/domain/schedule';
import { loadCatalogue, type Catalogue } from '../catalogue/queries';
import type { Ctx } from '../platform/context';
import { transaction } from '../db';
import { accounts } from '../db/schema';
import { quoteOrder } from '../orders/drafts';
import { loadBox } from '../orders/planning';
import { refuseWhileFirstPaymentOpen, releaseOpenPayments } from '../settlement/release-open-payments';
import { findCode } from '../rewards/codes';
import { lockRegistration, requireRegistering } from './open-registration';

export interface DeliveryInput {
  address: string;
  subdistrict?: string;
  district?: string;
  province: string;
  postalCode: string;
}

/**
 * Checks a postcode and its province. The postcode must have five digits. If the address table contains the postcode,
 * the province must be one of its provinces, as users write them.
 * @returns the province as the address table names it; as typed for a postcode that is not in the table
 * @throws AppError POSTCODE_INVALID, PROVINCE_MISMATCH
 */
export function checkPlace(catalogue: Catalogue, input: { postalCode: string; province: string }): string {
  if (!POSTAL_CODE_PATTERN.test(input.postalCode)) {
    throw new AppError('POSTCODE_INVALID', { fieldErrors: { postalCode: ['validation.postalCode'] } });
  }
  const { provinces } = catalogue;
  const names = provinces.get(input.postalCode);
  if (!names) return input.province;
  const province = findProvince(input.province, names, new Set([...provinces.values()].flat()));
  if (province === null) throw new AppError('PROVINCE_MISMATCH');
  return province;
}

/**
 * Sets the delivery address of a registration (step 3).
 * @returns delivery fee and totals in satang, and the first three dates
 * @throws AppError POSTCODE_INVALID, PROVINCE_MISMATCH, PAYMENT_PENDING, NOT_ALLOWED after a payment
 */
export async function setDelivery(ctx: Ctx, accountId: string, input: DeliveryInput) {
  await requireRegistering(ctx, accountId);
  await releaseOpenPayments(ctx, accountId);
  const catalogue = await loadCatalogue(ctx.db, ctx.now);
  return transaction(ctx.db, async (tx) => {
    const subscription = await lockRegistration(tx, ctx.now, accountId);
    await refuseWhileFirstPaymentOpen(tx, subscription);
    const province = checkPlace(catalogue, input);
    await tx
      .update(accounts)
      .set({
        address: input.address,
        subdistrict: input.subdistrict ?? null,
        district: input.district ?? null,
        province,
        postalCode: input.postalCode,
      })
      .where(eq(accounts.id, accountId));
    const found =
      subscription.code === null ? null : await findCode(tx, subscription.code, accountId, ctx.now);
    const { totals } = quoteOrder(
      catalogue,
      await loadBox(tx, subscription.id),
      input.postalCode,
      found?.discount ?? null,
    );
    return {
      deliveryFee: totals.deliveryFee,
      totals,
      dates: firstDates(dayOf(ctx.now), subscription.paymentDay, subscription.frequency),
    };
  });
}
