'use client';

import { memo } from 'react';
import { PackArt } from '@/components/art/pack';
import { Baht } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { nameText, sizeText } from '@/locales/format';
import classes from './box-builder.module.css';
import type { CatalogueProduct } from './catalogue';
import { PackLines } from './pack-lines';

interface ProductRowProps {
  product: CatalogueProduct;
  products: readonly CatalogueProduct[];
  quantity: number;
  /** Keep the same function between renders: a tap then redraws only its own row. */
  onChange: (product: CatalogueProduct, quantity: number) => void;
}

/** Shows a product with its price, and buttons to add and remove packs. */
export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { product, products, quantity, onChange } = props;
  const t = useI18n();
  const locale = useLocale();
  const name = nameText(product, locale);
  const holds =
    product.pieces === null ? (
      <PackLines items={product.contents} products={products} />
    ) : (
      sizeText(product, locale)
    );
  return (
    <li className={classes.product} data-chosen={quantity > 0 || undefined}>
      <PackArt code={product.code} className={classes.pack} />
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <p className={`actions small ${classes.facts}`}>
          <span>{holds}</span>
          <span>
            <Baht satang={product.price} locale={locale} />{' '}
            <s>
              <Baht satang={product.listPrice} locale={locale} short />
            </s>
          </span>
        </p>
        {!product.active && <p className={classes.kept}>{t('box.notSold')}</p>}
      </div>
      <div className={classes.stepper}>
        <button
          type="button"
          className={classes.step}
          data-repeats
          aria-label={t('box.remove', { product: name })}
          aria-disabled={quantity === 0 || undefined}
          onClick={() => quantity > 0 && onChange(product, quantity - 1)}
        >
          −
        </button>
        <span className={classes.quantity} aria-hidden>
          {quantity}
        </span>
        <button
          type="button"
          className={classes.step}
          data-repeats
          aria-label={t('box.add', { product: name })}
          onClick={() => onChange(product, quantity + 1)}
        >
          +
        </button>
      </div>
    </li>
  );
});
