import type { ComponentProps } from 'react';
import { Wordmark } from '@/components/art/wordmark';
import { Footer } from '@/components/shell/footer';
import { IncidentBanner } from '@/components/shell/incident-banner';
import { LanguageSwitch } from '@/components/shell/language-switch';
import { I18n } from '@/locales/i18n';
import { getI18n, pageLocale } from '@/locales/server';
import { publicSettings } from '@/trpc/server';

interface SecretLinkFrameProps {
  params: Promise<{ locale: string }>;
  /** The texts of the page, besides those of every secret link. */
  nouns: ComponentProps<typeof I18n>['nouns'];
  children: React.ReactNode;
}

/** The frame of a page that a secret link opens. It needs no session. */
export async function SecretLinkFrame({ params, nouns, children }: SecretLinkFrameProps) {
  const locale = await pageLocale(params);
  const [t, settings] = await Promise.all([getI18n(), publicSettings()]);
  return (
    <div className="frame">
      {settings.incident && <IncidentBanner text={settings.incidentText?.[locale]} />}
      <header className="wrap brand-bar">
        <Wordmark className="wordmark" />
        <LanguageSwitch
          locale={locale}
          text={t('common.otherLanguage')}
          label={t('common.otherLanguageLabel')}
        />
      </header>
      <main>
        <I18n locale={locale} nouns={['secretLink', ...nouns]}>
          {children}
        </I18n>
      </main>
      <Footer locale={locale} plain />
    </div>
  );
}
