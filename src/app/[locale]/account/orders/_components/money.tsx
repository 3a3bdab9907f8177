import { Baht } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/react';
import { DocumentLinks } from '../../_components/document-links';
import { Receipt } from '../../_components/receipt';
import classes from './order.module.css';

type Order = RouterOutputs['orders']['show']['order'];
type Product = RouterOutputs['catalogue']['products'][number];

interface MoneyProps {
  order: Order;
  products: readonly Product[];
  locale: Locale;
}

/** What an order costs line by line, how its payment stands, its papers, and what went back. */
export async function OrderMoney({ order, products, locale }: MoneyProps) {
  const t = await getI18n();
  const { payment, refunded, total } = order;
  return (
    <>
      <Receipt order={order} products={products} locale={locale} />
      {payment?.reason && <p className={classes.reason}>{t(`declines.${payment.reason as 'declined'}`)}</p>}
      {payment?.status === 'success' && (
        <dl className={classes.facts}>
          <div>
            <dt>{t('order.points')}</dt>
            <dd>{t('common.points', { count: order.points })}</dd>
          </div>
        </dl>
      )}
      {refunded > 0 && (
        <p className={classes.note}>
          {t('order.refundedOf', {
            refunded: <Baht satang={refunded} locale={locale} />,
            total: <Baht satang={total} locale={locale} />,
          })}
        </p>
      )}
      <DocumentLinks order={order} locale={locale} />
    </>
  );
}
