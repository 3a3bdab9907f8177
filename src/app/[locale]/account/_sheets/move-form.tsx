'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import type { Day } from '@/domain/day';
import { canMove, canMoveTo, moveRange } from '@/domain/move-order';
import { useI18n, useLocale } from '@/locales/client';
import { yearlessDayText } from '@/locales/calendar-format';
import { trpc } from '@/trpc/react';
import type { View } from '../_components/subscription-view';
import { ChangeStrip } from './change-strip';
import { ChangeNotices } from './change-notices';
import { DayGrid } from './day-grid';
import { SheetFoot } from './sheet';
import { useChange, type UpcomingOrder } from './use-change';

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
  const [typed, setTyped] = useState<Day | null>(null);
  const [isMissing, setMissing] = useState(false);
  const dateOf = (order: UpcomingOrder, view: View) => {
    const range = moveRange(order, view.upcomingOrders, today);
    return typed !== null && canMoveTo(range, typed).allowed ? typed : null;
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
  const shown = { from: yearlessDayText(range.from, locale), until: yearlessDayText(range.until, locale) };
  const date = dateOf(order, view);
  const confirm = () => {
    if (date !== null) return void change.confirm();
    setMissing(true);
    document.getElementById('move-date')?.focus();
  };

  return (
    <>
      <DayGrid
        id="move-date"
        legend={t('subscription.move.date')}
        hint={t('subscription.move.dateHint', shown)}
        range={range}
        value={date}
        present={order.paymentDate}
        error={isMissing && date === null ? t('subscription.move.dateMissing', shown) : null}
        onChange={(day) => {
          setTyped(day);
          change.forgive();
        }}
      />
      <SheetFoot>
        <ChangeNotices {...change} />
        <ChangeStrip preview={change.preview} />
        <Button wide onClick={confirm} busy={change.busy}>
          {change.busy ? t('subscription.change.saving') : label()}
        </Button>
      </SheetFoot>
    </>
  );

  function label() {
    return date === null
      ? t('subscription.move.submitPlain')
      : t('subscription.move.submit', { date: yearlessDayText(date, locale) });
  }
}
