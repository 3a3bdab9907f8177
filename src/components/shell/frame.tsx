import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import { currentSession } from '@/trpc/server';
import { visitorOf } from '@/trpc/visitor';
import { SessionWatch } from '../session/session-watch';
import { LanguageSwitch } from './language-switch';
import { PageFrame } from './page-frame';
import { WatchClicks } from './watch-clicks';

interface FrameProps {
  locale: Locale;
  plain?: boolean;
  /** The tabs in the header. */
  tabs?: React.ReactNode;
  /** Whether to redirect to log-in when the session ends while the page is open. */
  guarded?: boolean;
  children: React.ReactNode;
}

/** The frame of the pages with client navigation: registration, log-in, account and payment. */
export async function Frame({ locale, plain, tabs, guarded, children }: FrameProps) {
  const [t, session] = await Promise.all([getI18n(), currentSession()]);
  return (
    <>
      <PageFrame
        locale={locale}
        visitor={visitorOf(session)}
        languageLink={
          <LanguageSwitch
            locale={locale}
            text={t('common.otherLanguage')}
            label={t('common.otherLanguageLabel')}
          />
        }
        plain={plain}
        tabs={tabs}
        account={session?.account.id}
      >
        {children}
      </PageFrame>
      {!plain && <WatchClicks />}
      <SessionWatch signedIn={session !== null} guarded={guarded} />
    </>
  );
}
