import { notFound } from 'next/navigation';
import { pageLocale } from '@/locales/server';

/** Every address that no page claims. */
export default async function MissingPage({ params }: { params: Promise<{ locale: string }> }) {
  await pageLocale(params);
  notFound();
}
