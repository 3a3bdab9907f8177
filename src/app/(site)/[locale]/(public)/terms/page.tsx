import { BOX_MAX_PACKS, PRODUCT_MAX_PACKS } from '@/domain/box';
import { RECEIVE_BY_DAYS } from '@/domain/delivery';
import { LINK_DAYS } from '@/domain/payment-link';
import { BAHT_PER_POINT, FREE_PRODUCT_POINTS, MILESTONE_POINTS } from '@/domain/points';
import { FRIEND_DISCOUNT, REFERRER_POINTS } from '@/domain/referral';
import { RETRY_DAYS } from '@/domain/retry';
import { REGISTRATION_DAYS } from '@/domain/subscription';
import { allText, shortBahtText } from '@/locales/format';
import { LEGAL_TEXTS } from '@/locales/legal/texts';
import { pageLocale } from '@/locales/server';
import { ContactLink } from '../_components/contact-link';
import { LegalPage } from '../_components/legal-page';
import { legalMetadata } from '../_components/public-metadata';

export const generateMetadata = legalMetadata('terms');

/** The terms of the subscription. Numbers in the text come from the business rules. */
export default async function TermsPage({ params }: PageProps<'/[locale]/terms'>) {
  const locale = await pageLocale(params);
  const values = {
    maxPacks: BOX_MAX_PACKS,
    maxSame: PRODUCT_MAX_PACKS,
    lapse: REGISTRATION_DAYS,
    ladder: allText(RETRY_DAYS.slice(1).map(String), locale),
    linkDays: LINK_DAYS,
    receiveBy: RECEIVE_BY_DAYS,
    bahtPerPoint: BAHT_PER_POINT,
    milestone: MILESTONE_POINTS,
    freePoints: FREE_PRODUCT_POINTS,
    friendOff: shortBahtText(FRIEND_DISCOUNT, locale),
    referrerPoints: REFERRER_POINTS,
  };
  return (
    <LegalPage locale={locale} text={LEGAL_TEXTS.terms[locale]} values={values} contact={<ContactLink />} />
  );
}
