import { Baht } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { containedVat } from '@/domain/price';
import { packsText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import { Fact, Facts } from './fact';
import classes from './account.module.css';

type Order = RouterOutputs['orders']['previous']['orders'][number];
type Product = RouterOutputs['catalogue']['products'][number];

interface ReceiptProps {
  order: Order;
  products: readonly Product[];
  locale: Locale;
}

/** Shows a paid order line by line, with VAT and payment method. */
export async function Receipt({ order, products, locale }: ReceiptProps) {
  const t = await getI18n();
  const vat = containedVat(order.total);
  return (
    <div className={classes.lines}>
      <Facts>
        {order.items.map((item) => (
          <Fact key={item.productCode} term={packsText(item, products, locale)}>
            <Baht satang={item.linePrice} locale={locale} />
          </Fact>
        ))}
        <Fact term={t('orders.delivery')}>
          {order.deliveryFee === 0 ? t('common.free') : <Baht satang={order.deliveryFee} locale={locale} />}
        </Fact>
        {order.codeDiscount > 0 && (
          <Fact term={t('orders.code')}>
            <Baht satang={-order.codeDiscount} locale={locale} />
          </Fact>
        )}
        {order.waived > 0 && (
          <Fact term={t('orders.waived')}>
            <Baht satang={-order.waived} locale={locale} />
          </Fact>
        )}
        <Fact term={t('orders.total')} strong>
          <Baht satang={order.total} locale={locale} />
        </Fact>
        {vat > 0 && (
          <Fact term={t('orders.vat')}>
            <Baht satang={vat} locale={locale} />
          </Fact>
        )}
        {order.paymentMethod && (
          <Fact term={t('orders.paidBy')}>
            {order.total === 0 ? t('orders.nothingToPay') : t(`orders.${order.paymentMethod}`)}
          </Fact>
        )}
      </Facts>
    </div>
  );
}
