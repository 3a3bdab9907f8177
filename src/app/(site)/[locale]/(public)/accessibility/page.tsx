import { LEGAL_TEXTS } from '@/locales/legal/texts';
import { pageLocale } from '@/locales/server';
import { ContactLink } from '../_components/contact-link';
import { LegalPage } from '../_components/legal-page';
import { legalMetadata } from '../_components/public-metadata';

export const generateMetadata = legalMetadata('accessibility');

/** The accessibility statement: the standard, what was tested, and what does not meet it yet. */
export default async function AccessibilityPage({ params }: PageProps<'/[locale]/accessibility'>) {
  const locale = await pageLocale(params);
  return (
    <LegalPage
      locale={locale}
      text={LEGAL_TEXTS.accessibility[locale]}
      values={{}}
      contact={<ContactLink />}
    />
  );
}
