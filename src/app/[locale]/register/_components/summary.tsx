'use client';

import { LivelyBox } from '@/components/box/lively-box';
import { Baht, DayText } from '@/components/values';
import type { BoxItem } from '@/domain/box';
import type { Day } from '@/domain/day';
import type { Totals } from '@/domain/payment';
import { useI18n, useLocale } from '@/locales/client';
import { contentsText } from '@/locales/format';
import { useFlow } from './flow';
import classes from './summary.module.css';

interface SummaryProps {
  items: readonly BoxItem[];
  totals: Totals;
  dates: readonly Day[];
  code?: string | null;
  pictured?: boolean;
}

/** What is in the box, what it costs and when it is paid: the same wherever it is shown. */
export function Summary({ items, totals, dates, code, pictured }: SummaryProps) {
  const t = useI18n();
  const locale = useLocale();
  const { products } = useFlow();
  return (
    <section className={classes.summary} aria-label={t('register.summary.title')}>
      {pictured && (
        <div className={classes.picture}>
          <LivelyBox
            items={items}
            title={t('register.plan.boxPictured', { contents: contentsText(items, products, locale) })}
          />
        </div>
      )}
      <div className={classes.body}>
        <h2 className={classes.title}>{t('register.summary.title')}</h2>
        <Lines items={items} />
        <Amounts totals={totals} code={code} />
        <p className={classes.points}>
          {t('register.summary.points', { points: t('common.points', { count: totals.points }) })}
        </p>
        <h3 className={classes.subtitle}>{t('register.summary.dates')}</h3>
        <Dates dates={dates} />
      </div>
    </section>
  );
}

/** The packs in the box, one line a product. */
export function Lines({ items }: { items: readonly BoxItem[] }) {
  const locale = useLocale();
  const { products } = useFlow();
  return (
    <ul className={classes.lines}>
      {items.map(({ productCode, quantity }) => {
        const product = products.find((candidate) => candidate.code === productCode);
        return (
          <li key={productCode} className={classes.row}>
            <span>
              {quantity} × {product?.name[locale] ?? productCode}
            </span>
            {product && <Baht satang={product.listPrice * quantity} locale={locale} />}
          </li>
        );
      })}
    </ul>
  );
}

/** From the list price to the total, every step of it. */
export function Amounts({ totals, code }: { totals: Totals; code?: string | null }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <dl className={classes.amounts}>
      <div className={classes.row}>
        <dt>{t('register.summary.discount')}</dt>
        <dd className={classes.good}>
          <Baht satang={-totals.subscriptionDiscount} locale={locale} />
        </dd>
      </div>
      <div className={classes.row}>
        <dt>{t('register.summary.delivery')}</dt>
        <dd>
          {totals.deliveryFee === null && t('register.summary.deliveryLater')}
          {totals.deliveryFee === 0 && <span className={classes.good}>{t('common.free')}</span>}
          {totals.deliveryFee !== null && totals.deliveryFee > 0 && (
            <Baht satang={totals.deliveryFee} locale={locale} />
          )}
        </dd>
      </div>
      {totals.codeDiscount > 0 && (
        <div className={classes.row}>
          <dt>{code ? t('register.payment.codeApplied', { code }) : t('register.summary.code')}</dt>
          <dd className={classes.good}>
            <Baht satang={-totals.codeDiscount} locale={locale} />
          </dd>
        </div>
      )}
      <div className={`${classes.row} ${classes.total}`}>
        <dt>{totals.deliveryFee === null ? t('register.summary.boxPrice') : t('register.summary.total')}</dt>
        <dd>
          <Baht satang={totals.total} locale={locale} />
        </dd>
      </div>
    </dl>
  );
}

/** The next payments; the first of them is made when registering. */
export function Dates({ dates }: { dates: readonly Day[] }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <ol className={classes.dates}>
      {dates.map((day, index) => (
        <li key={day}>
          <DayText day={day} locale={locale} />
          {index === 0 && <span className={classes.today}>{t('register.summary.today')}</span>}
        </li>
      ))}
    </ol>
  );
}
