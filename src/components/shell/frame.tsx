import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import { currentSession, isUnfinished, publicSettings } from '@/trpc/server';
import { SessionWatch } from '../session/session-watch';
import { Footer } from './footer';
import classes from './frame.module.css';
import { Header, type Visitor } from './header';
import { IncidentBanner } from './incident-banner';

interface FrameProps {
  locale: Locale;
  plain?: boolean;
  /** Redirects to log-in when the session ends while the page is open; other pages stay. */
  guarded?: boolean;
  children: React.ReactNode;
}

/** The frame of every page: skip link, incident banner, header, main, footer, and the session watch. */
export async function Frame({ locale, plain, guarded, children }: FrameProps) {
  const [t, session, settings] = await Promise.all([getI18n(), currentSession(), publicSettings()]);
  return (
    <div className={classes.frame} data-account={session?.account.id}>
      <a href="#content" className={classes.skip}>
        {t('common.skipToContent')}
      </a>
      {settings.incident && <IncidentBanner text={settings.incidentText?.[locale]} />}
      <Header locale={locale} visitor={visitorOf(session)} plain={plain} />
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Footer locale={locale} plain={plain} />
      <SessionWatch signedIn={session !== null} guarded={guarded} />
    </div>
  );
}

function visitorOf(session: Awaited<ReturnType<typeof currentSession>>): Visitor {
  if (!session) return 'anonymous';
  return isUnfinished(session) ? 'registering' : 'subscriber';
}
