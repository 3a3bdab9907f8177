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
  /** Replaces the text about delivery and points, if it is not empty. */
  note?: string;
  children: React.ReactNode;
}

/** Shows the price of the box and the main button of the page at the bottom of the screen. */
export function PriceBar({ totals, details, note, children }: PriceBarProps) {
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
        {totals ? (
          <button
            type="button"
            className={classes.price}
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            onClick={() => setOpen(!open)}
          >
            <span className={classes.amounts}>
              <strong className={classes.now}>
                <Baht satang={totals.total} locale={locale} />
              </strong>{' '}
              <s className="muted small">
                <Baht satang={totals.listPrice} locale={locale} short />
              </s>
              <span className={classes.chevron} aria-hidden />
            </span>
            <span className={`muted small ${classes.more}`}>
              {note ? <strong>{note}</strong> : about(totals)}
              <span className="visually-hidden"> {open ? t('box.hide') : t('box.show')}</span>
            </span>
          </button>
        ) : (
          <p className={classes.empty}>{t('box.nothing')}</p>
        )}
        <div className={classes.action}>{children}</div>
      </div>
    </div>
  );

  function about({ deliveryFee, points }: Totals): string {
    const delivery =
      deliveryFee === null
        ? t('box.plusDelivery')
        : t(deliveryFee === 0 ? 'box.deliveredFree' : 'box.withDelivery');
    return `${delivery} · ${t('common.points', { count: points })}`;
  }
}
