import { headers } from 'next/headers';
import type { Locale } from '@/domain/locale';
import { barePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { Visitor } from './header';
import { LanguageLink } from './language-link';
import { PageFrame } from './page-frame';

interface SiteFrameProps {
  locale: Locale;
  visitor: Visitor;
  plain?: boolean;
  children: React.ReactNode;
}

/** The frame of the pages without framework JavaScript. */
export async function SiteFrame({ locale, visitor, plain, children }: SiteFrameProps) {
  const [t, requestHeaders] = await Promise.all([getI18n(), headers()]);
  const [current = '/'] = (requestHeaders.get('x-ira-path') ?? '/').split('?', 1);
  return (
    <PageFrame
      locale={locale}
      visitor={visitor}
      languageLink={
        <LanguageLink
          locale={locale}
          path={barePath(current)}
          text={t('common.otherLanguage')}
          label={t('common.otherLanguageLabel')}
        />
      }
      current={current}
      plain={plain}
    >
      {children}
    </PageFrame>
  );
}
