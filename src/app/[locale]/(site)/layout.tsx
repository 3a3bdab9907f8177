import { Frame } from '@/components/shell/frame';
import { pageLocale } from '@/locales/server';

export default async function SiteLayout({ params, children }: LayoutProps<'/[locale]'>) {
  const locale = await pageLocale(params);
  return <Frame locale={locale}>{children}</Frame>;
}
