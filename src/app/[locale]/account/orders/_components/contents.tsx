import { PackArt } from '@/components/art/pack';
import type { Locale } from '@/domain/locale';
import { sizedPacksText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './order.module.css';

type Order = RouterOutputs['orders']['show']['order'];
type Product = RouterOutputs['catalogue']['products'][number];

interface ContentsProps {
  order: Order;
  products: readonly Product[];
  locale: Locale;
}

/** Shows the content of the box with pictures, including the free product. */
export async function OrderContents({ order, products, locale }: ContentsProps) {
  const t = await getI18n();
  const free = products.find((product) => product.code === order.freeProduct);
  return (
    <ul className="stack">
      {order.items.map((item) => (
        <li key={item.productCode} className={classes.item}>
          <PackArt code={item.productCode} />
          <span>{sizedPacksText(item, products, locale)}</span>
        </li>
      ))}
      {free && (
        <li className={classes.item}>
          <PackArt code={free.code} />
          <span>
            {sizedPacksText({ productCode: free.code, quantity: 1 }, products, locale)}
            <br />
            <span className="muted">{t('order.free')}</span>
          </span>
        </li>
      )}
    </ul>
  );
}
