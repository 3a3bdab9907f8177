import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import { publicSettings } from '@/trpc/server';
import { Footer } from './footer';
import { Header, type Visitor } from './header';
import { IncidentBanner } from './incident-banner';

interface PageFrameProps {
  locale: Locale;
  visitor: Visitor;
  /** The link to the same page in the other language. */
  languageLink: React.ReactNode;
  /**
   * The path of the page with its language, to mark its link in the menu. Only for pages without client
   * navigation.
   */
  current?: string;
  plain?: boolean;
  tabs?: React.ReactNode;
  /** The id of the logged-in account. Stored form input belongs to this account. */
  account?: string;
  children: React.ReactNode;
}

/** The frame of every page: skip link, incident banner, header, main, footer. */
export async function PageFrame(props: PageFrameProps) {
  const { locale, visitor, languageLink, current, plain, tabs, account, children } = props;
  const [t, settings] = await Promise.all([getI18n(), publicSettings()]);
  return (
    <div className="frame" data-account={account}>
      <a href="#content" className="skip">
        {t('common.skipToContent')}
      </a>
      {settings.incident && <IncidentBanner text={settings.incidentText?.[locale]} />}
      <Header
        locale={locale}
        visitor={visitor}
        languageLink={languageLink}
        current={current}
        plain={plain}
        tabs={tabs}
      />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer locale={locale} plain={plain} />
    </div>
  );
}
