'use client';

import { PackArt } from '@/components/art/pack';
import { RadioList } from '@/components/forms/radio-list';
import type { ProductCode } from '@/domain/product';
import { useI18n, useLocale } from '@/locales/client';
import { nameText, sizeText } from '@/locales/format';
import type { Product } from './offer';

interface ProductChoiceProps {
  offered: readonly Product[];
  value: ProductCode | null;
  onChange: (productCode: ProductCode) => void;
  error: string | null;
}

/** Lets the subscriber choose one of the products that can be redeemed for points. */
export function ProductChoice({ offered, value, onChange, error }: ProductChoiceProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <RadioList
      name="product"
      id="free-product"
      legend={t('rewards.redeem.products')}
      value={value}
      onChange={onChange}
      error={error}
      options={offered.map((product) => ({
        value: product.code,
        label: nameText(product, locale),
        note: sizeText(product, locale),
        picture: <PackArt code={product.code} />,
      }))}
    />
  );
}
