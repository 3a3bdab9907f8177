import type { ComponentProps } from 'react';
import { LanguageSwitch } from '@/components/shell/language-switch';
import { I18n } from '@/locales/i18n';
import { getI18n, pageLocale } from '@/locales/server';
import { SecretLinkFrame } from './secret-link-frame';

interface HydratedLinkFrameProps {
  params: Promise<{ locale: string }>;
  /** The texts of the page, besides those of every secret link. */
  nouns: ComponentProps<typeof I18n>['nouns'];
  children: React.ReactNode;
}

/** The frame of a page that a secret link opens and that needs the framework's scripts. */
export async function HydratedLinkFrame({ params, nouns, children }: HydratedLinkFrameProps) {
  const [locale, t] = await Promise.all([pageLocale(params), getI18n()]);
  const words = { text: t('common.otherLanguage'), label: t('common.otherLanguageLabel') };
  return (
    <SecretLinkFrame locale={locale} languageLink={<LanguageSwitch locale={locale} {...words} />}>
      <I18n locale={locale} nouns={['secretLink', ...nouns]}>
        {children}
      </I18n>
    </SecretLinkFrame>
  );
}
