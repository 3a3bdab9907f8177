import { Frame } from '@/components/shell/frame';
import { pageLocale } from '@/locales/server';

export default async function InviteLayout({ params, children }: LayoutProps<'/[locale]/invite/[code]'>) {
  const locale = await pageLocale(params);
  return (
    <Frame locale={locale} plain>
      {children}
    </Frame>
  );
}
