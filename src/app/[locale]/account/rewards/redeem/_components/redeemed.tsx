'use client';

import { PackArt } from '@/components/art/pack';
import { GiftArt } from '@/components/art/rewards';
import { ButtonLink } from '@/components/button';
import { DayText } from '@/components/values';
import type { Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { nameText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import type { Product } from './offer';
import classes from './redeem.module.css';

export interface Outcome {
  productCode: string;
  paymentDate: Day;
  /** The remaining points. */
  points: number;
}

/** Confirms a redemption with the product, the order and the remaining points. */
export function Redeemed({
  outcome: { productCode, paymentDate, points },
  products,
}: {
  outcome: Outcome;
  products: readonly Product[];
}) {
  const t = useI18n();
  const locale = useLocale();
  const product = products.find(({ code }) => code === productCode);
  const name = product ? nameText(product, locale) : productCode;
  return (
    <div className="stack mt-4">
      <div className={classes.scene}>
        <PackArt code={productCode} className={classes.scenePack} />
        <GiftArt className={classes.sceneGift} />
      </div>
      <p>
        {t('rewards.redeem.doneText', {
          product: <strong>{name}</strong>,
          date: <DayText day={paymentDate} locale={locale} />,
        })}
      </p>
      <p>{t('rewards.redeem.doneLeft', { points: t('common.points', { count: points }) })}</p>
      <ButtonLink href={localePath(locale, '/account')} wide>
        {t('rewards.redeem.toOrders')}
      </ButtonLink>
      <ButtonLink href={localePath(locale, '/account/rewards')} look="secondary" wide>
        {t('rewards.back')}
      </ButtonLink>
    </div>
  );
}
