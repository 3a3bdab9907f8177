import { eitherText, shortBahtText } from '@/locales/format';
import type { Locale } from '@/domain/locale';
import { api } from '@/trpc/server';

// One postcode of each zone, to show the fees of the pricing rule instead of a second list.
const NEAR_POSTCODE = '10110';
const FAR_POSTCODE = '50000';
const REMOTE_POSTCODE = '58110';

/** Returns the delivery fees as texts: near Bangkok, elsewhere, the remote surcharge, and the plans with free delivery or null. */
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
