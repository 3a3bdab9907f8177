import type { Metadata } from 'next';
import { pageLocale } from '@/locales/server';
import { currentSession } from '@/trpc/server';
import { stepMetadata } from './_components/metadata';
import { PlanStep } from './_components/plan-step';

export function generateMetadata({ params }: PageProps<'/[locale]/register'>): Promise<Metadata> {
  return stepMetadata(params, 'plan');
}

export default async function PlanPage({ params, searchParams }: PageProps<'/[locale]/register'>) {
  await pageLocale(params);
  const { plan } = await searchParams;
  const session = await currentSession();
  return (
    <PlanStep
      wished={typeof plan === 'string' ? plan : null}
      started={session?.subscription?.status === 'awaiting_payment'}
    />
  );
}
