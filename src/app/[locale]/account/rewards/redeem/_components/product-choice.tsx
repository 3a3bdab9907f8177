'use client';

import { PackArt } from '@/components/art/pack';
import { isProductCode, type ProductCode } from '@/domain/product';
import { useI18n, useLocale } from '@/locales/client';
import type { Product } from './offer';
import classes from './redeem.module.css';

interface ProductChoiceProps {
  offered: readonly Product[];
  value: ProductCode | null;
  onChange: (productCode: ProductCode) => void;
  error: string | null;
}

/** One of the products that points buy, each with its pack. */
export function ProductChoice({ offered, value, onChange, error }: ProductChoiceProps) {
  const t = useI18n();
  return (
    <fieldset className={classes.choice} aria-describedby={error ? 'free-product-error' : undefined}>
      <legend className={classes.legend}>{t('rewards.redeem.products')}</legend>
      {error && (
        <p id="free-product-error" role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <div className={classes.products}>
        {offered.map((product, index) => (
          <label key={product.code} className={classes.product}>
            <input
              type="radio"
              name="product"
              id={index === 0 ? 'free-product' : undefined}
              className={classes.radio}
              checked={product.code === value}
              onChange={() => isProductCode(product.code) && onChange(product.code)}
            />
            <PackPicture product={product} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A product as a pack, its name, and how many pieces that is. */
export function PackPicture({ product }: { product: Product }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <>
      <span className={classes.pack}>
        <PackArt code={product.code} />
      </span>
      <span>
        <span className={classes.name}>{product.name[locale]}</span>
        {product.pieces !== null && (
          <span className={classes.pieces}>{t('rewards.redeem.pieces', { count: product.pieces })}</span>
        )}
      </span>
    </>
  );
}
