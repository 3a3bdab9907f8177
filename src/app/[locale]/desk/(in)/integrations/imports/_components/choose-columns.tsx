'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { NativeSelect } from '@/components/forms/native-select';
import { useFocusOnMount } from '@/components/use-focus';
import {
  MOVING_COLUMN_NAMES,
  MOVING_COLUMNS,
  readMovingHeader,
  type MovingChoice,
  type MovingColumn,
} from '@/domain/moving-in';
import { useI18n } from '@/locales/client';
import classes from '../../../_components/desk.module.css';

interface ChooseColumnsProps {
  header: readonly string[];
  /** The first rows, by which a column is recognised. */
  first: readonly (readonly string[])[];
  busy: boolean;
  onChosen: (chosen: MovingChoice) => void;
}

const NEEDED = MOVING_COLUMN_NAMES.filter((column) => MOVING_COLUMNS[column].isNeeded);
const OTHERS = MOVING_COLUMN_NAMES.filter((column) => !MOVING_COLUMNS[column].isNeeded);

/** Asks which column of an unknown file is which. */
export function ChooseColumns({ header, first, busy, onChosen }: ChooseColumnsProps) {
  const t = useI18n();
  const box = useFocusOnMount<HTMLDivElement>();
  const [chosen, setChosen] = useState(() => {
    const { at } = readMovingHeader(header);
    return Object.fromEntries(
      MOVING_COLUMN_NAMES.map((column) => [column, header[at[column] ?? -1] ?? '']),
    ) as Record<MovingColumn, string>;
  });
  const heads = [...new Set(header)].filter((head) => head.trim() !== '');
  const valuesOf = (head: string) => {
    const at = header.indexOf(head);
    return [...new Set(first.map((cells) => cells[at] ?? ''))].filter(Boolean).join(' · ').slice(0, 120);
  };
  const field = (column: MovingColumn) => (
    <NativeSelect
      key={column}
      label={t(`deskMoving.field.${column}`)}
      description={valuesOf(chosen[column]) || t(`deskMoving.form.${column}`)}
      value={chosen[column]}
      onChange={(event) => setChosen({ ...chosen, [column]: event.currentTarget.value })}
      data={[
        { value: '', label: t('deskMoving.columnNone') },
        ...heads.map((head) => ({ value: head, label: head })),
      ]}
    />
  );
  return (
    <div ref={box} tabIndex={-1} className="stack-4">
      <h3>{t('deskMoving.chooseColumns')}</h3>
      <p>{t('deskMoving.chooseColumnsText')}</p>
      {NEEDED.map(field)}
      <details>
        <summary className={`tap ${classes.summary}`}>{t('deskMoving.optional')}</summary>
        <div className="stack-4">{OTHERS.map(field)}</div>
      </details>
      <Button
        busy={busy}
        off={NEEDED.some((column) => chosen[column] === '')}
        onClick={() => onChosen(chosen)}
      >
        {t('deskMoving.readFile')}
      </Button>
    </div>
  );
}
