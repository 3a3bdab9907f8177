import type { Metadata } from 'next';
import { pageLocale } from '@/locales/server';
import { isRegistering } from '@/trpc/server';
import { DetailsStep } from '../_components/details-step';
import { stepMetadata } from '../_components/metadata';

export function generateMetadata({ params }: PageProps<'/[locale]/register/details'>): Promise<Metadata> {
  return stepMetadata(params, 'details');
}

export default async function DetailsPage({ params, searchParams }: PageProps<'/[locale]/register/details'>) {
  const locale = await pageLocale(params);
  const { away } = await searchParams;
  const started = await isRegistering(locale);
  return <DetailsStep started={started} away={away !== undefined && !started} />;
}
