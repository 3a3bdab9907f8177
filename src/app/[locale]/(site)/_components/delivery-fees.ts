import { eitherText, shortBahtText } from '@/locales/format';
import type { Locale } from '@/domain/locale';
import { api } from '@/trpc/server';

// A postcode of each zone, to say what delivery costs without a second list of fees.
const NEAR_POSTCODE = '10110';
const FAR_POSTCODE = '50000';
const REMOTE_POSTCODE = '58110';

/**
 * What delivery costs, as texts: near Bangkok, elsewhere, what remote postcodes pay more, and the plans it is free with,
 * null without one.
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
