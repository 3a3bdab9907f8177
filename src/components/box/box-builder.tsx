'use client';

import { useState } from 'react';
import { PackArt } from '@/components/art/pack';
import { Baht } from '@/components/values';
import { BOX_MAX_PACKS, mayHold, PRODUCT_MAX_PACKS, type BoxItem } from '@/domain/box';
import type { ProductCode } from '@/domain/product';
import { useI18n, useLocale } from '@/locales/client';
import { contentsText, packsText } from '@/locales/format';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './box-builder.module.css';
import { LivelyBox } from './lively-box';

export type CatalogueProduct = RouterOutputs['catalogue']['everyProduct'][number];
export type CataloguePlan = RouterOutputs['catalogue']['everyPlan'][number];

interface BoxBuilderProps {
  products: readonly CatalogueProduct[];
  plans: readonly CataloguePlan[];
  items: readonly BoxItem[];
  /** The saved box. Its discontinued products may stay in the new box, but their quantity may not grow. */
  held: readonly BoxItem[];
  onChange: (items: BoxItem[]) => void;
  /** The message if the box is invalid, or null. Its element has the id `box-error`. */
  error: string | null;
}

/** Lets the user fill a box with a plan or with single products. Shows a drawing of the box. */
export function BoxBuilder({ products, plans, items, held, onChange, error }: BoxBuilderProps) {
  const t = useI18n();
  const locale = useLocale();
  const [said, setSaid] = useState({ text: '', isLimit: false });
  const refuse = (text: string) => setSaid({ text, isLimit: true });
  const offered = products.filter(({ code }) => mayHold({ productCode: code, quantity: 1 }, products, held));

  const setQuantity = (product: CatalogueProduct, quantity: number) => {
    const item = { productCode: product.code, quantity };
    if (quantity > 0 && !mayHold(item, products, held)) return refuse(t('box.keptOnly'));
    const packs = packsIn(items) - quantityOf(items, product.code) + quantity;
    if (quantity > PRODUCT_MAX_PACKS) return refuse(t('box.fullProduct'));
    if (packs > BOX_MAX_PACKS) return refuse(t('box.full'));
    onChange(withQuantity(items, product.code, quantity));
    setSaid({
      text: t('box.quantity', { product: product.name[locale], count: quantity }),
      isLimit: false,
    });
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
        {offered.map((product) => (
          <ProductRow
            key={product.code}
            product={product}
            products={products}
            quantity={quantityOf(items, product.code)}
            onChange={(quantity) => setQuantity(product, quantity)}
          />
        ))}
      </ul>
      <p role="status" className={said.isLimit ? classes.limit : 'visually-hidden'}>
        {said.text}
      </p>
      {error && (
        <p id="box-error" role="alert" tabIndex={-1} className={classes.limit}>
          {error}
        </p>
      )}
    </>
  );
}

function PlanChips({ plans, products, items, onChange }: Omit<BoxBuilderProps, 'error' | 'held'>) {
  const t = useI18n();
  const locale = useLocale();
  const offered = plans.filter(({ active }) => active);
  if (offered.length === 0) return null;
  return (
    <div role="group" aria-label={t('box.plans')} className={classes.chips}>
      {offered.map((plan) => (
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
            <Lines items={plan.items} products={products} />
            {plan.freeDelivery && <span className={classes.chipFree}>{t('box.freeDelivery')}</span>}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Lists packs, one line per product. */
function Lines({ items, products }: Pick<BoxBuilderProps, 'products'> & { items: readonly BoxItem[] }) {
  const locale = useLocale();
  return items.map((item) => (
    <span key={item.productCode} className={classes.line}>
      {packsText(item, products, locale)}
    </span>
  ));
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
      <Lines items={product.contents} products={products} />
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
        {!product.active && <p className={classes.kept}>{t('box.notSold')}</p>}
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

/** Whether two boxes have the same content. */
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
