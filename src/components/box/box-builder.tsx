'use client';

import { useState } from 'react';
import { PackArt } from '@/components/art/pack';
import { Baht, Contents } from '@/components/values';
import { BOX_MAX_PACKS, PRODUCT_MAX_PACKS, type BoxItem } from '@/domain/box';
import type { ProductCode } from '@/domain/product';
import { useI18n, useLocale } from '@/locales/client';
import { contentsText } from '@/locales/format';
import type { RouterOutputs } from '@/trpc/react';
import classes from './box-builder.module.css';
import { LivelyBox } from './lively-box';

export type CatalogueProduct = RouterOutputs['catalogue']['products'][number];
export type CataloguePlan = RouterOutputs['catalogue']['plans'][number];

interface BoxBuilderProps {
  products: readonly CatalogueProduct[];
  plans: readonly CataloguePlan[];
  items: readonly BoxItem[];
  onChange: (items: BoxItem[]) => void;
  /** Why the box can't be taken as it is; its element has the id `box-error`. */
  error: string | null;
}

/** Plans that fill the box, products that are added and taken away, and the box itself, filling up. */
export function BoxBuilder({ products, plans, items, onChange, error }: BoxBuilderProps) {
  const t = useI18n();
  const locale = useLocale();
  const [said, setSaid] = useState('');

  const setQuantity = (product: CatalogueProduct, quantity: number) => {
    const packs = packsIn(items) - quantityOf(items, product.code) + quantity;
    if (quantity > PRODUCT_MAX_PACKS) return setSaid(t('box.fullProduct'));
    if (packs > BOX_MAX_PACKS) return setSaid(t('box.full'));
    onChange(withQuantity(items, product.code, quantity));
    setSaid(t('box.quantity', { product: product.name[locale], count: quantity }));
  };

  return (
    <>
      <PlanChips plans={plans} products={products} items={items} onChange={onChange} />
      <div className={classes.stage} data-sticky-box>
        <LivelyBox
          items={items}
          className={classes.box}
          title={
            items.length === 0
              ? t('box.empty')
              : t('box.pictured', { contents: contentsText(items, products, locale) })
          }
        />
      </div>
      <h2 className={classes.title} id="products-title">
        {t('box.products')}
      </h2>
      <ul className={classes.products} aria-labelledby="products-title">
        {products.map((product) => (
          <ProductRow
            key={product.code}
            product={product}
            products={products}
            quantity={quantityOf(items, product.code)}
            onChange={(quantity) => setQuantity(product, quantity)}
          />
        ))}
      </ul>
      <p
        role="status"
        className={isLimit(said, t('box.full'), t('box.fullProduct')) ? classes.limit : 'visually-hidden'}
      >
        {said}
      </p>
      {error && (
        <p id="box-error" role="alert" tabIndex={-1} className={classes.limit}>
          {error}
        </p>
      )}
    </>
  );
}

function PlanChips({ plans, products, items, onChange }: Omit<BoxBuilderProps, 'error'>) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <div role="group" aria-label={t('box.plans')} className={classes.chips}>
      {plans.map((plan) => (
        <button
          key={plan.code}
          type="button"
          className={classes.chip}
          aria-pressed={isSameBox(items, plan.items)}
          onClick={() => onChange(plan.items)}
        >
          <span className={classes.chipHead}>
            <strong>{plan.name[locale]}</strong>
            <Baht satang={plan.boxPrice} locale={locale} />
          </span>
          <span className={classes.chipBody}>
            <Contents items={plan.items} products={products} locale={locale} />
            {plan.freeDelivery && <span className={classes.chipFree}>{t('box.freeDelivery')}</span>}
          </span>
        </button>
      ))}
    </div>
  );
}

interface ProductRowProps {
  product: CatalogueProduct;
  products: readonly CatalogueProduct[];
  quantity: number;
  onChange: (quantity: number) => void;
}

function ProductRow({ product, products, quantity, onChange }: ProductRowProps) {
  const t = useI18n();
  const locale = useLocale();
  const name = product.name[locale];
  const holds =
    product.pieces === null ? (
      <Contents items={product.contents} products={products} locale={locale} />
    ) : (
      t('common.pieces', { count: product.pieces })
    );
  return (
    <li className={classes.product} data-chosen={quantity > 0 || undefined}>
      <PackArt code={product.code} className={classes.pack} />
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <p className={classes.facts}>
          <span>{holds}</span>
          <span>
            <Baht satang={product.price} locale={locale} />{' '}
            <s>
              <Baht satang={product.listPrice} locale={locale} short />
            </s>
          </span>
        </p>
      </div>
      <div className={classes.stepper}>
        <button
          type="button"
          className={classes.step}
          aria-label={t('box.remove', { product: name })}
          aria-disabled={quantity === 0 || undefined}
          onClick={() => quantity > 0 && onChange(quantity - 1)}
        >
          −
        </button>
        <span className={classes.quantity} aria-hidden>
          {quantity}
        </span>
        <button
          type="button"
          className={classes.step}
          aria-label={t('box.add', { product: name })}
          onClick={() => onChange(quantity + 1)}
        >
          +
        </button>
      </div>
    </li>
  );
}

/** Whether two boxes hold the same. */
export function isSameBox(items: readonly BoxItem[], other: readonly BoxItem[]): boolean {
  return (
    items.length === other.length &&
    items.every((item) =>
      other.some((o) => o.productCode === item.productCode && o.quantity === item.quantity),
    )
  );
}

function quantityOf(items: readonly BoxItem[], code: ProductCode): number {
  return items.find((item) => item.productCode === code)?.quantity ?? 0;
}

function packsIn(items: readonly BoxItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}

function withQuantity(items: readonly BoxItem[], productCode: ProductCode, quantity: number): BoxItem[] {
  if (quantity === 0) return items.filter((item) => item.productCode !== productCode);
  if (quantityOf(items, productCode) === 0) return [...items, { productCode, quantity }];
  return items.map((item) => (item.productCode === productCode ? { productCode, quantity } : item));
}

function isLimit(said: string, ...limits: string[]): boolean {
  return limits.includes(said);
}
