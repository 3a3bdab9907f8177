'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { buttonClass } from '@/components/button-anchor';
import { TextInput } from '@/components/forms/text-input';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { saveFile } from '@/components/save-file';
import { decodeText } from '@/domain/decode-text';
import { inRowSets, MOVING_COLUMN_NAMES, openMovingFile, readMovingHeader } from '@/domain/moving-in';
import { useI18n, useLocale } from '@/locales/client';
import { countText } from '@/locales/desk-format';
import { localePath } from '@/locales/paths';
import { desk } from '@/trpc/desk';
import { csvText } from '@/domain/csv';
import classes from '../../../_components/desk.module.css';

const ROWS_AT_ONCE = 500;
const EXAMPLE = [
  ...['1001', 'mali@example.com', 'Mali', 'Suk', '0812345678', 'th', '12 Sukhumvit 31', 'Khlong Tan Nuea'],
  ...[
    'Watthana',
    'Bangkok',
    '10110',
    'active',
    'day-pads:2; night-pads:1',
    '1',
    '31',
    '2026-12-31',
    'card',
    '120',
  ],
];

async function hashOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reads a file of subscribers in parts, which are checked and change nothing, and opens its page. */
export function NewImport() {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const id = useId();
  const { run, busy, problem } = useCommand();
  const [source, setSource] = useState('');
  const [done, setDone] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  const read = async (file: File) => {
    const bytes = await file.arrayBuffer();
    const opened = openMovingFile(decodeText(new Uint8Array(bytes)));
    if (!opened) return setFault(t('deskMoving.noTable'));
    const { missing } = readMovingHeader(opened.header);
    if (missing.length > 0) return setFault(t('deskMoving.lacks', { columns: missing.join(', ') }));
    const asked = { source, fileName: file.name, fileHash: await hashOf(bytes), header: opened.header };
    const { importId, line } = await desk.moving.open.mutate(asked);
    const add = (rows: unknown[], isLast: boolean) =>
      desk.moving.add.mutate({ importId, rows: JSON.stringify(rows), isLast });
    let count = 0;
    for (const rows of inRowSets(opened.rows(line), ROWS_AT_ONCE)) {
      await add(rows, false);
      setDone((count += rows.length));
    }
    const { state } = await desk.moving.read.query({ importId });
    if (state === 'upload') await add([], true);
    router.push(localePath(locale, `/desk/integrations/imports/${importId}`));
  };
  const take = (file: File | undefined) => {
    setFault(null);
    setDone(null);
    if (file) void run(() => read(file));
  };

  return (
    <section className="card mt-5">
      <h2>{t('deskMoving.file')}</h2>
      <p className="lead">{t('deskMoving.fileText')}</p>
      <div className={`stack-4 ${classes.form}`}>
        <Button
          look="secondary"
          onClick={() =>
            saveFile(
              new Blob([csvText([MOVING_COLUMN_NAMES, EXAMPLE])], { type: 'text/csv' }),
              'ira-template.csv',
            )
          }
        >
          {t('deskMoving.template')}
        </Button>
        <TextInput
          label={t('deskMoving.source')}
          description={t('deskMoving.sourceHint')}
          maxLength={40}
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
        <div>
          <input
            id={id}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
            className={classes.file}
            disabled={busy || source.trim() === ''}
            onChange={(event) => {
              take(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <label htmlFor={id} className={buttonClass('secondary')} aria-disabled={source.trim() === ''}>
            {t('deskMoving.choose')}
          </label>
        </div>
        <p role="status">{busy && t('deskMoving.reading', { done: countText(done ?? 0, locale) })}</p>
        {(fault ?? problem) && <Notice tone="bad" urgent title={fault ?? problem?.message} />}
      </div>
    </section>
  );
}
