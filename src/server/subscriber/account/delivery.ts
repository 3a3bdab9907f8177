import { eq } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { checkPlace, type DeliveryInput } from '@/domain/plan-changes/address';
import { firstDates } from '@/domain/schedule';
import { loadCatalogue } from '../../shop/catalogue/queries';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { accounts } from '../../db/schema';
import { addEvents } from '../../lifecycle/events';
import { quoteOrder } from '@/domain/quote';
import { loadBox } from '../../shop/orders/planning';
import {
  refuseWhileFirstPaymentOpen,
  releaseOpenPayments,
} from '../../money/settlement/release-open-payments';
import { findCode } from '../../shop/rewards/codes';
import { lockRegistration, requireRegistering } from './open-registration';

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
    const checked = checkPlace(catalogue, input);
    if ('code' in checked) throw new AppError(checked.code, checked.details);
    await tx.update(accounts).set(checked.place).where(eq(accounts.id, accountId));
    addEvents(tx, ctx.now, [{ type: 'customer.updated', id: accountId, changes: {} }]);
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
