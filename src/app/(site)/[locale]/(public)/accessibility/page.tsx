import type { Metadata } from 'next';
import { LEGAL_TEXTS } from '@/locales/legal/texts';
import { pageLocale } from '@/locales/server';
import { ContactLink } from '../_components/contact-link';
import { LegalPage } from '../_components/legal-page';
import { publicMetadata } from '../_components/public-metadata';

export async function generateMetadata({ params }: PageProps<'/[locale]/accessibility'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const { title, description } = LEGAL_TEXTS.accessibility[locale];
  return publicMetadata({ locale, path: '/accessibility', title, description });
}

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
