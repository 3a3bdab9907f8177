'use client';

import { useState } from 'react';
import { PackArt } from '@/components/art/pack';
import { LivelyBox } from '@/components/box/lively-box';
import { Baht, Contents } from '@/components/values';
import { BOX_MAX_PACKS, PRODUCT_MAX_PACKS, type BoxItem } from '@/domain/box';
import type { ProductCode } from '@/domain/product';
import { useI18n, useLocale } from '@/locales/client';
import { contentsText } from '@/locales/format';
import classes from './box-builder.module.css';
import { isSameBox, useFlow, type CatalogueProduct } from './flow';

/** Plans that fill the box, products that are added and taken away, and the box itself, filling up. */
export function BoxBuilder({ error }: { error: string | null }) {
  const t = useI18n();
  const locale = useLocale();
  const { products, draft, update } = useFlow();
  const [said, setSaid] = useState('');

  const setQuantity = (product: CatalogueProduct, quantity: number) => {
    const packs = packsIn(draft.items) - quantityOf(draft.items, product.code) + quantity;
    if (quantity > PRODUCT_MAX_PACKS) return setSaid(t('register.plan.fullProduct'));
    if (packs > BOX_MAX_PACKS) return setSaid(t('register.plan.full'));
    update({ items: withQuantity(draft.items, product.code, quantity) });
    setSaid(t('register.plan.quantity', { product: product.name[locale], count: quantity }));
  };

  return (
    <>
      <PlanChips />
      <div className={classes.stage} data-sticky-box>
        <LivelyBox
          items={draft.items}
          className={classes.box}
          title={
            draft.items.length === 0
              ? t('register.plan.emptyBox')
              : t('register.plan.boxPictured', { contents: contentsText(draft.items, products, locale) })
          }
        />
      </div>
      <h2 className={classes.title} id="products-title">
        {t('register.plan.own')}
      </h2>
      <ul className={classes.products} aria-labelledby="products-title">
        {products.map((product) => (
          <ProductRow
            key={product.code}
            product={product}
            quantity={quantityOf(draft.items, product.code)}
            onChange={(quantity) => setQuantity(product, quantity)}
          />
        ))}
      </ul>
      <p
        role="status"
        className={
          isLimit(said, t('register.plan.full'), t('register.plan.fullProduct'))
            ? classes.limit
            : 'visually-hidden'
        }
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

function PlanChips() {
  const t = useI18n();
  const locale = useLocale();
  const { plans, products, draft, update } = useFlow();
  return (
    <div role="group" aria-label={t('register.plan.plans')} className={classes.chips}>
      {plans.map((plan) => (
        <button
          key={plan.code}
          type="button"
          className={classes.chip}
          aria-pressed={isSameBox(draft.items, plan.items)}
          onClick={() => update({ items: plan.items })}
        >
          <span className={classes.chipHead}>
            <strong>{plan.name[locale]}</strong>
            <Baht satang={plan.boxPrice} locale={locale} />
          </span>
          <span className={classes.chipBody}>
            <Contents items={plan.items} products={products} locale={locale} />
            {plan.freeDelivery && <span className={classes.chipFree}>{t('register.plan.freeDelivery')}</span>}
          </span>
        </button>
      ))}
    </div>
  );
}

interface ProductRowProps {
  product: CatalogueProduct;
  quantity: number;
  onChange: (quantity: number) => void;
}

function ProductRow({ product, quantity, onChange }: ProductRowProps) {
  const t = useI18n();
  const locale = useLocale();
  const { products } = useFlow();
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
          aria-label={t('register.plan.remove', { product: name })}
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
          aria-label={t('register.plan.add', { product: name })}
          onClick={() => onChange(quantity + 1)}
        >
          +
        </button>
      </div>
    </li>
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
