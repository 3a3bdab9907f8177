'use client';

import { Baht, Contents, DayText } from '@/components/values';
import type { Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './plan.module.css';

export type Reactivation = RouterOutputs['subscription']['reactivation'];

interface PlanProps {
  reactivation: Reactivation;
  products: readonly RouterOutputs['catalogue']['products'][number][];
  /** The first three payment dates. Null if no valid day is chosen. */
  dates: readonly Day[] | null;
  isNow: boolean;
}

/** Shows the box, its price and its payment dates. */
export function Plan({ reactivation, products, dates, isNow }: PlanProps) {
  const t = useI18n();
  const locale = useLocale();
  const { items, boxPrice, deliveryFee } = reactivation.subscription;
  const regular = boxPrice + (deliveryFee ?? 0);
  const first = isNow && reactivation.chargedNow !== null ? reactivation.chargedNow : regular;
  return (
    <section className={`mt-5 ${classes.card}`} aria-labelledby="plan-title">
      <h2 id="plan-title" className="h3">
        {t('subscription.reactivate.box')}
      </h2>
      <p>
        <Contents items={items} products={products} locale={locale} />
      </p>
      <div aria-live="polite">
        {dates && (
          <>
            <h3 className="strong mt-3">{t('subscription.reactivate.dates')}</h3>
            <ol>
              {dates.map((day, index) => (
                <li key={day} className={`row ${classes.date}`}>
                  <span>
                    <DayText day={day} locale={locale} />
                    {day === reactivation.today && (
                      <span className="tag bad">{t('subscription.reactivate.today')}</span>
                    )}
                  </span>
                  <Baht satang={index === 0 ? first : regular} locale={locale} />
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </section>
  );
}
