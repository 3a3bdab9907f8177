import { SiteFrame } from '@/components/shell/site-frame';
import { pageLocale } from '@/locales/server';

/** The frame of the pages that all visitors share. It reads no session. */
export default async function PublicLayout({ params, children }: LayoutProps<'/[locale]'>) {
  return (
    <SiteFrame locale={await pageLocale(params)} visitor="unknown">
      {children}
    </SiteFrame>
  );
}
