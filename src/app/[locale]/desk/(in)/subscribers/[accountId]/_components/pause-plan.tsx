'use client';

import { addDays, type Day } from '@/domain/day';
import { lastPauseDay } from '@/domain/pause';
import { useI18n, useLocale } from '@/locales/client';
import { dayText } from '@/locales/format';
import { desk } from '@/trpc/desk';
import { Act } from './act';
import { DatedAct } from './dated-act';

interface PausePlanProps {
  accountId: string;
  version: number;
  /** The server's date. */
  today: Day;
  /** The first day after the pause in progress; null without one. */
  pausedUntil: Day | null;
}

/** Pauses the subscription until a day, or ends its pause. */
export function PausePlan({ accountId, version, today, pausedUntil }: PausePlanProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <>
      <DatedAct
        act={t(pausedUntil === null ? 'deskSubscribers.act.pause' : 'deskSubscribers.act.changePause')}
        text={t('deskSubscribers.act.pauseText')}
        field={t('deskSubscribers.act.pauseUntil')}
        range={{ from: addDays(today, 1), until: lastPauseDay(today) }}
        initial={pausedUntil}
        send={(until, options) => desk.subscribers.pause.mutate({ accountId, until, version, ...options })}
        done={(until) => t('deskSubscribers.act.paused', { date: dayText(until, locale) })}
      />
      {pausedUntil !== null && (
        <Act
          act={t('deskSubscribers.act.resume')}
          text={t('deskSubscribers.act.resumeText')}
          run={(reason) =>
            desk.subscribers.pause.mutate({ accountId, until: null, version, preview: false, reason })
          }
          done={t('deskSubscribers.act.resumed')}
        />
      )}
    </>
  );
}
