'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { TextInput } from '@/components/forms/text-input';
import { Notice } from '@/components/notice';
import { satangOf } from '@/domain/money';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import { useDeskCommand } from '../../_components/use-desk-command';

/** Sets what a bank transfer may be short of its order. @param limit the present limit in satang */
export function ShortageLimit({ limit }: { limit: number }) {
  const t = useI18n();
  const { act, busy, problem } = useDeskCommand();
  const [baht, setBaht] = useState(String(limit / 100));
  const [isWrong, setWrong] = useState(false);
  const save = () => {
    const amount = satangOf(baht);
    setWrong(amount === null);
    if (amount !== null)
      void act(() => desk.money.setShortageLimit.mutate({ amount }), t('deskTransfers.limit.saved'));
  };
  return (
    <section className="card mt-5">
      <h2>{t('deskTransfers.limit.heading')}</h2>
      <p className="lead">{t('deskTransfers.limit.text')}</p>
      <div className={`stack-4 ${classes.form}`}>
        {problem && <Notice tone="bad" urgent title={problem.message} />}
        <TextInput
          label={t('deskTransfers.limit.amount')}
          inputMode="decimal"
          autoComplete="off"
          value={baht}
          error={isWrong ? t('validation.invalidInput') : undefined}
          onChange={(event) => setBaht(event.currentTarget.value)}
        />
        <Button look="secondary" busy={busy} onClick={save}>
          {t('deskTransfers.limit.save')}
        </Button>
      </div>
    </section>
  );
}
