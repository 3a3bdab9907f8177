'use client';

import { useEffect, useState } from 'react';
import { useI18n, useLocale } from '@/locales/client';
import { countText } from '@/locales/desk-format';
import { desk } from '@/trpc/desk';
import type { DeskProduct } from './product';

/** How many boxes contain a product. Shows nothing if the number cannot be read. */
export function Holders({ code }: Pick<DeskProduct, 'code'>) {
  const t = useI18n();
  const locale = useLocale();
  const [count, setCount] = useState<number | null>();
  useEffect(() => {
    desk.catalogue.holders.query({ code }).then(
      ({ subscriptions }) => setCount(subscriptions),
      () => setCount(null),
    );
  }, [code]);
  if (count === null) return null;
  return (
    <p role="status">
      {count === undefined
        ? t('deskCatalogue.counting')
        : t('deskCatalogue.holders', { count: countText(count, locale) })}
    </p>
  );
}
