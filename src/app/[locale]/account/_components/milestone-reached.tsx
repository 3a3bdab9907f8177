'use client';

import { useState } from 'react';
import { WreathArt } from '@/components/art/rewards';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { showToast } from '@/components/toasts';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import classes from './milestone-reached.module.css';

interface MilestoneReachedProps {
  reached: { number: number; points: number };
  /** The number of orders per milestone. */
  every: number;
}

/**
 * Congratulates the subscriber on a reached milestone. Every device shows the message until the subscriber
 * closes it.
 */
export function MilestoneReached({ reached: { number, points }, every }: MilestoneReachedProps) {
  const t = useI18n();
  const { run, busy } = useCommand();
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;

  const close = () =>
    run(
      async () => {
        await trpc.rewards.seeMilestone.mutate({ milestone: number });
        setClosed(true);
        // The focused button is removed with the message.
        document.getElementById('content')?.focus();
      },
      { onProblem: ({ message }) => showToast({ message, tone: 'bad' }) },
    );

  return (
    <section className={classes.reached} aria-labelledby="reached-title">
      <WreathArt className={classes.picture} />
      <div>
        <h2 id="reached-title" className={classes.title}>
          {t('rewards.milestone.reachedTitle', { orders: number * every })}
        </h2>
        <p>
          {t('rewards.milestone.reachedText', {
            points: <strong className="number">{t('common.points', { count: points })}</strong>,
          })}
        </p>
        <Button look="quiet" busy={busy} onClick={() => void close()}>
          {t(busy ? 'rewards.milestone.closing' : 'rewards.milestone.close')}
        </Button>
      </div>
    </section>
  );
}
