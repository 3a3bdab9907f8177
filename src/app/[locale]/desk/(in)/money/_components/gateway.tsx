'use client';

import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import { useDeskCommand } from '../../_components/use-desk-command';

/** Compares all charges of the last month with the gateway's list, at once. */
export function Gateway() {
  const t = useI18n();
  const { act, busy, problem } = useDeskCommand();
  const reconcile = async () => {
    const { read, found, failed } = await desk.money.reconcile.mutate();
    return t('deskMoney.reconciled', { read, found, failed });
  };
  return (
    <section className="card mt-5">
      <h2>{t('deskMoney.gateway')}</h2>
      <p className="lead">{t('deskMoney.gatewayText')}</p>
      <div className={`stack-4 ${classes.form}`}>
        {problem && <Notice tone="bad" urgent title={problem.message} />}
        <Button look="secondary" busy={busy} onClick={() => void act(reconcile, '')}>
          {t('deskMoney.reconcile')}
        </Button>
      </div>
    </section>
  );
}
