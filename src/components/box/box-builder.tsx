'use client';

import { useCallback, useLayoutEffect, useRef, useState, memo } from 'react';
import { BOX_MAX_PACKS, mayHold, priceBox, PRODUCT_MAX_PACKS, type BoxItem, isSameBox } from '@/domain/box';
import type { ProductCode } from '@/domain/product';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, contentsText, nameText } from '@/locales/format';
import classes from './box-builder.module.css';
import type { CataloguePlan, CatalogueProduct } from './catalogue';
import { LivelyBox } from './lively-box';
import { Baht } from '@/components/values';
import { PackLines } from './pack-lines';
import { ProductRow } from './product-row';

interface BoxBuilderProps {
  products: readonly CatalogueProduct[];
  plans: readonly CataloguePlan[];
  items: readonly BoxItem[];
  /** The saved box. Its discontinued products may stay in the new box, but their quantity may not grow. */
  held: readonly BoxItem[];
  onChange: (items: BoxItem[]) => void;
  /** The message if the box is invalid, or null. Its element has the id `box-error`. */
  error: string | null;
  /** Whether the products come first, without the drawing: for a present box that changes a little. */
  compact?: boolean;
}

/** Lets the user fill a box with a plan or with single products. Shows a drawing of the box. */
export function BoxBuilder(props: BoxBuilderProps) {
  const { products, plans, items, held, onChange, error, compact = false } = props;
  const t = useI18n();
  const locale = useLocale();
  const [said, setSaid] = useState({ text: '', isLimit: false });
  const offered = products.filter(({ code }) => mayHold({ productCode: code, quantity: 1 }, products, held));

  const put = (chosen: BoxItem[], textOf: (price: string) => string) => {
    onChange(chosen);
    setSaid({ text: textOf(bahtText(priceBox(chosen, products).boxPrice, locale)), isLimit: false });
  };
  const choosePlan = useLatest((plan: CataloguePlan) =>
    put(plan.items, (price) => t('box.planned', { plan: plan.name[locale], price })),
  );
  const setQuantity = useLatest((product: CatalogueProduct, quantity: number) => {
    const item = { productCode: product.code, quantity };
    const refuse = (text: string) => setSaid({ text, isLimit: true });
    if (quantity > 0 && !mayHold(item, products, held)) return refuse(t('box.keptOnly'));
    const packs = packsIn(items) - quantityOf(items, product.code) + quantity;
    if (quantity > PRODUCT_MAX_PACKS) return refuse(t('box.fullProduct'));
    if (packs > BOX_MAX_PACKS) return refuse(t('box.full'));
    put(withQuantity(items, product.code, quantity), (price) =>
      t('box.quantity', { product: nameText(product, locale), count: quantity, price }),
    );
  });

  const chips = <PlanChips plans={plans} products={products} items={items} onChoose={choosePlan} />;
  return (
    <>
      {!compact && chips}
      {!compact && (
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
      )}
      <h2 className={compact ? 'visually-hidden' : 'h2 mt-5'} id="products-title">
        {t('box.products')}
      </h2>
      <ul className="mt-1" aria-labelledby="products-title">
        {offered.map((product) => (
          <ProductRow
            key={product.code}
            product={product}
            products={products}
            quantity={quantityOf(items, product.code)}
            onChange={setQuantity}
          />
        ))}
      </ul>
      <p role="status" className={said.isLimit ? 'note bad medium mt-3' : 'visually-hidden'}>
        {said.text}
      </p>
      {error && (
        <p id="box-error" role="alert" tabIndex={-1} className="note bad medium mt-3">
          {error}
        </p>
      )}
      {compact && chips}
    </>
  );
}

/** Returns a function that stays the same between renders and calls the function of the last render. */
function useLatest<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
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

interface PlanChipsProps {
  plans: readonly CataloguePlan[];
  products: readonly CatalogueProduct[];
  items: readonly BoxItem[];
  /** Keep the same function between renders. */
  onChoose: (plan: CataloguePlan) => void;
}

/** Lists the recommended plans as buttons that fill the box. */
function PlanChips({ plans, products, items, onChoose }: PlanChipsProps) {
  const t = useI18n();
  const offered = plans.filter(({ active }) => active);
  if (offered.length === 0) return null;
  return (
    <div role="group" aria-label={t('box.plans')} className="stack mt-4">
      {offered.map((plan) => (
        <PlanChip
          key={plan.code}
          plan={plan}
          products={products}
          isChosen={isSameBox(items, plan.items)}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

interface PlanChipProps extends Pick<PlanChipsProps, 'products' | 'onChoose'> {
  plan: CataloguePlan;
  isChosen: boolean;
}

const PlanChip = memo(function PlanChip({ plan, products, isChosen, onChoose }: PlanChipProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <button type="button" className={classes.chip} aria-pressed={isChosen} onClick={() => onChoose(plan)}>
      <span className={classes.chipHead}>
        <strong>{plan.name[locale]}</strong>
        <Baht satang={plan.boxPrice} locale={locale} />
      </span>
      <span className={classes.chipBody}>
        <PackLines items={plan.items} products={products} />
        {plan.freeDelivery && <span className="tag good">{t('box.freeDelivery')}</span>}
      </span>
    </button>
  );
});
