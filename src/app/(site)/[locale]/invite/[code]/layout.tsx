import { SiteFrame } from '@/components/shell/site-frame';
import { pageLocale } from '@/locales/server';
import { currentSession } from '@/trpc/server';
import { visitorOf } from '@/trpc/visitor';

export default async function InviteLayout({ params, children }: LayoutProps<'/[locale]/invite/[code]'>) {
  const [locale, session] = await Promise.all([pageLocale(params), currentSession()]);
  return (
    <SiteFrame locale={locale} visitor={visitorOf(session)} plain>
      {children}
    </SiteFrame>
  );
}
