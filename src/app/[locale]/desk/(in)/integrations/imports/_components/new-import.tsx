'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { buttonClass } from '@/components/button-anchor';
import { TextArea } from '@/components/forms/text-area';
import { TextInput } from '@/components/forms/text-input';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { saveFile } from '@/components/save-file';
import { decodeText } from '@/domain/decode-text';
import { inRowSets, openMovingFile } from '@/domain/moving-file';
import { readCustomers } from '@/domain/moving-formats';
import { MOVING_COLUMN_NAMES, readMovingHeader } from '@/domain/moving-in';
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
  ...['', ''],
];

async function hashOf(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
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
  const [products, setProducts] = useState('');
  const [done, setDone] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  const read = async (files: readonly File[]) => {
    const all = await Promise.all(
      files.map(async (file) => ({ file, text: decodeText(new Uint8Array(await file.arrayBuffer())) })),
    );
    // Shopify's contracts come with a second file, that of the customers.
    const second = all.length > 1 ? all.find(({ text }) => readCustomers(text) !== null) : undefined;
    const main = all.find((one) => one !== second);
    const extras = { products, ...(second && { customers: second.text }) };
    const opened = main && openMovingFile(main.text, extras);
    if (!opened) return setFault(t('deskMoving.noTable'));
    const { missing } = readMovingHeader(opened.header);
    if (missing.length > 0) return setFault(t('deskMoving.lacks', { columns: missing.join(', ') }));
    const fileHash = await hashOf(JSON.stringify([main.text, extras]));
    const asked = { source, fileName: main.file.name, fileHash, header: opened.header };
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
  const take = (files: readonly File[]) => {
    setFault(null);
    setDone(null);
    if (files.length > 0) void run(() => read(files));
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
        <TextArea
          label={t('deskMoving.products')}
          description={t('deskMoving.productsHint')}
          rows={3}
          value={products}
          onChange={(event) => setProducts(event.currentTarget.value)}
        />
        <div>
          <input
            id={id}
            type="file"
            multiple
            accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
            className={classes.file}
            disabled={busy || source.trim() === ''}
            onChange={(event) => {
              take([...(event.currentTarget.files ?? [])]);
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
