import type { Metadata } from 'next';
import { pageLocale } from '@/locales/server';
import { isRegistering } from '@/trpc/server';
import { stepMetadata } from './_components/metadata';
import { PlanStep } from './_components/plan-step';

export function generateMetadata({ params }: PageProps<'/[locale]/register'>): Promise<Metadata> {
  return stepMetadata(params, 'plan');
}

export default async function PlanPage({ params, searchParams }: PageProps<'/[locale]/register'>) {
  const locale = await pageLocale(params);
  const { plan } = await searchParams;
  const started = await isRegistering(locale);
  return <PlanStep wished={typeof plan === 'string' ? plan : null} started={started} />;
}
