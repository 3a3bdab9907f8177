'use client';

import { memo } from 'react';
import { Baht } from '@/components/values';
import { isSameBox, type BoxItem } from '@/domain/box';
import { useI18n, useLocale } from '@/locales/client';
import classes from './box-builder.module.css';
import type { CataloguePlan, CatalogueProduct } from './catalogue';
import { PackLines } from './pack-lines';

interface PlanChipsProps {
  plans: readonly CataloguePlan[];
  products: readonly CatalogueProduct[];
  items: readonly BoxItem[];
  /** Keep the same function between renders. */
  onChoose: (plan: CataloguePlan) => void;
}

/** Lists the recommended plans as buttons that fill the box. */
export function PlanChips({ plans, products, items, onChoose }: PlanChipsProps) {
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
