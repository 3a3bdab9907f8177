'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { RadioList } from '@/components/forms/radio-list';
import { FrequencyChoice } from '@/components/rhythm/frequency-choice';
import { PaymentDayChoice } from '@/components/rhythm/payment-day-choice';
import type { ReasonGroup } from '@/domain/cancel-offer';
import type { Day } from '@/domain/day';
import type { Frequency } from '@/domain/subscription';
import { useI18n, useLocale } from '@/locales/client';
import { yearlessDayText } from '@/locales/calendar-format';
import { trpc } from '@/trpc/react';
import { useBoard } from '../_boxes/board';
import { ChangeNotices } from './change-notices';
import { ChangeStrip } from './change-strip';
import { LostChoices } from './lost-choices';
import { SheetFoot } from './sheet';
import screen from './sheet.module.css';
import type { View } from '../_components/subscription-view';
import { useChange } from './use-change';

/** The number of days in the shortest month. */
const SHORTEST_MONTH = 28;

interface RhythmFormProps {
  initial: View;
  /** The frequency of an offer. */
  requested: Frequency | undefined;
  /** The reason group of the offer that led here. */
  offeredFor: ReasonGroup | undefined;
}

/** Changes how often boxes come, the day of the month on which they are paid, or both at once. */
export function RhythmForm({ initial, requested, offeredFor }: RhythmFormProps) {
  const t = useI18n();
  const [frequency, setFrequency] = useState(requested ?? (initial.subscription.frequency as Frequency));
  const [paymentDay, setPaymentDay] = useState(initial.subscription.paymentDay);
  const [chosen, setChosen] = useState<Day | null>(null);
  const afterOf = ({ upcomingOrders }: View) =>
    upcomingOrders.find((order) => order.paymentDate === chosen) ?? upcomingOrders[0];
  const change = useChange<Partial<Wanted>>({
    kind: 'rhythm',
    initial,
    input: (view) => wanted(view, { frequency, paymentDay, after: afterOf(view)?.paymentDate }),
    send: (input) => send(input, offeredFor),
    done: () => t('subscription.rhythm.done'),
    choose: (kept) => {
      if (kept.frequency !== undefined) setFrequency(kept.frequency);
      if (kept.paymentDay !== undefined) setPaymentDay(kept.paymentDay);
      if (kept.after !== undefined) setChosen(kept.after);
    },
  });
  const { view } = change;
  const isOftener = frequency !== view.subscription.frequency;
  const { forgive } = change;
  const onFrequency = (value: Frequency) => (setFrequency(value), forgive());
  const onDay = (value: number) => (setPaymentDay(value), forgive());

  return (
    <>
      <FrequencyChoice legend={t('subscription.rhythm.often')} value={frequency} onChange={onFrequency} />
      <PaymentDayChoice
        legend={t('subscription.rhythm.day')}
        hint={t(paymentDay > SHORTEST_MONTH ? 'subscription.rhythm.short' : 'subscription.rhythm.hint', {
          day: paymentDay,
        })}
        value={paymentDay}
        onChange={onDay}
      />
      {isOftener && (
        <FirstBox
          view={view}
          after={afterOf(view)?.paymentDate ?? null}
          onChange={(day) => (setChosen(day), forgive())}
        />
      )}
      <div className={`muted small mt-3 ${screen.explained}`} role="status">
        {!change.isSame && view.upcomingOrders.some((order) => order.movedFrom) && (
          <p>{t('subscription.change.movedNotice')}</p>
        )}
        <LostChoices before={view.upcomingOrders} preview={change.preview} />
      </div>
      <SheetFoot>
        <ChangeNotices {...change} />
        <ChangeStrip preview={change.preview} />
        <Button wide onClick={() => void change.confirm()} busy={change.busy} off={change.isSame}>
          {change.busy
            ? t('subscription.change.saving')
            : t('subscription.rhythm.submit', {
                frequency: t(`common.perMonths${frequency}`),
                day: paymentDay,
              })}
        </Button>
      </SheetFoot>
    </>
  );
}

interface Wanted {
  frequency: Frequency;
  paymentDay: number;
  /** The payment date after which a new frequency starts. */
  after: Day;
}

/** Returns what differs from the present rhythm; null if nothing does. */
function wanted(
  { subscription }: View,
  { frequency, paymentDay, after }: Omit<Wanted, 'after'> & { after: Day | undefined },
): Partial<Wanted> | null {
  const day = paymentDay === subscription.paymentDay ? {} : { paymentDay };
  if (frequency !== subscription.frequency && after !== undefined) return { frequency, after, ...day };
  return 'paymentDay' in day ? day : null;
}

type Options = { preview?: boolean; version?: number; expectedTotal?: number | undefined };

function send(
  { frequency, after, paymentDay, ...options }: Partial<Wanted> & Options,
  offeredFor: ReasonGroup | undefined,
): Promise<View> {
  const day = paymentDay === undefined ? {} : { paymentDay };
  return frequency !== undefined && after !== undefined
    ? trpc.subscription.changeFrequency.mutate({ frequency, after, ...day, offeredFor, ...options })
    : trpc.subscription.changePaymentDay.mutate({ paymentDay: paymentDay ?? 1, ...options });
}

interface FirstBoxProps {
  view: View;
  after: Day | null;
  onChange: (after: Day) => void;
}

/** Lets the subscriber choose the first box that a new frequency changes. */
function FirstBox({ view: { upcomingOrders }, after, onChange }: FirstBoxProps) {
  const t = useI18n();
  const locale = useLocale();
  const { year } = useBoard();
  return (
    <RadioList
      name="after"
      legend={t('subscription.rhythm.first')}
      value={after}
      onChange={onChange}
      options={upcomingOrders.flatMap(({ paymentDate }) => {
        const first = year.find((box) => box.paymentDate > paymentDate);
        return first ? [{ value: paymentDate, label: yearlessDayText(first.paymentDate, locale) }] : [];
      })}
    />
  );
}
