'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { RadioList } from '@/components/forms/radio-list';
import { Notice } from '@/components/notice';
import { DayText } from '@/components/values';
import { YearlessDay } from '@/components/yearless-day';
import type { ReasonGroup } from '@/domain/cancel-offer';
import { addMonths, type Day } from '@/domain/day';
import { boxesToResume } from '@/domain/pause';
import { useI18n, useLocale } from '@/locales/client';
import { yearlessDayText } from '@/locales/calendar-format';
import { trpc } from '@/trpc/react';
import { useBoard } from '../_boxes/board';
import { ChangeNotices } from './change-notices';
import { ChangeStrip } from './change-strip';
import { SheetFoot } from './sheet';
import screen from './sheet.module.css';
import type { View } from '../_components/subscription-view';
import { useChange } from './use-change';

interface PauseFormProps {
  initial: View;
  /** The server's date. */
  today: Day;
  /** The length in months of an offered pause. */
  requestedMonths: number | undefined;
  /** The reason group of the offer that led here. */
  offeredFor: ReasonGroup | undefined;
}

/** Pauses until a box, changes that box, or ends the pause. */
export function PauseForm({ initial, today, requestedMonths = 1, offeredFor }: PauseFormProps) {
  const t = useI18n();
  const locale = useLocale();
  const { year } = useBoard();
  const isPaused = initial.subscription.pause !== null;
  const boxes = boxesToResume(year, today);
  const offered = boxes.find(({ day }) => day >= addMonths(today, requestedMonths)) ?? boxes.at(-1);
  const [choice, setChoice] = useState<Day | 'resume' | null>(
    isPaused ? 'resume' : requestedMonths === 1 ? (boxes[0]?.day ?? null) : (offered?.day ?? null),
  );
  const change = useChange<{ until: Day | null }>({
    kind: 'pause',
    initial,
    input: ({ subscription: { pause } }) => {
      const until = choice === 'resume' ? null : choice;
      return choice === null || until === (pause?.until ?? null) ? null : { until };
    },
    send: ({ until, ...options }) =>
      until
        ? trpc.subscription.pause.mutate({ until, offeredFor, ...options })
        : trpc.subscription.resume.mutate(options),
    done: () => t(choice === 'resume' ? 'subscription.pause.resumed' : 'subscription.pause.done'),
    undo: ({ subscription: { pause } }, { subscription: { version } }) =>
      pause
        ? trpc.subscription.pause.mutate({ until: pause.until, version })
        : trpc.subscription.resume.mutate({ version }),
    choose: (kept) => kept.until !== undefined && setChoice(kept.until),
  });
  const { view } = change;

  return (
    <>
      <TooLate view={view} today={today} />
      {boxes.length === 0 && <p>{t('subscription.pause.nothing')}</p>}
      <RadioList
        name="pause"
        legend={t('subscription.pause.legend')}
        value={choice}
        onChange={(value) => {
          setChoice(value);
          change.forgive();
        }}
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
          ...boxes.map(({ day, skips }) => ({
            value: day,
            label: yearlessDayText(day, locale),
            note: t('subscription.pause.skips', { count: skips }),
          })),
        ]}
      />
      <SheetFoot>
        <ChangeNotices {...change} />
        <div className={`muted small ${screen.explained}`} role="status">
          {change.preview.pause && (
            <p>
              {t('subscription.pause.next', {
                date: <YearlessDay day={change.preview.pause.nextPaymentDate} locale={locale} />,
                receiveBy: <YearlessDay day={change.preview.pause.receiveBy} locale={locale} />,
              })}
            </p>
          )}
        </div>
        <ChangeStrip preview={change.preview} />
        <Button wide onClick={() => void change.confirm()} busy={change.busy} off={change.isSame}>
          {change.busy ? t('subscription.change.saving') : label()}
        </Button>
      </SheetFoot>
    </>
  );

  function label() {
    if (choice === 'resume') return t('subscription.pause.resume');
    return choice
      ? t('subscription.pause.submit', { date: yearlessDayText(choice, locale) })
      : t('subscription.pause.submitPlain');
  }
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
