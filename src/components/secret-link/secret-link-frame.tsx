import { Wordmark } from '@/components/art/wordmark';
import { Footer } from '@/components/shell/footer';
import { IncidentBanner } from '@/components/shell/incident-banner';
import type { Locale } from '@/domain/locale';
import { publicSettings } from '@/trpc/server';

interface SecretLinkFrameProps {
  locale: Locale;
  /** The link to the same page in the other language. */
  languageLink: React.ReactNode;
  children: React.ReactNode;
}

/** The frame of a page that a secret link opens. It needs no session. */
export async function SecretLinkFrame({ locale, languageLink, children }: SecretLinkFrameProps) {
  const { incident, incidentText } = await publicSettings();
  return (
    <div className="frame">
      {incident && <IncidentBanner text={incidentText?.[locale]} />}
      <header className="wrap brand-bar">
        <Wordmark className="wordmark" />
        {languageLink}
      </header>
      <main>{children}</main>
      <Footer locale={locale} plain />
    </div>
  );
}
