'use client';

import { useId, useState } from 'react';
import { Baht } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { useFlow, useQuote } from './flow';
import classes from './price-bar.module.css';
import { Amounts, Dates, Lines } from './summary';

interface PriceBarProps {
  /** Satang, once the postal code is known. */
  deliveryFee?: number | null;
  children: React.ReactNode;
}

/** What it costs, always on screen, with the step's one button. On wide screens the summary beside it says the same. */
export function PriceBar({ deliveryFee = null, children }: PriceBarProps) {
  const t = useI18n();
  const locale = useLocale();
  const { draft } = useFlow();
  const quote = useQuote(deliveryFee);
  const [open, setOpen] = useState(false);
  const panel = useId();
  return (
    <div className={classes.bar} data-price-bar>
      {quote && open && (
        <div id={panel} className={classes.panel}>
          <Lines items={draft.items} />
          <Amounts totals={quote.totals} />
          <h3 className={classes.title}>{t('register.summary.dates')}</h3>
          <Dates dates={quote.dates} />
        </div>
      )}
      <div className={classes.row}>
        {quote ? (
          <button
            type="button"
            className={classes.price}
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            onClick={() => setOpen(!open)}
          >
            <span className={classes.amounts}>
              <strong className={classes.now}>
                <Baht satang={quote.totals.total} locale={locale} />
              </strong>{' '}
              <s className={classes.was}>
                <Baht satang={quote.totals.listPrice} locale={locale} short />
              </s>
              <span className={classes.chevron} aria-hidden />
            </span>
            <span className={classes.more}>
              {quote.totals.deliveryFee === 0 && t('register.summary.freeDelivery')}
              {quote.totals.deliveryFee === null && `+ ${t('register.summary.delivery').toLowerCase()}`}
              {quote.totals.deliveryFee !== null &&
                quote.totals.deliveryFee > 0 &&
                t('register.summary.withDelivery')}
              {' · '}
              {t('common.points', { count: quote.totals.points })}
              <span className="visually-hidden">
                {open ? t('register.summary.hide') : t('register.summary.show')}
              </span>
            </span>
          </button>
        ) : (
          <p className={classes.empty}>{t('register.summary.empty')}</p>
        )}
        <div className={classes.action}>{children}</div>
      </div>
    </div>
  );
}
