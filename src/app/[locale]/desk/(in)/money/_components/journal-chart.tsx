'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { TextInput } from '@/components/forms/text-input';
import { Notice } from '@/components/notice';
import type { AccountKey } from '@/domain/journal';
import { useI18n } from '@/locales/client';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { useDeskCommand } from '../../_components/use-desk-command';

type Chart = DeskOutputs['payouts']['chart'];

/** Changes numbers and names of the accounts of the journal. */
export function JournalChart({ chart }: { chart: Chart }) {
  const t = useI18n();
  const { act, busy, problem } = useDeskCommand();
  const [accounts, setAccounts] = useState(chart);
  const change = (key: AccountKey, part: Partial<Chart[AccountKey]>) =>
    setAccounts((before) => ({ ...before, [key]: { ...before[key], ...part } }));
  return (
    <section className="card mt-5">
      <h2>{t('deskBooks.chart')}</h2>
      <p className="lead">{t('deskBooks.chartText')}</p>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div className="stack-4 mt-3">
        {(Object.keys(accounts) as AccountKey[]).map((key) => {
          const account = t(`deskBooks.account.${key}`);
          return (
            <div key={key} className="stack-2 columns-2">
              <TextInput
                label={t('deskBooks.code', { account })}
                autoComplete="off"
                maxLength={20}
                value={accounts[key].code}
                onChange={(event) => change(key, { code: event.currentTarget.value })}
              />
              <TextInput
                label={t('deskBooks.accountName', { account })}
                autoComplete="off"
                maxLength={80}
                value={accounts[key].name ?? account}
                onChange={(event) => change(key, { name: event.currentTarget.value || null })}
              />
            </div>
          );
        })}
        <Button
          look="secondary"
          busy={busy}
          onClick={() =>
            void act(() => desk.payouts.changeChart.mutate({ accounts }), t('deskBooks.chartSaved'))
          }
        >
          {t('deskBooks.saveChart')}
        </Button>
      </div>
    </section>
  );
}
