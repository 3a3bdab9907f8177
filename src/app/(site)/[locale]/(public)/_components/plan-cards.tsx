import { OpenBoxArt } from '@/components/art/box';
import { ButtonAnchor } from '@/components/button-anchor';
import { Baht, Contents } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { shortBahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './plan-cards.module.css';

type Plan = RouterOutputs['catalogue']['plans'][number];

interface PlanCardsProps {
  locale: Locale;
  plans: readonly Plan[];
  products: RouterOutputs['catalogue']['products'];
  /** The lowest delivery fee, as text. */
  fee: string;
  heading: 'h2' | 'h3';
  /** The recommended use of each plan, by plan code. */
  suits?: Readonly<Partial<Record<Plan['code'], string>>>;
}

/** Shows the recommended plans with their content, price and saving. */
export async function PlanCards({ locale, plans, products, fee, heading: Heading, suits }: PlanCardsProps) {
  const t = await getI18n();
  return (
    <ul className="stack-5 mt-5 columns-3">
      {plans.map((plan) => {
        const name = plan.name[locale];
        const was = <s className="number">{shortBahtText(plan.listPrice, locale)}</s>;
        return (
          <li key={plan.code} className={`surface ${classes.plan}`}>
            <div className={classes.picture}>
              <OpenBoxArt items={plan.items} />
            </div>
            <div className={classes.body}>
              <Heading>{name}</Heading>
              {suits?.[plan.code] && <p>{suits[plan.code]}</p>}
              <p className={classes.contents}>
                <Contents items={plan.items} products={products} locale={locale} />
              </p>
              <p className={classes.price}>
                <strong>
                  <Baht satang={plan.boxPrice} locale={locale} />
                </strong>{' '}
                <span className="muted small">{t('site.plans.was', { price: was })}</span>
              </p>
              <p className="problem">
                {t('site.plans.save', {
                  amount: <Baht satang={plan.listPrice - plan.boxPrice} locale={locale} />,
                })}
              </p>
              <p className={plan.freeDelivery ? 'success' : 'muted'}>
                {plan.freeDelivery ? t('site.plans.free') : t('site.plans.paid', { fee })}
              </p>
              <div className="mt-4">
                <ButtonAnchor href={`${localePath(locale, '/register')}?plan=${plan.code}`} wide>
                  {t('site.plans.choose', { plan: name })}
                </ButtonAnchor>
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
