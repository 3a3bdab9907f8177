'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { TextInput } from '@/components/forms/text-input';
import { Notice } from '@/components/notice';
import { JOURNAL_COLUMNS, USUAL_COLUMNS, type JournalColumn } from '@/domain/journal';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import { useDeskCommand } from '../../_components/use-desk-command';

/** Chooses the columns of the journal file, their order and their heads. */
export function JournalColumns({ initial }: { initial: readonly JournalColumn[] }) {
  const t = useI18n();
  const { act, busy, problem } = useDeskCommand();
  const [columns, setColumns] = useState(initial);
  const nameOf = (key: JournalColumn['key']) => t(`deskBooks.journal.${key}`);
  const left = JOURNAL_COLUMNS.filter((key) => columns.every((one) => one.key !== key));
  const moveUp = (at: number) =>
    setColumns(columns.toSpliced(at - 1, 2, ...columns.slice(at - 1, at + 1).toReversed()));
  return (
    <section className="card mt-5">
      <h2>{t('deskBooks.columnsHeading')}</h2>
      <p className="lead">{t('deskBooks.columnsText')}</p>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <ol className={`stack-4 mt-3 ${classes.form}`}>
        {columns.map(({ key, head }, at) => (
          <li key={key}>
            <TextInput
              label={t('deskBooks.head', { column: nameOf(key) })}
              autoComplete="off"
              maxLength={60}
              value={head ?? nameOf(key)}
              onChange={({ currentTarget: { value } }) =>
                setColumns(columns.with(at, { key, head: value || null }))
              }
            />
            <div className="row">
              {at > 0 && (
                <Button
                  look="quiet"
                  aria-label={`${t('deskBooks.moveUp')}: ${nameOf(key)}`}
                  onClick={() => moveUp(at)}
                >
                  {t('deskBooks.moveUp')}
                </Button>
              )}
              {columns.length > 1 && (
                <Button
                  look="quiet"
                  aria-label={`${t('deskBooks.leaveOut')}: ${nameOf(key)}`}
                  onClick={() => setColumns(columns.toSpliced(at, 1))}
                >
                  {t('deskBooks.leaveOut')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      <div className={`stack-2 mt-3 ${classes.form}`}>
        {left.map((key) => (
          <Button key={key} look="quiet" onClick={() => setColumns([...columns, { key, head: null }])}>
            {t('deskBooks.addColumn', { column: nameOf(key) })}
          </Button>
        ))}
        <Button look="quiet" onClick={() => setColumns(USUAL_COLUMNS)}>
          {t('deskBooks.usualColumns')}
        </Button>
        <Button
          look="secondary"
          busy={busy}
          onClick={() =>
            void act(
              () => desk.payouts.changeColumns.mutate({ columns: [...columns] }),
              t('deskBooks.columnsSaved'),
            )
          }
        >
          {t('deskBooks.saveColumns')}
        </Button>
      </div>
    </section>
  );
}
