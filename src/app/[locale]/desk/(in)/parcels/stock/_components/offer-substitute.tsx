'use client';

import { useEffect, useState } from 'react';
import { NativeSelect } from '@/components/forms/native-select';
import { isProductCode, type ProductCode } from '@/domain/product';
import { useI18n, useLocale } from '@/locales/client';
import { countText } from '@/locales/desk-format';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { Act } from '../../../_components/act';

interface OfferSubstituteProps {
  code: ProductCode;
  name: string;
  /** The products that can replace it. */
  choices: { value: ProductCode; label: string }[];
}

/** Asks those whose next box has a sold-out product whether they take another. */
export function OfferSubstitute({ code, name, choices }: OfferSubstituteProps) {
  const t = useI18n();
  const [to, setTo] = useState<ProductCode | undefined>(choices[0]?.value);
  if (to === undefined) return null;
  return (
    <Act
      act={t('deskParcels.stock.offer')}
      label={t('deskParcels.stock.offerOf', { product: name })}
      text={t('deskParcels.stock.offerText')}
      run={() => desk.parcels.offerSubstitute.mutate({ from: code, to })}
      done={t('deskParcels.stock.offered')}
    >
      <Asked code={code} />
      <NativeSelect
        label={t('deskParcels.stock.substitute')}
        data={choices}
        value={to}
        onChange={({ currentTarget: { value } }) => isProductCode(value) && setTo(value)}
      />
    </Act>
  );
}

/** How many next boxes have the product. Shows nothing if the number cannot be read. */
function Asked({ code }: { code: ProductCode }) {
  const t = useI18n();
  const locale = useLocale();
  const [count, setCount] = useState<DeskOutputs['parcels']['substituteCount'] | null>();
  useEffect(() => {
    desk.parcels.substituteCount.query({ from: code }).then(setCount, () => setCount(null));
  }, [code]);
  if (count === null) return null;
  if (count === undefined) return <p role="status">{t('deskCatalogue.counting')}</p>;
  const counts = {
    orders: countText(count.orders, locale),
    asked: countText(count.asked, locale),
    accepted: countText(count.accepted, locale),
  };
  return <p role="status">{t('deskParcels.stock.offerCount', counts)}</p>;
}
