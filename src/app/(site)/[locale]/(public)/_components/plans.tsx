import { ButtonAnchor } from '@/components/button-anchor';
import type { Locale } from '@/domain/locale';
import { PLAN_CODES } from '@/domain/plan';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import { PlanCards } from './plan-cards';
import { SectionMore } from './section-more';
import section from './section.module.css';

interface PlansProps {
  locale: Locale;
  plans: RouterOutputs['catalogue']['plans'];
  products: RouterOutputs['catalogue']['products'];
  fee: string;
}

/** Shows the recommended plans on the home page. */
export async function Plans({ locale, plans, products, fee }: PlansProps) {
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
