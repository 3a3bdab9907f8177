import { lineEnding } from '@/components/line-start';
import { pageLocale } from '@/locales/server';
import { api, isRegistering } from '@/trpc/server';
import { DetailsStep } from '../_components/details-step';
import { stepMetadata } from '../_components/metadata';
import { STEPS } from '../_components/steps';

export const generateMetadata = stepMetadata('details');

export default async function DetailsPage({ params, searchParams }: PageProps<'/[locale]/register/details'>) {
  const locale = await pageLocale(params);
  const { away, line } = await searchParams;
  const { account, registration } = await api();
  if (await isRegistering(locale)) {
    const { email, hasPassword, lineLinked } = await account.profile();
    const started = { email, hasPassword, lineLinked };
    return <DetailsStep started={started} away={null} line={null} ending={lineEnding(line)} />;
  }
  return (
    <DetailsStep
      started={null}
      away={STEPS.find((step) => step === away) ?? null}
      line={await registration.lineProfile()}
      ending={lineEnding(line)}
    />
  );
}
