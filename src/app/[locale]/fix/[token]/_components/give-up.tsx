'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import pay from '@/components/secret-link/secret-link.module.css';
import { useFocusOnMount } from '@/components/use-focus';
import { DayText } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { trpc } from '@/trpc/react';
import type { Repair } from './use-repair';

interface GiveUpProps {
  token: string;
  repair: Repair;
  onChange: (next: Repair) => void;
  onRefused: () => Promise<void>;
}

/** Gives up the order after a confirmation. */
export function GiveUp(props: GiveUpProps) {
  const t = useI18n();
  const [isAsking, setAsking] = useState(false);
  const isStopped = props.repair.state === 'unpaid';
  return (
    <section className={`card stack ${pay.way}`} aria-labelledby="give-up-title">
      <h2 id="give-up-title">{t('repair.giveUp.title')}</h2>
      <p>{t(isStopped ? 'repair.giveUp.leadUnpaid' : 'repair.giveUp.lead')}</p>
      {isAsking ? (
        <Confirmation {...props} onClose={() => setAsking(false)} />
      ) : (
        <Button look="secondary" wide onClick={() => setAsking(true)}>
          {t('repair.giveUp.open')}
        </Button>
      )}
    </section>
  );
}

function Confirmation({
  token,
  repair,
  onChange,
  onRefused,
  onClose,
}: GiveUpProps & { onClose: () => void }) {
  const t = useI18n();
  const locale = useLocale();
  const { run, busy, problem } = useCommand();
  const question = useFocusOnMount<HTMLParagraphElement>();
  const giveUp = () =>
    run(async () => onChange(await trpc.orderLinks.giveUp.mutate({ token })), { onProblem: onRefused });
  return (
    <div className="stack">
      <p ref={question} tabIndex={-1} className="strong">
        {t('repair.giveUp.sure', { date: <DayText day={repair.paymentDate} locale={locale} /> })}
      </p>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <Button wide busy={busy} onClick={() => void giveUp()}>
        {t(busy ? 'repair.giveUp.doing' : 'repair.giveUp.yes')}
      </Button>
      <Button look="secondary" wide onClick={onClose}>
        {t('repair.giveUp.no')}
      </Button>
    </div>
  );
}
