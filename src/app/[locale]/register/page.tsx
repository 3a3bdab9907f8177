import type { Metadata } from 'next';
import { pageLocale } from '@/locales/server';
import { api, isRegistering } from '@/trpc/server';
import { KeepCode } from './_components/keep-code';
import { stepMetadata } from './_components/metadata';
import { PlanStep } from './_components/plan-step';

export function generateMetadata({ params }: PageProps<'/[locale]/register'>): Promise<Metadata> {
  return stepMetadata(params, 'plan');
}

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null);

export default async function PlanPage({ params, searchParams }: PageProps<'/[locale]/register'>) {
  const locale = await pageLocale(params);
  const { plan, product, code } = await searchParams;
  const started = await isRegistering(locale);
  const { catalogue, registration } = await api();
  const [{ today }, current] = await Promise.all([
    catalogue.today(),
    started ? registration.current() : null,
  ]);
  // Of two codes the one that the registration has stays.
  const isInvited = typeof code === 'string' && (current?.code ?? null) === null;
  return (
    <>
      {isInvited && <KeepCode code={code} today={today} />}
      <PlanStep wished={{ plan: textOf(plan), product: textOf(product) }} started={started} />
    </>
  );
}
