'use client';

import { Amounts, Lines } from '@/components/box/amounts';
import { PriceBar } from '@/components/box/price-bar';
import { useI18n } from '@/locales/client';
import { useFlow, useQuote } from './flow';
import { RhythmLink } from './rhythm-link';
import classes from './step-bar.module.css';
import { Dates } from './summary';

interface StepBarProps {
  /** The delivery fee in satang. Null if the postal code is not known yet. */
  deliveryFee?: number | null;
  children: React.ReactNode;
}

/** The price bar of a step on a phone, with the current price and dates. On a laptop the summary has the button. */
export function StepBar({ deliveryFee = null, children }: StepBarProps) {
  const t = useI18n();
  const { draft, products } = useFlow();
  const quote = useQuote(deliveryFee);
  return (
    <div className={classes.onPhone}>
      <PriceBar
        totals={quote?.totals ?? null}
        rhythm={<RhythmLink />}
        details={
          quote && (
            <>
              <Lines items={draft.items} products={products} />
              <Amounts totals={quote.totals} code={quote.code} />
              <h3>{t('register.summary.dates')}</h3>
              <Dates dates={quote.dates} totals={quote.totals} />
            </>
          )
        }
      >
        {children}
      </PriceBar>
    </div>
  );
}
