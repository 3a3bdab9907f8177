import { OpenBoxArt } from '@/components/art/box';
import { ButtonAnchor } from '@/components/button-anchor';
import { BOX_MAX_PACKS } from '@/domain/box';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { api } from '@/trpc/server';
import { deliveryFees } from '../_components/delivery-fees';
import { PageHead } from '../_components/page-head';
import { PlanCards } from '../_components/plan-cards';
import { publicMetadata } from '../_components/public-metadata';
import section from '../_components/section.module.css';
import { SellerFacts } from '../_components/seller-facts';
import { Quiz } from './_components/quiz';
import classes from './plans-page.module.css';

const OWN_BOX = [
  { productCode: 'night-pads-xl', quantity: 1 },
  { productCode: 'day-pads', quantity: 2 },
  { productCode: 'panty-liners', quantity: 1 },
];

export const generateMetadata = publicMetadata('/plans', 'pages.plans');

/** Compares the recommended plans and offers a custom box. */
export default async function PlansPage({ params }: PageProps<'/[locale]/plans'>) {
  const locale = await pageLocale(params);
  const { catalogue } = await api();
  const [t, plans, products, fees] = await Promise.all([
    getI18n(),
    catalogue.plans(),
    catalogue.products(),
    deliveryFees(locale),
  ]);
  const suits = {
    light: t('pages.plans.light'),
    regular: t('pages.plans.regular'),
    heavy: t('pages.plans.heavy'),
  };
  return (
    <>
      <PageHead
        title={t('pages.plans.heading')}
        lead={t('pages.plans.lead')}
        art={<OpenBoxArt items={(plans[1] ?? plans[0])?.items ?? OWN_BOX} />}
      />
      <Quiz locale={locale} plans={plans} products={products} />
      <div className={`wrap ${classes.cards}`}>
        <PlanCards
          locale={locale}
          plans={plans}
          products={products}
          fee={fees.near}
          heading="h2"
          suits={suits}
        />
      </div>
      <div className={`wrap ${section.section} ${classes.notes}`}>
        {fees.plans !== null && (
          <section>
            <h2>{t('pages.plans.freeTitle')}</h2>
            <p>
              {t('pages.plans.freeText', {
                plans: fees.plans,
                near: fees.near,
                far: fees.far,
                remote: fees.remote,
              })}
            </p>
          </section>
        )}
        <section>
          <h2>{t('pages.plans.changeTitle')}</h2>
          <p>{t('pages.plans.changeText', { max: BOX_MAX_PACKS })}</p>
        </section>
      </div>
      <SellerFacts locale={locale} kinds={['returns', 'guarantee', 'reviews']} />
      <section className={classes.own}>
        <OpenBoxArt items={OWN_BOX} className={classes.box} />
        <div>
          <h2>{t('pages.plans.ownTitle')}</h2>
          <p>{t('pages.plans.ownText')}</p>
          <ButtonAnchor href={localePath(locale, '/register')}>{t('common.start')}</ButtonAnchor>
        </div>
      </section>
    </>
  );
}
