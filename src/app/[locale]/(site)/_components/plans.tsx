import { OpenBoxArt } from '@/components/art/box';
import { ButtonLink } from '@/components/button';
import { Baht, Contents } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { shortBahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/react';
import classes from './plans.module.css';
import section from './section.module.css';

interface PlansProps {
  locale: Locale;
  plans: RouterOutputs['catalogue']['plans'];
  products: RouterOutputs['catalogue']['products'];
  fee: string;
}

/** The recommended plans with what they cost and what they save. */
export async function Plans({ locale, plans, products, fee }: PlansProps) {
  const t = await getI18n();
  return (
    <section id="plans" className={section.section} aria-labelledby="plans-title">
      <h2 id="plans-title">{t('site.plans.title')}</h2>
      <p className={section.lead}>{t('site.plans.lead')}</p>
      <ul className={classes.plans}>
        {plans.map((plan) => {
          const name = plan.name[locale];
          return (
            <li key={plan.code} className={classes.plan}>
              <div className={classes.picture}>
                <OpenBoxArt items={plan.items} />
              </div>
              <div className={classes.body}>
                <h3>{name}</h3>
                <p className={classes.contents}>
                  <Contents items={plan.items} products={products} locale={locale} />
                </p>
                <p className={classes.price}>
                  <strong>
                    <Baht satang={plan.boxPrice} locale={locale} />
                  </strong>{' '}
                  <span className={classes.was}>
                    {t('site.plans.was', {
                      price: <s className="number">{shortBahtText(plan.listPrice, locale)}</s>,
                    })}
                  </span>
                </p>
                <p className={classes.save}>
                  {t('site.plans.save', {
                    amount: <Baht satang={plan.listPrice - plan.boxPrice} locale={locale} />,
                  })}
                </p>
                <p className={plan.freeDelivery ? classes.freeDelivery : classes.delivery}>
                  {plan.freeDelivery ? t('site.plans.free') : t('site.plans.paid', { fee })}
                </p>
                <div className={classes.action}>
                  <ButtonLink href={`${localePath(locale, '/register')}?plan=${plan.code}`} wide>
                    {t('site.plans.choose', { plan: name })}
                  </ButtonLink>
                </div>
              </div>
            </li>
          );
        })}
      </ul>
      <p className={classes.own}>
        <ButtonLink href={localePath(locale, '/register')} look="quiet">
          {t('site.plans.own')}
        </ButtonLink>
      </p>
    </section>
  );
}
