'use client';

import { Button } from '@/components/button';
import { Baht, DayText } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText } from '@/locales/format';
import classes from './before-after.module.css';
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

/** Shows the next three orders. After a choice, also shows the same orders with the change. */
export function BeforeAfter({ before, preview, ofBox }: BeforeAfterProps) {
  const t = useI18n();
  const locale = useLocale();
  const after = preview.orders;
  const rows = Array.from({ length: Math.max(before.length, after?.length ?? 0) }, (_, index) => index);
  const next = after?.find((order) => !order.skipped);
  return (
    <section className={classes.card} aria-labelledby="compare-title" aria-busy={preview.isLoading}>
      <h2 id="compare-title" className={classes.title}>
        {t(after ? 'subscription.change.compare' : 'subscription.change.before')}
      </h2>
      {after ? (
        <table className={classes.table} data-loading={preview.isLoading || undefined}>
          <thead>
            <tr>
              <th scope="col">{t('subscription.change.now')}</th>
              <th scope="col">{t('subscription.change.after')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((index) => (
              <tr key={index}>
                <td className={classes.cell}>
                  <Order order={before[index]} />
                </td>
                <td className={classes.cell}>
                  <Order order={after[index]} than={before[index]} />
                  {ofBox === 'every' && <Unchanged order={after[index]} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <ol className={classes.list} data-loading={preview.isLoading || undefined}>
          {before.map((order) => (
            <li key={order.orderId} className={classes.line}>
              <Order order={order} />
            </li>
          ))}
        </ol>
      )}
      {after && <PriceNote notice={preview.priceNotice} ofBox={ofBox !== undefined} />}
      <p role="status" className="visually-hidden">
        {preview.isLoading && t('subscription.change.computing')}
        {!preview.isLoading &&
          next &&
          t('subscription.change.said', {
            date: dayText(next.paymentDate, locale),
            amount: bahtText(next.total, locale),
          })}
      </p>
      {preview.problem && (
        <div role="alert" className={classes.problem}>
          <p>
            {t('subscription.change.failed')} {preview.problem.message}
          </p>
          <Button look="quiet" onClick={preview.retry}>
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
    </section>
  );
}

interface PriceNoteProps {
  notice: Preview['priceNotice'];
  ofBox: boolean;
}

/** Explains the totals: an announced higher price, or that a changed box has the prices of today. */
function PriceNote({ notice, ofBox }: PriceNoteProps) {
  const t = useI18n();
  const locale = useLocale();
  if (ofBox) return <p className={classes.note}>{t('subscription.change.todaysPrices')}</p>;
  if (!notice) return null;
  return (
    <p className={classes.note}>
      {t('subscription.change.priceNotice', {
        date: <DayText day={notice.firstDate} locale={locale} />,
        old: <Baht satang={notice.oldTotal} locale={locale} />,
        new: <Baht satang={notice.newTotal} locale={locale} />,
      })}
    </p>
  );
}

/** Explains why a change of the box does not apply to an order. */
function Unchanged({ order }: { order: UpcomingOrder | undefined }) {
  const t = useI18n();
  if (!order?.freeProduct && !order?.ownBox) return null;
  return (
    <span className={classes.free}>
      {t(order.freeProduct ? 'subscription.change.free' : 'subscription.change.own')}
    </span>
  );
}

interface OrderProps {
  order: UpcomingOrder | undefined;
  /** The same order before the change. The page emphasises the differences between both. */
  than?: UpcomingOrder;
}

function Order({ order, than }: OrderProps) {
  const t = useI18n();
  const locale = useLocale();
  if (!order) return null;
  const isMoved = than !== undefined && than.paymentDate !== order.paymentDate;
  const isOther = than !== undefined && than.total !== order.total;
  return (
    <>
      <span className={classes.date} data-other={isMoved || undefined}>
        <DayText day={order.paymentDate} locale={locale} />
      </span>
      <span className={classes.amount} data-other={isOther || undefined}>
        {order.skipped ? (
          <span className={classes.tag}>
            {t(order.paused ? 'subscription.change.paused' : 'subscription.change.skipped')}
          </span>
        ) : (
          <Baht satang={order.total} locale={locale} />
        )}
      </span>
    </>
  );
}
