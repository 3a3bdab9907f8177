'use client';

import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { DayText } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { trpc } from '@/trpc/react';
import type { Repair } from './use-repair';
import { Way } from './way';

interface GiveUpProps {
  token: string;
  repair: Repair;
  onChange: (next: Repair) => void;
  onRefused: () => Promise<void>;
}

/** Gives up the order. The row asks, its button confirms. */
export function GiveUp({ token, repair, onChange, onRefused }: GiveUpProps) {
  const t = useI18n();
  const locale = useLocale();
  const { run, busy, problem } = useCommand();
  const { state, nextDate, paymentDate } = repair;
  const giveUp = () =>
    run(async () => onChange(await trpc.orderLinks.giveUp.mutate({ token })), { onProblem: onRefused });
  return (
    <Way
      title={t('repair.giveUp.title')}
      note={
        nextDate === null
          ? t('repair.giveUp.noteStopped')
          : t('repair.giveUp.note', { date: <DayText day={nextDate} locale={locale} /> })
      }
    >
      <p>
        {t(state === 'unpaid' ? 'repair.giveUp.leadUnpaid' : 'repair.giveUp.lead', {
          date: <DayText day={paymentDate} locale={locale} />,
        })}
      </p>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <Button look="secondary" wide waits busy={busy} onClick={() => void giveUp()}>
        {t(busy ? 'repair.giveUp.doing' : 'repair.giveUp.yes')}
      </Button>
    </Way>
  );
}
