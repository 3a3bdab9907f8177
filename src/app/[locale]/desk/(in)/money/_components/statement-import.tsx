'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { buttonClass } from '@/components/button-anchor';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { decodeText } from '@/domain/decode-text';
import { useI18n } from '@/locales/client';
import { desk, type DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import { StatementResult } from './statement-result';

const BYTES_MAX = 2_000_000;

/** Imports a bank statement that is dropped or chosen, and shows what became of each line. */
export function StatementImport() {
  const t = useI18n();
  const router = useRouter();
  const id = useId();
  const { run, busy, problem } = useCommand();
  const [isOver, setOver] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  const [result, setResult] = useState<DeskOutputs['money']['importStatement'] | null>(null);

  const take = (file: File | undefined) => {
    setOver(false);
    if (!file) return;
    setTooLarge(file.size > BYTES_MAX);
    if (file.size > BYTES_MAX) return;
    setResult(null);
    void run(async () => {
      const text = decodeText(new Uint8Array(await file.arrayBuffer()));
      setResult(await desk.money.importStatement.mutate({ text }));
      router.refresh();
    });
  };

  return (
    <section className="card mt-5">
      <h2>{t('deskMoney.statement')}</h2>
      <p className="lead">{t('deskMoney.statementText')}</p>
      <div
        className={`stack ${classes.drop}`}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files[0]);
        }}
      >
        <p>{t('deskMoney.drop')}</p>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          className={classes.file}
          disabled={busy}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // The same file can be chosen again.
            event.currentTarget.value = '';
          }}
        />
        <label htmlFor={id} className={buttonClass('secondary')}>
          {t('deskMoney.choose')}
        </label>
        <p role="status">{busy && t('deskMoney.importing')}</p>
      </div>
      {isTooLarge && <Notice tone="bad" urgent title={t('deskMoney.tooLarge')} />}
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      {result && !busy && <StatementResult result={result} />}
    </section>
  );
}
