'use client';

import type { Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { dayText } from '@/locales/format';
import { desk } from '@/trpc/desk';
import { DatedAct } from './dated-act';
import type { PlannedOrder } from './types';

interface MoveOrderProps {
  accountId: string;
  version: number;
  order: Pick<PlannedOrder, 'orderId' | 'paymentDate'>;
  range: { from: Day; until: Day };
}

/** Moves one order to another day. */
export function MoveOrder({ accountId, version, order: { orderId, paymentDate }, range }: MoveOrderProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <DatedAct
      act={t('deskSubscribers.act.move')}
      label={t('deskSubscribers.act.moveOf', { date: dayText(paymentDate, locale) })}
      text={t('deskSubscribers.act.moveText')}
      field={t('deskSubscribers.act.moveTo')}
      range={range}
      initial={paymentDate}
      send={(date, options) =>
        desk.subscribers.move.mutate({ accountId, orderId, date, version, ...options })
      }
      done={(date) => t('deskSubscribers.act.moved', { date: dayText(date, locale) })}
    />
  );
}
