'use client';

import { LivelyBox } from '@/components/box/lively-box';
import type { BoxItem } from '@/domain/box';
import { useI18n, useLocale } from '@/locales/client';
import { contentsText } from '@/locales/format';
import { useFlow } from './flow';

/** The picture of the box in the summary. */
export function BoxPicture({ items }: { items: readonly BoxItem[] }) {
  const t = useI18n();
  const locale = useLocale();
  const { products } = useFlow();
  return (
    <LivelyBox items={items} title={t('box.pictured', { contents: contentsText(items, products, locale) })} />
  );
}
