import { Wordmark } from '@/components/art/wordmark';
import { Footer } from '@/components/shell/footer';
import { IncidentBanner } from '@/components/shell/incident-banner';
import { LanguageSwitch } from '@/components/shell/language-switch';
import { I18n } from '@/locales/i18n';
import { getI18n, pageLocale } from '@/locales/server';
import { publicSettings } from '@/trpc/server';
import classes from './_components/pay.module.css';

/**
 * The frame of a payment page. It needs no session. Every holder of the link sees the payment, but no
 * personal data.
 */
export default async function PayLayout({ params, children }: LayoutProps<'/[locale]/pay/[token]'>) {
  const locale = await pageLocale(params);
  const [t, settings] = await Promise.all([getI18n(), publicSettings()]);
  return (
    <div className={classes.frame}>
      {settings.incident && <IncidentBanner text={settings.incidentText?.[locale]} />}
      <header className={classes.header}>
        <Wordmark className={classes.wordmark} />
        <LanguageSwitch
          locale={locale}
          text={t('common.otherLanguage')}
          label={t('common.otherLanguageLabel')}
        />
      </header>
      <main className={classes.main}>
        <I18n
          locale={locale}
          nouns={[
            'payments.pay',
            'payments.bank',
            'declines',
            'common.copy',
            'common.loading',
            'common.tryAgain',
          ]}
        >
          {children}
        </I18n>
      </main>
      <Footer locale={locale} plain />
    </div>
  );
}
