'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Checkbox } from '@/components/forms/checkbox';
import { TextArea } from '@/components/forms/text-area';
import { TextInput } from '@/components/forms/text-input';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { saveFile } from '@/components/save-file';
import { decodeText } from '@/domain/decode-text';
import { inRowSets, openMovingFile, type MovingExtras } from '@/domain/moving-file';
import { readCustomers } from '@/domain/moving-formats';
import { MOVING_COLUMN_NAMES, type MovingChoice, type MovingColumn } from '@/domain/moving-in';
import { useI18n, useLocale } from '@/locales/client';
import { countText } from '@/locales/desk-format';
import { localePath } from '@/locales/paths';
import { desk, refusalOf } from '@/trpc/desk';
import { csvText } from '@/domain/csv';
import classes from '../../../_components/desk.module.css';
import { FileButton } from '../../../_components/file-button';
import { ChooseColumns } from './choose-columns';

const ROWS_AT_ONCE = 500;
const FIRST_SHOWN = 3;
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

interface Source {
  fileName: string;
  text: string;
  extras: MovingExtras;
}

/** A file whose columns have to be chosen. */
interface Unknown extends Source {
  header: string[];
  first: string[][];
}

async function hashOf(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function sourceOf(files: readonly File[], products: string): Promise<Source> {
  const all = await Promise.all(
    files.map(async (file) => ({
      fileName: file.name,
      text: decodeText(new Uint8Array(await file.arrayBuffer())),
    })),
  );
  // Shopify's contracts come with a second file, that of the customers.
  const second = all.length > 1 ? all.find(({ text }) => readCustomers(text) !== null) : undefined;
  const { fileName = '', text = '' } = all.find((one) => one !== second) ?? {};
  return { fileName, text, extras: { products, ...(second && { customers: second.text }) } };
}

/** Reads a file of subscribers in parts, which are checked and change nothing, and opens its page. */
export function NewImport() {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const { run, busy, problem } = useCommand();
  const [source, setSource] = useState('');
  const [products, setProducts] = useState('');
  const [done, setDone] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isByHand, setByHand] = useState(false);
  const [unknown, setUnknown] = useState<Unknown | null>(null);

  const read = async ({ fileName, text, extras }: Source, chosen?: MovingChoice) => {
    const opened = openMovingFile(text, extras, isByHand || chosen !== undefined);
    if (!opened) return setFault(t('deskMoving.noTable'));
    const { header } = opened;
    const ask = () => {
      const [rows = []] = inRowSets(opened.rows(0), FIRST_SHOWN);
      setUnknown({ fileName, text, extras, header, first: rows.map(([, cells]) => cells ?? []) });
    };
    if (isByHand && chosen === undefined) return ask();
    const fileHash = await hashOf(JSON.stringify([text, extras]));
    const { importId, line } = await desk.moving.open
      .mutate({ source, fileName, fileHash, header, chosen })
      .catch((error: unknown) => {
        const wrong = refusalOf(error).fieldErrors.header;
        if (!wrong) throw error;
        if (chosen === undefined) ask();
        else {
          const names = wrong.map((column) => t(`deskMoving.field.${column as MovingColumn}`));
          setFault(t('deskMoving.lacks', { columns: names.join(', ') }));
        }
        return { importId: null, line: 0 };
      });
    if (importId === null) return;
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
  const begin = (command: () => Promise<void>) => {
    setFault(null);
    setDone(null);
    void run(command);
  };
  const take = (files: readonly File[]) => {
    setUnknown(null);
    begin(async () => read(await sourceOf(files, products)));
  };

  return (
    <section className="card mt-5">
      <h2>{t('deskMoving.file')}</h2>
      <p className="lead">{t('deskMoving.fileText')}</p>
      <div className={`stack-4 ${classes.form}`}>
        <SaveTemplate />
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
        <Checkbox
          label={t('deskMoving.byHand')}
          checked={isByHand}
          onChange={(event) => setByHand(event.currentTarget.checked)}
        />
        <FileButton
          label={t('deskMoving.choose')}
          multiple
          isOff={busy || source.trim() === ''}
          onChoose={take}
        />
        {unknown && (
          <ChooseColumns
            header={unknown.header}
            first={unknown.first}
            busy={busy}
            onChosen={(chosen) => begin(() => read(unknown, chosen))}
          />
        )}
        <p role="status">{busy && t('deskMoving.reading', { done: countText(done ?? 0, locale) })}</p>
        {(fault ?? problem) && <Notice tone="bad" urgent title={fault ?? problem?.message} />}
      </div>
    </section>
  );
}

/** Saves our own template with one example row. */
function SaveTemplate() {
  const t = useI18n();
  const save = () => {
    const text = csvText([MOVING_COLUMN_NAMES, EXAMPLE]);
    saveFile(new Blob([text], { type: 'text/csv' }), 'ira-template.csv');
  };
  return (
    <Button look="secondary" onClick={save}>
      {t('deskMoving.template')}
    </Button>
  );
}
