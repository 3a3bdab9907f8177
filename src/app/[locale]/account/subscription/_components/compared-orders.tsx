'use client';

import { useI18n } from '@/locales/client';
import classes from './before-after.module.css';
import type { ComparedOrder } from './compared-order';
import { PlannedOrder } from './planned-order';
import { SumOfOrders } from './sum-of-orders';

interface ComparedOrdersProps {
  before: readonly ComparedOrder[];
  /** The same orders after a change. Null before a choice. */
  after: readonly ComparedOrder[] | null;
  isLoading: boolean;
  ofBox?: 'every' | 'one';
  /** Whether the number of payments and their sum are shown below. */
  withSum: boolean;
}

/** Shows orders as a list, or beside those after a change as a table. */
export function ComparedOrders({ before, after, isLoading, ofBox, withSum }: ComparedOrdersProps) {
  const t = useI18n();
  if (!after)
    return (
      <>
        <ol className={classes.list} data-loading={isLoading || undefined}>
          {before.map((order) => (
            <li key={order.paymentDate} className={`row ${classes.line}`}>
              <PlannedOrder order={order} />
            </li>
          ))}
        </ol>
        {withSum && (
          <p className={classes.sum}>
            <SumOfOrders orders={before} />
          </p>
        )}
      </>
    );
  const rows = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index);
  return (
    <table className={classes.table} data-loading={isLoading || undefined}>
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
              <PlannedOrder order={before[index]} />
            </td>
            <td className={classes.cell}>
              <PlannedOrder order={after[index]} than={before[index]} />
              {ofBox === 'every' && <Unchanged order={after[index]} />}
            </td>
          </tr>
        ))}
      </tbody>
      {withSum && (
        <tfoot>
          <tr>
            {[before, after].map((orders, at) => (
              <td key={at} className={classes.cell}>
                <SumOfOrders orders={orders} />
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** Explains why a change of the box does not apply to an order. */
function Unchanged({ order }: { order: ComparedOrder | undefined }) {
  const t = useI18n();
  if (!order?.freeProduct && !order?.ownBox) return null;
  return (
    <span className={classes.free}>
      {t(order.freeProduct ? 'subscription.change.free' : 'subscription.change.own')}
    </span>
  );
}
