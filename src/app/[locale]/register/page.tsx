import { lineEnding } from '@/components/line-start';
import { pageLocale } from '@/locales/server';
import { api, isRegistering } from '@/trpc/server';
import { Invited } from './_components/invited';
import { stepMetadata } from './_components/metadata';
import { PlanStep } from './_components/plan-step';

export const generateMetadata = stepMetadata('plan');

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null);

export default async function PlanPage({ params, searchParams }: PageProps<'/[locale]/register'>) {
  const locale = await pageLocale(params);
  const { plan, product, code, line } = await searchParams;
  const started = await isRegistering(locale);
  const { catalogue, registration } = await api();
  const [{ today }, current] = await Promise.all([
    catalogue.today(),
    started ? registration.current() : null,
  ]);
  return (
    <>
      <Invited code={code} attached={current?.code ?? null} today={today} />
      <PlanStep
        requestedBox={{ plan: textOf(plan), product: textOf(product) }}
        started={started}
        ending={lineEnding(line)}
      />
    </>
  );
}
