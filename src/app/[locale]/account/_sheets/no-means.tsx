'use client';

import { ButtonAnchor } from '@/components/button-anchor';
import { Notice } from '@/components/notice';
import type { PaymentMethod } from '@/domain/subscription';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';

/** Links to where a card or a bank account is added. Replaces a form that charges one if there is none. */
export function NoMeans({ method }: { method: PaymentMethod }) {
  const t = useI18n();
  const locale = useLocale();
  const byCard = method === 'card';
  return (
    <Notice tone="waiting" title={t(byCard ? 'subscription.charge.noCard' : 'subscription.charge.noAccount')}>
      <ButtonAnchor href={localePath(locale, byCard ? '/account/cards/add' : '/account/cards')}>
        {t(byCard ? 'subscription.charge.addCard' : 'subscription.charge.ways')}
      </ButtonAnchor>
    </Notice>
  );
}
