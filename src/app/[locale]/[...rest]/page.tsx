import type { Metadata } from 'next';
import { MissingPage } from '@/components/shell/missing-page';
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
  await pageLocale(params);
  return <MissingPage />;
}
