'use client';

import { RadioList } from '@/components/forms/radio-list';
import { useI18n, useLocale } from '@/locales/client';
import { dayText } from '@/locales/format';
import type { UpcomingOrder } from './use-change';
import { firstChanged, type Scope } from './box-scope';

interface ScopeChoiceProps {
  orders: readonly UpcomingOrder[];
  /** The order whose contents can be changed alone. */
  order: UpcomingOrder;
  value: Scope;
  onChange: (scope: Scope) => void;
}

/** Asks whether every box changes or only the box of one order. */
export function ScopeChoice({ orders, order, value, onChange }: ScopeChoiceProps) {
  const t = useI18n();
  const locale = useLocale();
  const first = firstChanged(orders);
  return (
    <RadioList<Scope>
      name="scope"
      legend={t('subscription.box.scope')}
      value={value}
      onChange={onChange}
      options={[
        {
          value: 'always',
          label: t('subscription.box.always'),
          note: first && t('subscription.box.alwaysNote', { date: dayText(first.paymentDate, locale) }),
        },
        {
          value: 'once',
          label: t('subscription.box.once', { date: dayText(order.paymentDate, locale) }),
          note: t('subscription.box.onceNote'),
        },
      ]}
    />
  );
}
