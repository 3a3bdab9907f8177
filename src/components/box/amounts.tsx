'use client';

import { Baht } from '@/components/values';
import type { BoxItem } from '@/domain/box';
import type { Totals } from '@/domain/price';
import { useI18n, useLocale } from '@/locales/client';
import { sizedPacksText } from '@/locales/format';
import classes from './amounts.module.css';
import type { CatalogueProduct } from './catalogue';

/** Lists the packs in the box, one line per product. */
export function Lines({
  items,
  products,
}: {
  items: readonly BoxItem[];
  products: readonly CatalogueProduct[];
}) {
  const locale = useLocale();
  return (
    <ul className={classes.lines}>
      {items.map(({ productCode, quantity }) => {
        const product = products.find((candidate) => candidate.code === productCode);
        return (
          <li key={productCode} className={`row ${classes.row}`}>
            <span>{sizedPacksText({ productCode, quantity }, products, locale)}</span>
            {product && <Baht satang={product.listPrice * quantity} locale={locale} />}
          </li>
        );
      })}
    </ul>
  );
}

/** Lists the amounts from the list price to the total. */
export function Amounts({ totals, code }: { totals: Totals; code?: string | null }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <dl className={classes.amounts}>
      <div className={`row ${classes.row}`}>
        <dt>{t('box.discount')}</dt>
        <dd className={classes.good}>
          <Baht satang={-totals.subscriptionDiscount} locale={locale} />
        </dd>
      </div>
      <div className={`row ${classes.row}`}>
        <dt>{t('box.delivery')}</dt>
        <dd>
          {totals.deliveryFee === null && t('box.deliveryLater')}
          {totals.deliveryFee === 0 && <span className={classes.good}>{t('common.free')}</span>}
          {totals.deliveryFee !== null && totals.deliveryFee > 0 && (
            <Baht satang={totals.deliveryFee} locale={locale} />
          )}
        </dd>
      </div>
      {totals.codeDiscount > 0 && (
        <div className={`row ${classes.row}`}>
          <dt>{code ? t('box.codeNamed', { code }) : t('box.code')}</dt>
          <dd className={classes.good}>
            <Baht satang={-totals.codeDiscount} locale={locale} />
          </dd>
        </div>
      )}
      <div className={`row ${classes.row} ${classes.total}`}>
        <dt>{totals.deliveryFee === null ? t('box.price') : t('box.total')}</dt>
        <dd>
          <Baht satang={totals.total} locale={locale} />
        </dd>
      </div>
    </dl>
  );
}
