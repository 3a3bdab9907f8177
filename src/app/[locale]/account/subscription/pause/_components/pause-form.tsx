'use client';

import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/button';
import { RadioList } from '@/components/forms/radio-list';
import { Notice } from '@/components/notice';
import { DayText } from '@/components/values';
import type { ReasonGroup } from '@/domain/cancel-offer';
import { addDays, addMonths, isDay, type Day } from '@/domain/day';
import { canPauseUntil, lastPauseDay, PAUSE_MONTHS } from '@/domain/pause';
import { useI18n, useLocale } from '@/locales/client';
import { dayText } from '@/locales/format';
import { trpc } from '@/trpc/react';
import type { View } from '../../../_components/subscription-view';
import { BeforeAfter } from '../../_components/before-after';
import { ChangeNotices } from '../../_components/change-notices';
import screen from '../../_components/screen.module.css';
import { useChange, type Preview } from '../../_components/use-change';

const PauseDate = lazy(async () => ({ default: (await import('./pause-date')).PauseDate }));

type Choice = 'resume' | '1' | '2' | '3' | 'day';

interface PauseFormProps {
  initial: View;
  /** The server's date. */
  today: Day;
  /** The length of an offered pause. */
  requestedMonths?: (typeof PAUSE_MONTHS)[number];
  /** The reason group of the offer that led here. */
  offeredFor?: ReasonGroup;
}

/** Pauses the subscription until a day, changes the day, or ends the pause. Shows the next orders first. */
export function PauseForm({ initial, today, requestedMonths = 1, offeredFor }: PauseFormProps) {
  const t = useI18n();
  const locale = useLocale();
  const isPaused = initial.subscription.pause !== null;
  const [choice, setChoice] = useState<Choice>(isPaused ? 'resume' : `${requestedMonths}`);
  const [date, setDate] = useState('');
  const [isDateMissing, setDateMissing] = useState(false);
  const range = { from: addDays(today, 1), until: lastPauseDay(today) };
  const until = untilOf(choice, date, today);
  const change = useChange<{ until: Day | null }>({
    kind: 'pause',
    initial,
    input: ({ subscription: { pause } }) =>
      until === undefined || until === (pause?.until ?? null) ? null : { until },
    send: ({ until: day, ...options }) =>
      day
        ? trpc.subscription.pause.mutate({ until: day, offeredFor, ...options })
        : trpc.subscription.resume.mutate(options),
    done: () => t(until === null ? 'subscription.pause.resumed' : 'subscription.pause.done'),
    choose: (kept) => {
      if (kept.until === undefined) return;
      setChoice('day');
      setDate(kept.until);
    },
  });
  const { view, preview } = change;
  const isDateInvalid = choice === 'day' && until === undefined && (date !== '' || isDateMissing);

  const confirm = () => {
    if (until !== undefined) return void change.confirm();
    setDateMissing(true);
    document.getElementById('pause-date')?.focus();
  };

  return (
    <div className={screen.columns}>
      <div>
        <TooLate view={view} today={today} />
        <PauseChoice
          today={today}
          isPaused={isPaused}
          value={choice}
          onChange={(value) => {
            setChoice(value);
            change.forgive();
          }}
        />
        {choice === 'day' && (
          <Suspense>
            <PauseDate
              id="pause-date"
              range={range}
              value={date}
              isInvalid={isDateInvalid}
              onChange={(value) => {
                setDate(value);
                change.forgive();
              }}
            />
          </Suspense>
        )}
        <div className={`muted small mt-3 ${screen.explained}`} role="status">
          <Effect before={view} preview={preview} />
        </div>
      </div>
      <div className={screen.beside}>
        <BeforeAfter before={view.upcomingOrders} preview={preview} />
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
    if (until === null) return t('subscription.pause.resume');
    return until
      ? t('subscription.pause.submit', { date: dayText(until, locale) })
      : t('subscription.pause.submitPlain');
  }
}

/** Returns the first day after the chosen pause: null to resume, undefined without a valid day. */
function untilOf(choice: Choice, date: string, today: Day): Day | null | undefined {
  if (choice === 'resume') return null;
  if (choice === 'day') return isDay(date) && canPauseUntil(date, today).allowed ? date : undefined;
  return addMonths(today, Number(choice));
}

interface PauseChoiceProps {
  today: Day;
  isPaused: boolean;
  value: Choice;
  onChange: (choice: Choice) => void;
}

function PauseChoice({ today, isPaused, value, onChange }: PauseChoiceProps) {
  const t = useI18n();
  const locale = useLocale();
  const months = PAUSE_MONTHS.map((count) => ({
    value: String(count) as Choice,
    label: t(`subscription.pause.months${count}`),
    note: t('subscription.pause.until', { date: dayText(addMonths(today, count), locale) }),
  }));
  return (
    <RadioList
      name="pause"
      legend={t('subscription.pause.legend')}
      value={value}
      onChange={onChange}
      options={[
        ...(isPaused
          ? [
              {
                value: 'resume' as const,
                label: t('subscription.pause.resume'),
                note: t('subscription.pause.resumeText'),
              },
            ]
          : []),
        ...months,
        { value: 'day', label: t('subscription.pause.day'), note: t('subscription.pause.dayText') },
      ]}
    />
  );
}

/** Names the order that a pause cannot skip any more. */
function TooLate({ view, today }: { view: View; today: Day }) {
  const t = useI18n();
  const locale = useLocale();
  const late = view.upcomingOrders.find((order) => !order.skipped && order.canSkipUntil < today);
  if (!late) return null;
  return (
    <Notice tone="waiting">
      {t('subscription.pause.tooLate', { date: <DayText day={late.paymentDate} locale={locale} /> })}
    </Notice>
  );
}

/** Shows when the next box comes after the pause, or that no order is in the pause. */
function Effect({ before, preview }: { before: View; preview: Preview }) {
  const t = useI18n();
  const locale = useLocale();
  const { orders, pause } = preview;
  if (!orders || !pause) return null;
  const isSame = orders.every((order, index) => order.skipped === before.upcomingOrders[index]?.skipped);
  return (
    <>
      {isSame && <p>{t('subscription.pause.nothing')}</p>}
      <p>
        {t('subscription.pause.next', {
          date: <DayText day={pause.nextPaymentDate} locale={locale} />,
          receiveBy: <DayText day={pause.receiveBy} locale={locale} />,
        })}
      </p>
    </>
  );
}
