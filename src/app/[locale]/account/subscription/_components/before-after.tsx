'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText } from '@/locales/format';
import { useRead } from '@/trpc/use-read';
import classes from './before-after.module.css';
import { toCompared } from './compared-order';
import { ComparedOrders } from './compared-orders';
import { PreviewProblem } from './preview-problem';
import { PriceNote } from './price-note';
import type { Preview, UpcomingOrder } from './use-change';

interface BeforeAfterProps {
  before: readonly UpcomingOrder[];
  preview: Preview;
  /**
   * Whether every box changes or the box of one order. A change of every box does not apply to orders with a
   * free product or with their own contents.
   */
  ofBox?: 'every' | 'one';
}

/**
 * Shows the next three orders, or on request those of the next twelve months. After a choice, also shows the same
 * orders with the change.
 */
export function BeforeAfter({ before, preview, ofBox }: BeforeAfterProps) {
  const t = useI18n();
  const locale = useLocale();
  const [isYear, setYear] = useState(false);
  const year = useRead(isYear, (queries) => queries.subscription.yearAhead.queryOptions());
  const yearBefore = isYear && year.data ? year.data.orders.map(toCompared) : null;
  const yearAfter = preview.yearAhead?.map(toCompared) ?? null;
  const isLoading = preview.isLoading || (isYear && year.isFetching);
  const after = preview.orders;
  const next = after?.find((order) => !order.skipped);
  return (
    <section className={`card mt-5 ${classes.card}`} aria-labelledby="compare-title" aria-busy={isLoading}>
      <h2 id="compare-title" className="h3">
        {t(
          after
            ? 'subscription.change.compare'
            : yearBefore
              ? 'subscription.year.title'
              : 'subscription.change.before',
        )}
      </h2>
      <ComparedOrders
        before={yearBefore ?? before}
        after={yearBefore ? yearAfter : after}
        isLoading={isLoading}
        ofBox={ofBox}
        withSum={yearBefore !== null}
      />
      {after && <PriceNote notice={preview.priceNotice} ofBox={ofBox !== undefined} />}
      <Button look="quiet" onClick={() => setYear(!isYear)} aria-expanded={isYear}>
        {t(isYear ? 'subscription.year.less' : 'subscription.year.more')}
      </Button>
      <p role="status" className="visually-hidden">
        {preview.isLoading && t('subscription.change.computing')}
        {!preview.isLoading &&
          next &&
          t('subscription.change.said', {
            date: dayText(next.paymentDate, locale),
            amount: bahtText(next.total, locale),
          })}
      </p>
      {preview.problem && <PreviewProblem message={preview.problem.message} onRetry={preview.retry} />}
    </section>
  );
}
