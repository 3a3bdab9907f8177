import type { Metadata } from 'next';
import { eitherText, shortBahtText } from '@/locales/format';
import { pageMetadata } from '@/locales/metadata';
import { pageLocale } from '@/locales/server';
import { api } from '@/trpc/server';
import { Closing } from './_components/closing';
import { Farewell } from './_components/farewell';
import { Hero } from './_components/hero';
import { Plans } from './_components/plans';
import { Products } from './_components/products';
import { Promises } from './_components/promises';
import { Questions } from './_components/questions';
import { Steps } from './_components/steps';

// A postcode of each zone, to say what delivery costs without a second list of fees.
const NEAR_POSTCODE = '10110';
const FAR_POSTCODE = '50000';

export async function generateMetadata({ params }: PageProps<'/[locale]'>): Promise<Metadata> {
  return pageMetadata({ locale: await pageLocale(params), path: '/' });
}

export default async function HomePage({ params, searchParams }: PageProps<'/[locale]'>) {
  const locale = await pageLocale(params);
  const { deleted } = await searchParams;
  const { catalogue } = await api();
  const [products, plans, near, far] = await Promise.all([
    catalogue.products(),
    catalogue.plans(),
    catalogue.addresses({ postalCode: NEAR_POSTCODE }),
    catalogue.addresses({ postalCode: FAR_POSTCODE }),
  ]);
  const cheapest = Math.min(...plans.map((plan) => plan.boxPrice));
  const nearFee = shortBahtText(near.deliveryFee, locale);
  const freePlans = plans.filter((plan) => plan.freeDelivery).map((plan) => plan.name[locale]);

  return (
    <>
      {deleted !== undefined && <Farewell />}
      <Hero locale={locale} fromPrice={cheapest} fee={nearFee} />
      <Steps />
      <Plans locale={locale} plans={plans} products={products} fee={nearFee} />
      <Products locale={locale} products={products} />
      <Promises />
      <Questions
        near={nearFee}
        far={shortBahtText(far.deliveryFee, locale)}
        plans={eitherText(freePlans, locale)}
      />
      <Closing locale={locale} />
    </>
  );
}
