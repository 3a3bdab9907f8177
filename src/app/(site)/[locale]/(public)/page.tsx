import type { Metadata } from 'next';
import { lowestPrice } from '@/domain/plan';
import { SELLER_FACTS } from '@/domain/seller';
import { pageMetadata } from '@/locales/metadata';
import { pageLocale } from '@/locales/server';
import { api, publicSettings } from '@/trpc/server';
import { Closing } from './_components/closing';
import { deliveryFees } from './_components/delivery-fees';
import { Farewell } from './_components/farewell';
import { Hero } from './_components/hero';
import { JsonLd } from './_components/json-ld';
import { Plans } from './_components/plans';
import { Products } from './_components/products';
import { Promises } from './_components/promises';
import { Questions } from './_components/questions';
import { SellerFacts } from './_components/seller-facts';
import { Steps } from './_components/steps';

export async function generateMetadata({ params }: PageProps<'/[locale]'>): Promise<Metadata> {
  return pageMetadata({ locale: await pageLocale(params), path: '/' });
}

export default async function HomePage({ params, searchParams }: PageProps<'/[locale]'>) {
  const locale = await pageLocale(params);
  const { deleted } = await searchParams;
  const { catalogue } = await api();
  const [settings, everyProduct, plans, fees] = await Promise.all([
    publicSettings(),
    catalogue.everyProduct(),
    catalogue.plans(),
    deliveryFees(locale),
  ]);
  const products = everyProduct.filter(({ active }) => active);

  return (
    <>
      <JsonLd
        data={{
          '@type': 'Organization',
          name: 'ira',
          legalName: settings.seller.name,
          url: settings.websiteUrl,
          logo: `${settings.websiteUrl}/apple-icon.png`,
          ...(settings.contact.email !== null && { email: settings.contact.email }),
          sameAs: Object.values(settings.social).filter((address) => address !== null),
        }}
      />
      {deleted !== undefined && <Farewell />}
      <Hero
        locale={locale}
        fromPrice={lowestPrice(plans, products)}
        fee={fees.near}
        hasPlans={plans.length > 0}
      />
      <Steps locale={locale} />
      {plans.length > 0 && <Plans locale={locale} plans={plans} products={products} fee={fees.near} />}
      <Products locale={locale} products={products} named={everyProduct} />
      <SellerFacts locale={locale} kinds={SELLER_FACTS} />
      <Promises />
      <Questions locale={locale} near={fees.near} far={fees.far} plans={fees.plans} />
      <Closing locale={locale} />
    </>
  );
}
