'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { NativeSelect } from '@/components/forms/native-select';
import { useI18n } from '@/locales/client';
import type { DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';

type Rows = NonNullable<DeskOutputs['money']['previewStatement']['rows']>;

export interface Columns {
  line: number;
  date: number;
  time: number | null;
  amount: number;
  texts: number[];
}

const PARTS = ['date', 'amount', 'text', 'time'] as const;

interface ChooseColumnsProps {
  rows: Rows;
  busy: boolean;
  onChosen: (columns: Columns) => void;
}

/** Asks which row of an unknown statement has the column names, and which column is which. */
export function ChooseColumns({ rows, busy, onChosen }: ChooseColumnsProps) {
  const t = useI18n();
  const widest = rows.toSorted((a, b) => b.fields.length - a.fields.length)[0];
  const [line, setLine] = useState(widest?.line ?? 1);
  const [chosen, setChosen] = useState({ date: '', amount: '', text: '', time: '' });
  const header = rows.find((row) => row.line === line)?.fields ?? [];
  const isReady = chosen.date !== '' && chosen.amount !== '' && chosen.text !== '';
  const send = () =>
    onChosen({
      line,
      date: Number(chosen.date),
      amount: Number(chosen.amount),
      texts: [Number(chosen.text)],
      time: chosen.time === '' ? null : Number(chosen.time),
    });
  return (
    <div className={`stack-4 mt-4 ${classes.form}`} role="group" aria-label={t('deskMoney.columns.heading')}>
      <h3>{t('deskMoney.columns.heading')}</h3>
      <p>{t('deskMoney.columns.lead')}</p>
      <NativeSelect
        label={t('deskMoney.columns.header')}
        value={String(line)}
        onChange={(event) => {
          setLine(Number(event.currentTarget.value));
          setChosen({ date: '', amount: '', text: '', time: '' });
        }}
        data={rows.map((row) => ({
          value: String(row.line),
          label: `${t('deskMoney.line', { row: row.line })}: ${row.fields.join(' · ').slice(0, 60)}`,
        }))}
      />
      {PARTS.map((part) => (
        <NativeSelect
          key={part}
          label={t(`deskMoney.columns.${part}`)}
          value={chosen[part]}
          onChange={(event) => setChosen({ ...chosen, [part]: event.currentTarget.value })}
          data={[
            { value: '', label: '–' },
            ...header.map((name, at) => ({ value: String(at), label: name || String(at + 1) })),
          ]}
        />
      ))}
      <Button busy={busy} off={!isReady} onClick={send}>
        {t('deskMoney.columns.send')}
      </Button>
    </div>
  );
}
