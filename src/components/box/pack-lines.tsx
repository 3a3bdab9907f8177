import type { BoxItem } from '@/domain/box';
import { useLocale } from '@/locales/client';
import { sizedPacksText } from '@/locales/format';
import classes from './box-builder.module.css';
import type { CatalogueProduct } from './catalogue';

interface PackLinesProps {
  items: readonly BoxItem[];
  products: readonly CatalogueProduct[];
}

/** Lists packs, one line per product. */
export function PackLines({ items, products }: PackLinesProps) {
  const locale = useLocale();
  return items.map((item) => (
    <span key={item.productCode} className={classes.line}>
      {sizedPacksText(item, products, locale)}
    </span>
  ));
}
