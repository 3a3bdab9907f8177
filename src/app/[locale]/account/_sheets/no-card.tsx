'use client';

import { ButtonAnchor } from '@/components/button-anchor';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';

/** Links to the form of a new card. Replaces a form that charges a card if there is none. */
export function NoCard() {
  const t = useI18n();
  const locale = useLocale();
  return (
    <Notice tone="waiting" title={t('subscription.charge.noCard')}>
      <ButtonAnchor href={localePath(locale, '/account/cards/add')}>
        {t('subscription.charge.addCard')}
      </ButtonAnchor>
    </Notice>
  );
}
