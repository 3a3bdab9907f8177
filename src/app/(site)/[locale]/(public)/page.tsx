import type { Metadata } from 'next';
import { lowestPrice, PLAN_CODES } from '@/domain/plan';
import { SELLER_FACTS } from '@/domain/seller';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { api, publicSettings } from '@/trpc/server';
import { Closing } from './_components/closing';
import { deliveryFees } from './_components/delivery-fees';
import { PicturedHero } from '@/components/pictured-hero';
import { Phrases } from '@/components/values';
import { shortBahtText } from '@/locales/format';
import { JsonLd } from './_components/json-ld';
import { ButtonAnchor } from '@/components/button-anchor';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/outputs';
import { PlanCards } from './_components/plan-cards';
import { Products } from './_components/products';
import { Promises } from './_components/promises';
import { BAHT_PER_POINT, FREE_PRODUCT_POINTS, MILESTONE_POINTS } from '@/domain/points';
import { Disclosures } from './_components/disclosures';
import { SellerFacts } from './_components/seller-facts';
import { Notice } from '@/components/notice';
import classes from './_components/home.module.css';
import { OpenBoxArt } from '@/components/art/box';
import { CalendarArt, ParcelArt } from '@/components/art/scenes';
import type { Locale } from '@/domain/locale';
import { NumberedSteps } from './_components/numbered-steps';
import { SectionMore } from './_components/section-more';
import section from './_components/section.module.css';

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

/** Confirms that the account was deleted. */
async function Farewell() {
  const t = await getI18n();
  return (
    <div className={`wrap ${classes.farewell}`} role="status">
      <Notice tone="good" title={t('details.deletion.done')}>
        <p>{t('details.deletion.doneText')}</p>
      </Notice>
    </div>
  );
}

/** Explains the steps from the order to the delivered box. */
async function Steps({ locale }: { locale: Locale }) {
  const t = await getI18n();
  const steps = [
    { art: <OpenBoxArt items={[]} />, title: t('site.how.one.title'), text: t('site.how.one.text') },
    { art: <CalendarArt />, title: t('site.how.two.title'), text: t('site.how.two.text') },
    { art: <ParcelArt />, title: t('site.how.three.title'), text: t('site.how.three.text') },
  ];
  return (
    <section id="how" className={`wrap ${section.section}`} aria-labelledby="how-title">
      <h2 id="how-title">{t('site.how.title')}</h2>
      <div className="mt-5">
        <NumberedSteps locale={locale} steps={steps} heading="h3" />
      </div>
      <SectionMore locale={locale} path="/how-it-works" text={t('pages.more.how')} />
    </section>
  );
}

interface PlansProps {
  locale: Locale;
  plans: RouterOutputs['catalogue']['plans'];
  products: RouterOutputs['catalogue']['products'];
  fee: string;
}

/** Shows the recommended plans on the home page. */
async function Plans({ locale, plans, products, fee }: PlansProps) {
  const t = await getI18n();
  return (
    <section id="plans" className={`wrap ${section.section}`} aria-labelledby="plans-title">
      <h2 id="plans-title">{t('site.plans.title')}</h2>
      <p className={section.lead}>{t('site.plans.lead')}</p>
      {plans.length === PLAN_CODES.length && (
        <SectionMore locale={locale} path="/plans#quiz" text={t('pages.more.quiz')} />
      )}
      <PlanCards locale={locale} plans={plans} products={products} fee={fee} heading="h3" />
      <p className={`actions ${section.own}`}>
        <ButtonAnchor href={localePath(locale, '/register')} look="quiet">
          {t('site.plans.own')}
        </ButtonAnchor>
        <ButtonAnchor href={localePath(locale, '/plans')} look="quiet">
          {t('pages.more.plans')}
        </ButtonAnchor>
      </p>
    </section>
  );
}

interface HeroProps {
  locale: Locale;
  /** The price of the smallest recommended box in satang. Null if no product is for sale. */
  fromPrice: number | null;
  fee: string;
  /** Whether the page shows plans. */
  hasPlans: boolean;
}

/** Shows the headline, the price and the box at the top of the home page. */
async function Hero({ locale, fromPrice, fee, hasPlans }: HeroProps) {
  const t = await getI18n();
  return (
    <PicturedHero
      title={<Phrases text={t('site.hero.title')} locale={locale} />}
      lead={t('site.hero.lead')}
      pictured={t('site.hero.box')}
    >
      <div className="actions mt-5">
        <ButtonAnchor href={localePath(locale, '/register')}>{t('common.start')}</ButtonAnchor>
        {hasPlans && (
          <ButtonAnchor href="#plans" look="quiet">
            {t('site.hero.see')}
          </ButtonAnchor>
        )}
      </div>
      {fromPrice !== null && (
        <p className={classes.price}>
          {t('site.hero.from', {
            price: <strong className="number">{shortBahtText(fromPrice, locale)}</strong>,
          })}
        </p>
      )}
      <p className="muted small">{t('site.hero.fromNote', { fee })}</p>
    </PicturedHero>
  );
}

interface QuestionsProps {
  locale: Locale;
  near: string;
  far: string;
  /** The names of the plans with free delivery. Null if there is no such plan. */
  plans: string | null;
}

/** Answers frequent questions of new customers. */
async function Questions({ locale, near, far, plans }: QuestionsProps) {
  const t = await getI18n();
  const questions = [
    { q: t('site.questions.charged.q'), a: t('site.questions.charged.a') },
    { q: t('site.questions.skip.q'), a: t('site.questions.skip.a') },
    {
      q: t('site.questions.delivery.q'),
      a:
        plans === null
          ? t('site.questions.delivery.paid', { near, far })
          : t('site.questions.delivery.a', { near, far, plans }),
    },
    { q: t('site.questions.arrive.q'), a: t('site.questions.arrive.a') },
    { q: t('site.questions.change.q'), a: t('site.questions.change.a') },
    {
      q: t('site.questions.points.q'),
      a: t('site.questions.points.a', {
        baht: BAHT_PER_POINT,
        free: FREE_PRODUCT_POINTS,
        bonus: MILESTONE_POINTS,
      }),
    },
    { q: t('site.questions.cancel.q'), a: t('site.questions.cancel.a') },
  ];
  return (
    <section id="questions" className={`wrap ${section.section}`} aria-labelledby="questions-title">
      <h2 id="questions-title">{t('site.questions.title')}</h2>
      <Disclosures items={questions} heading="h3" />
      <SectionMore locale={locale} path="/faq" text={t('pages.more.questions')} />
    </section>
  );
}
