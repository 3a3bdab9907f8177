import type { Locale } from '@/domain/locale';
import { bahtText, packsText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import own from './order-cards.module.css';
import type { Previous, Product } from './types';

interface OrderLinesProps {
  order: Previous['orders'][number];
  locale: Locale;
  products: readonly Product[];
}

/** The contents and the parts of the price of an order, and what was refunded. */
export async function OrderLines({ order, locale, products }: OrderLinesProps) {
  const t = await getI18n();
  const { listPrice, boxPrice, deliveryFee, codeDiscount, waived, total, refunded } = order;
  const baht = (satang: number) => bahtText(satang, locale);
  const free = products.find(({ code }) => code === order.freeProduct);
  const lines = [
    ...order.items.map((item) => [packsText(item, products, locale), baht(item.linePrice)]),
    free && [t('deskOrders.free', { name: free.name[locale] }), baht(0)],
    [t('deskOrders.delivery'), baht(deliveryFee)],
    codeDiscount > 0 && [t('deskOrders.code'), `−${baht(codeDiscount)}`],
    waived > 0 && [t('deskOrders.waived'), `−${baht(waived)}`],
    [t('deskOrders.total'), baht(total), 'sum'],
    refunded > 0 && [t('deskOrders.refunded'), `−${baht(refunded)}`],
    refunded > 0 && [t('deskOrders.left'), baht(total - refunded), 'sum'],
  ].filter((line) => Array.isArray(line));
  return (
    <div>
      <p className={own.cap}>{t('deskOrders.contents')}</p>
      <dl className={own.lines}>
        {lines.map(([name, value, emphasis]) => (
          <div key={name} data-sum={emphasis}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {listPrice > boxPrice && (
        <p className="muted small">{t('deskOrders.discount', { amount: baht(listPrice - boxPrice) })}</p>
      )}
    </div>
  );
}
