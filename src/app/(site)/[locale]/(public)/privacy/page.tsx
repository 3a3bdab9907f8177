import {
  CONVERSATION_DAYS,
  CONVERSATION_PICTURE_DAYS,
  PAY_TO_DAYS,
  DORMANT_NOTICE_DAYS,
  MESSAGE_DAYS,
  PROVIDER_EVENT_DAYS,
  UNDELIVERED_ADDRESS_DAYS,
} from '@/domain/retention';
import { SLIP_PICTURE_DAYS } from '@/domain/slip';
import { REGISTRATION_DAYS } from '@/domain/subscription';
import { LEGAL_TEXTS } from '@/locales/legal/texts';
import { pageLocale } from '@/locales/server';
import { ContactLink } from '../_components/contact-link';
import { LegalPage } from '../_components/legal-page';
import { legalMetadata } from '../_components/public-metadata';

export const generateMetadata = legalMetadata('privacy');

/** The privacy policy. */
export default async function PrivacyPage({ params }: PageProps<'/[locale]/privacy'>) {
  const locale = await pageLocale(params);
  return (
    <LegalPage
      locale={locale}
      text={LEGAL_TEXTS.privacy[locale]}
      values={{
        lapse: REGISTRATION_DAYS,
        address: UNDELIVERED_ADDRESS_DAYS,
        events: PROVIDER_EVENT_DAYS,
        messages: MESSAGE_DAYS,
        conversations: CONVERSATION_DAYS,
        pictures: CONVERSATION_PICTURE_DAYS,
        payTo: PAY_TO_DAYS,
        slip: SLIP_PICTURE_DAYS,
        notice: DORMANT_NOTICE_DAYS,
      }}
      contact={<ContactLink />}
    />
  );
}
