import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { SprigArt } from '@/components/art/scenes';
import { Wordmark } from '@/components/art/wordmark';
import { Footer } from '@/components/shell/footer';
import { barePath, localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { publicSettings } from '@/trpc/server';
import stop from '@/components/shell/stop-page.module.css';
import { ComeBack } from './_components/come-back';

export async function generateMetadata({ params }: PageProps<'/[locale]/maintenance'>): Promise<Metadata> {
  await pageLocale(params);
  const t = await getI18n();
  return { title: t('maintenance.title'), robots: { index: false } };
}

/**
 * The page at every URL during maintenance. Its status is 503. It reads only the public settings, not the
 * database.
 */
export default async function MaintenancePage({ params }: PageProps<'/[locale]/maintenance'>) {
  const locale = await pageLocale(params);
  const [t, { contact }, requestHeaders] = await Promise.all([getI18n(), publicSettings(), headers()]);
  const other = locale === 'en' ? 'th' : 'en';
  const address = requestHeaders.get('x-ira-path') ?? '/';
  return (
    <div className="frame">
      <header className="wrap brand-bar">
        <Wordmark className="wordmark" />
        <a
          className="tap"
          href={localePath(other, barePath(address))}
          hrefLang={other}
          lang={other}
          aria-label={`${t('common.otherLanguage')}: ${t('common.otherLanguageLabel')}`}
        >
          {t('common.otherLanguage')}
        </a>
      </header>
      <main className={`stack-4 ${stop.page}`}>
        <SprigArt className={stop.art} />
        <h1>{t('maintenance.heading')}</h1>
        <p>{t('maintenance.text')}</p>
        <ComeBack
          waiting={t('maintenance.comesBack')}
          back={t('maintenance.back')}
          tryAgain={t('maintenance.tryAgain')}
        />
        {contact.email && (
          <p className="muted">
            {t('maintenance.contact', {
              email: (
                <a className="tap" href={`mailto:${contact.email}`}>
                  {contact.email}
                </a>
              ),
            })}
          </p>
        )}
      </main>
      <Footer locale={locale} plain />
    </div>
  );
}
