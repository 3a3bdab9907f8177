'use client';

import { useId, useState } from 'react';
import { Baht } from '@/components/values';
import type { Totals } from '@/domain/price';
import { useI18n, useLocale } from '@/locales/client';
import classes from './price-bar.module.css';

interface PriceBarProps {
  /** The totals of the box. Null if the box is empty. */
  totals: Totals | null;
  /** The details that expand above the bar. Each title is an h3. */
  details: React.ReactNode;
  /** A line below the price and the button. */
  rhythm: React.ReactNode;
  children: React.ReactNode;
}

/** Shows the price of the box and the main button of the page at the bottom of the screen. */
export function PriceBar({ totals, details, rhythm, children }: PriceBarProps) {
  const t = useI18n();
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const panel = useId();
  return (
    <div className={classes.bar} data-price-bar>
      {totals && open && (
        <div id={panel} className={classes.panel}>
          {details}
        </div>
      )}
      <div className={classes.row}>
        <div className={classes.said}>
          {totals ? (
            <button
              type="button"
              className={classes.price}
              aria-expanded={open}
              aria-controls={open ? panel : undefined}
              onClick={() => setOpen(!open)}
            >
              <strong className={classes.now}>
                <Baht satang={totals.total} locale={locale} />
                <span className={classes.chevron} aria-hidden />
              </strong>{' '}
              <span className={`muted ${classes.fee}`}>{delivery(totals)}</span>
              <span className="visually-hidden"> {open ? t('box.hide') : t('box.show')}</span>
            </button>
          ) : (
            <p className={classes.empty}>{t('box.nothing')}</p>
          )}
        </div>
        <div className={classes.action}>{children}</div>
      </div>
      {totals && <div className={classes.rhythm}>{rhythm}</div>}
    </div>
  );

  function delivery({ deliveryFee }: Totals): string {
    if (deliveryFee === null) return t('box.plusDelivery');
    return t(deliveryFee === 0 ? 'box.deliveredFree' : 'box.withDelivery');
  }
}
