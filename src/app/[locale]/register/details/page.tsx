import type { Metadata } from 'next';
import { pageLocale } from '@/locales/server';
import { currentSession } from '@/trpc/server';
import { DetailsStep } from '../_components/details-step';
import { stepMetadata } from '../_components/metadata';

export function generateMetadata({ params }: PageProps<'/[locale]/register/details'>): Promise<Metadata> {
  return stepMetadata(params, 'details');
}

export default async function DetailsPage({ params, searchParams }: PageProps<'/[locale]/register/details'>) {
  await pageLocale(params);
  const { away } = await searchParams;
  const session = await currentSession();
  const started = session?.subscription?.status === 'awaiting_payment';
  return <DetailsStep started={started} away={away !== undefined && !started} />;
}
