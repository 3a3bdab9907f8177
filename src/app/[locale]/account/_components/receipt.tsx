import { Baht } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { containedVat } from '@/domain/money';
import { packsText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/react';
import classes from './orders.module.css';

type Order = RouterOutputs['orders']['previous']['orders'][number];
type Product = RouterOutputs['catalogue']['products'][number];

interface ReceiptProps {
  order: Order;
  products: readonly Product[];
  locale: Locale;
}

/** What a paid order came to, line by line, the VAT in it, and how it was paid. */
export async function Receipt({ order, products, locale }: ReceiptProps) {
  const t = await getI18n();
  const vat = containedVat(order.total);
  return (
    <dl className={classes.lines}>
      {order.items.map((item) => (
        <Line key={item.productCode} term={packsText(item, products, locale)}>
          <Baht satang={item.unitPrice * item.quantity} locale={locale} />
        </Line>
      ))}
      <Line term={t('orders.delivery')}>
        {order.deliveryFee === 0 ? t('common.free') : <Baht satang={order.deliveryFee} locale={locale} />}
      </Line>
      {order.codeDiscount > 0 && (
        <Line term={t('orders.code')}>
          <Baht satang={-order.codeDiscount} locale={locale} />
        </Line>
      )}
      <Line term={t('orders.total')} strong>
        <Baht satang={order.total} locale={locale} />
      </Line>
      {vat > 0 && (
        <Line term={t('orders.vat')}>
          <Baht satang={vat} locale={locale} />
        </Line>
      )}
      {order.paymentMethod && (
        <Line term={t('orders.paidBy')}>
          {order.total === 0 ? t('orders.nothingToPay') : t(`orders.${order.paymentMethod}`)}
        </Line>
      )}
    </dl>
  );
}

function Line({ term, strong, children }: { term: string; strong?: boolean; children: React.ReactNode }) {
  return (
    <div className={classes.fact} data-strong={strong || undefined}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
