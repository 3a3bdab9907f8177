'use client';

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { DayText } from '@/components/values';
import { isDay, type Day } from '@/domain/day';
import { canMove, canMoveTo, moveRange } from '@/domain/move-order';
import { useI18n, useLocale } from '@/locales/client';
import { dayText } from '@/locales/format';
import { trpc } from '@/trpc/react';
import type { View } from '../../../../_components/subscription-view';
import { BeforeAfter } from '../../../_components/before-after';
import { ChangeNotices } from '../../../_components/change-notices';
import screen from '../../../_components/screen.module.css';
import { useChange, type UpcomingOrder } from '../../../_components/use-change';

interface MoveFormProps {
  initial: View;
  orderId: string;
  /** The server's date. */
  today: Day;
}

/** Moves one order to another day. If the order cannot be moved, explains why. */
export function MoveForm({ initial, orderId, today }: MoveFormProps) {
  const t = useI18n();
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const dateOf = (order: UpcomingOrder, view: View) => {
    const range = moveRange(order, view.upcomingOrders, today);
    return isDay(typed) && canMoveTo(range, typed).allowed ? typed : null;
  };
  const change = useChange<{ orderId: string; date: Day }>({
    kind: 'move',
    initial,
    input: (view) => {
      const order = view.upcomingOrders.find((one) => one.orderId === orderId);
      const date = order ? dateOf(order, view) : null;
      return date === null || date === order?.paymentDate ? null : { orderId, date };
    },
    send: trpc.orders.move.mutate,
    done: () => t('subscription.move.done'),
    choose: (kept) => kept.date !== undefined && setTyped(kept.date),
  });
  const { view } = change;
  const order = view.upcomingOrders.find((one) => one.orderId === orderId);
  const isOpen = order && !order.skipped && canMove({ ...order, status: 'upcoming' }, today).allowed;
  if (!isOpen) {
    return <Notice tone="waiting">{t('subscription.move.tooLate')}</Notice>;
  }
  const range = moveRange(order, view.upcomingOrders, today);
  const shown = { from: dayText(range.from, locale), until: dayText(range.until, locale) };
  const date = dateOf(order, view);
  const confirm = () => {
    if (date !== null) return void change.confirm();
    setMissing(true);
    document.getElementById('move-date')?.focus();
  };

  return (
    <div className={screen.columns}>
      <div>
        <p className={`muted small ${screen.muted}`}>
          {t('subscription.move.now', { date: <DayText day={order.paymentDate} locale={locale} /> })}
        </p>
        {order.movedFrom && (
          <p className={`muted small ${screen.muted}`}>
            {t('subscription.move.planned', { date: <DayText day={order.movedFrom} locale={locale} /> })}
          </p>
        )}
        <TextInput
          mt={16}
          id="move-date"
          type="date"
          label={t('subscription.move.date')}
          description={t('subscription.move.dateHint', shown)}
          min={range.from}
          max={range.until}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            change.forgive();
          }}
          error={date === null && (typed !== '' || isMissing) && t('subscription.move.dateMissing', shown)}
        />
      </div>
      <div className={screen.beside}>
        <BeforeAfter before={view.upcomingOrders} preview={change.preview} />
      </div>
      <div>
        <ChangeNotices {...change} />
        <div className={`stack ${screen.actions}`}>
          <Button wide onClick={confirm} busy={change.busy}>
            {change.busy ? t('subscription.change.saving') : label()}
          </Button>
        </div>
      </div>
    </div>
  );

  function label() {
    return date === null
      ? t('subscription.move.submitPlain')
      : t('subscription.move.submit', { date: dayText(date, locale) });
  }
}
