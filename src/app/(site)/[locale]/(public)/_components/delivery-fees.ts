import { eitherText, shortBahtText } from '@/locales/format';
import type { Locale } from '@/domain/locale';
import { api } from '@/trpc/server';

// One postal code of each delivery zone. The fees are calculated for these, so that no second list of fees is
// needed.
const NEAR_POSTCODE = '10110';
const FAR_POSTCODE = '50000';
const REMOTE_POSTCODE = '58110';

/**
 * Returns texts about delivery: the fee near Bangkok, the fee elsewhere, the surcharge for remote areas, and
 * the plans with free delivery. The last is null if no plan has free delivery.
 */
export async function deliveryFees(locale: Locale) {
  const { catalogue } = await api();
  const [plans, near, far, remote] = await Promise.all([
    catalogue.plans(),
    catalogue.addresses({ postalCode: NEAR_POSTCODE }),
    catalogue.addresses({ postalCode: FAR_POSTCODE }),
    catalogue.addresses({ postalCode: REMOTE_POSTCODE }),
  ]);
  const freePlans = plans.filter((plan) => plan.freeDelivery).map((plan) => plan.name[locale]);
  return {
    near: shortBahtText(near.deliveryFee, locale),
    far: shortBahtText(far.deliveryFee, locale),
    remote: shortBahtText(remote.deliveryFee - far.deliveryFee, locale),
    plans: freePlans.length > 0 ? eitherText(freePlans, locale) : null,
  };
}
