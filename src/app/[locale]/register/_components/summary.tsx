'use client';

import { Amounts, Lines } from '@/components/box/amounts';
import { Baht, DayText } from '@/components/values';
import type { BoxItem } from '@/domain/box';
import type { Day } from '@/domain/day';
import { laterTotal, type Totals } from '@/domain/price';
import { useI18n, useLocale } from '@/locales/client';
import { useFlow, useQuote } from './flow';
import { RhythmLink } from './rhythm-link';
import classes from './summary.module.css';

interface SummaryProps {
  items: readonly BoxItem[];
  totals: Totals;
  dates: readonly Day[];
  code?: string | null;
  /** The picture of the box. Default: none, so that its script is loaded only where it is shown. */
  picture?: React.ReactNode;
  /** The button of the step. */
  action?: React.ReactNode;
}

/** The summary of the draft beside a step. Null until its price is known. */
export function useDraftSummary(action: React.ReactNode): React.ReactNode {
  const { draft } = useFlow();
  const quote = useQuote();
  if (!quote) return null;
  const { totals, dates, code } = quote;
  return <Summary items={draft.items} totals={totals} dates={dates} code={code} action={action} />;
}

/** Summarises the content, the price and the dates of the box. */
export function Summary({ items, totals, dates, code, picture, action }: SummaryProps) {
  const t = useI18n();
  const { products } = useFlow();
  return (
    <section className={`surface ${classes.summary}`} aria-label={t('register.summary.title')}>
      {picture && <div className={classes.picture}>{picture}</div>}
      <div className="pad">
        <h2 className={classes.title}>{t('register.summary.title')}</h2>
        <Lines items={items} products={products} />
        <Amounts totals={totals} code={code} />
        <p className="lead small">
          {t('box.points', { points: t('common.points', { count: totals.points }) })}
        </p>
        {action && (
          <div className={classes.action}>
            <RhythmLink />
            {action}
          </div>
        )}
        <h3 className={classes.subtitle}>{t('register.summary.dates')}</h3>
        <Dates dates={dates} totals={totals} />
      </div>
    </section>
  );
}

/**
 * Lists the first payments, starting with the payment at registration. Shows amounts only if the delivery fee
 * is known.
 */
export function Dates({ dates, totals }: Pick<SummaryProps, 'dates' | 'totals'>) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <ol className={classes.dates}>
      {dates.map((day, index) => (
        <li key={day}>
          <DayText day={day} locale={locale} />
          {index === 0 && <span className="muted">{t('register.summary.today')}</span>}
          {totals.deliveryFee !== null && (
            <span className={classes.amount}>
              <Baht satang={index === 0 ? totals.total : laterTotal(totals)} locale={locale} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
