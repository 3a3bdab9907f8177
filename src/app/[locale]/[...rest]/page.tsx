import type { Metadata } from 'next';
import { ButtonAnchor } from '@/components/button-anchor';
import { Frame } from '@/components/shell/frame';
import { Missing } from '@/components/shell/missing';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';

type MissingProps = { params: Promise<{ locale: string }> };

export async function generateMetadata({ params }: MissingProps): Promise<Metadata> {
  await pageLocale(params);
  return { title: (await getI18n())('common.notFoundTitle'), robots: { index: false } };
}

/**
 * The page for any unknown URL. The proxy sets the status 404. This page does not call `notFound()`, because
 * Next would then send an empty document that only scripts fill.
 */
export default async function MissingRoute({ params }: MissingProps) {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return (
    <Frame locale={locale}>
      <Missing>
        <ButtonAnchor href={localePath(locale, '/')}>{t('common.toHome')}</ButtonAnchor>
      </Missing>
    </Frame>
  );
}
