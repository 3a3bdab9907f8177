import { Wordmark } from '@/components/art/wordmark';
import { Providers } from '@/components/providers';
import { LanguageSwitch } from '@/components/shell/language-switch';
import { I18n } from '@/locales/i18n';
import { getI18n, pageLocale } from '@/locales/server';
import classes from './_components/out.module.css';

/** The frame of the desk for visitors without a log-in. */
export default async function DeskEntryLayout({ params, children }: LayoutProps<'/[locale]/desk'>) {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return (
    <div className="narrow">
      <header className="brand-bar">
        <span className={classes.brand}>
          <Wordmark className="wordmark" />
          {t('desk.title').replace('ira', '').trim()}
        </span>
        <LanguageSwitch
          locale={locale}
          text={t('common.otherLanguage')}
          label={t('common.otherLanguageLabel')}
        />
      </header>
      <main id="content" className="mt-4">
        <I18n
          locale={locale}
          nouns={['desk', 'common', 'validation', 'auth.open', 'auth.summaryTitle', 'auth.errorPrefix']}
        >
          <Providers>{children}</Providers>
        </I18n>
      </main>
    </div>
  );
}
