'use client';

import { useRouter } from 'next/navigation';
import { useState, useEffect } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { useFocusOnMount } from '@/components/use-focus';
import { decodeText } from '@/domain/decode-text';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { desk, type DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import { FileButton, TABLES } from '../../_components/file-button';
import { NativeSelect } from '@/components/forms/native-select';
import { StatementLines } from './statement-lines';

const BYTES_MAX = 4_000_000;

type Source = { text: string } | { xlsx: string };
type Seen = DeskOutputs['money']['previewStatement'];
type Preview = NonNullable<Seen['result']>;

/** Reads a statement that is dropped or chosen, shows what it would book, and books it. */
export function StatementImport() {
  const t = useI18n();
  const { run, busy, problem } = useCommand();
  const [isTooLarge, setTooLarge] = useState(false);
  const [source, setSource] = useState<(Source & { columns?: Columns }) | null>(null);
  const [seen, setSeen] = useState<Seen | null>(null);

  const preview = (from: Source & { columns?: Columns }) => {
    setSource(from);
    void run(async () => setSeen(await desk.money.previewStatement.mutate(from)));
  };
  const take = (file: File | undefined) => {
    if (!file) return;
    setSeen(null);
    setTooLarge(file.size > BYTES_MAX);
    if (file.size > BYTES_MAX) return;
    void file.arrayBuffer().then((content) => preview(sourceOf(new Uint8Array(content))));
  };

  return (
    <section className="card mt-5">
      <h2>{t('deskMoney.statement')}</h2>
      <p className="lead">{t('deskMoney.statementText')}</p>
      <Drop busy={busy} onFile={take} />
      {isTooLarge && <Notice tone="bad" urgent title={t('deskMoney.tooLarge')} />}
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      {source && seen?.rows && (
        <ChooseColumns rows={seen.rows} busy={busy} onChosen={(columns) => preview({ ...source, columns })} />
      )}
      {source && seen?.result && <Book source={source} result={seen.result} onEnd={() => setSeen(null)} />}
    </section>
  );
}

/** Returns what is sent of a file: a workbook as it is, anything else as text. */
function sourceOf(bytes: Uint8Array): Source {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return { text: decodeText(bytes) };
  let letters = '';
  for (let at = 0; at < bytes.length; at += 0x80_00)
    letters += String.fromCharCode(...bytes.subarray(at, at + 0x80_00));
  return { xlsx: btoa(letters) };
}

function Drop({ busy, onFile }: { busy: boolean; onFile: (file: File | undefined) => void }) {
  const t = useI18n();
  const [isOver, setOver] = useState(false);
  return (
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
        setOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      <p>{t('deskMoney.drop')}</p>
      <FileButton
        label={t('deskMoney.choose')}
        accept={`.xlsx,${TABLES}`}
        isOff={busy}
        onChoose={([file]) => onFile(file)}
      />
      {busy && <StatementProgress />}
    </div>
  );
}

interface BookProps {
  source: Source & { columns?: Columns };
  result: Preview;
  onEnd: () => void;
}

function Book({ source, result, onEnd }: BookProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const { run, busy, problem } = useCommand();
  const box = useFocusOnMount<HTMLDivElement>();
  const book = () =>
    run(async () => {
      const { importId } = await desk.money.importStatement.mutate(source);
      onEnd();
      router.push(localePath(locale, `/desk/money?import=${importId}`));
      router.refresh();
    });
  return (
    <div ref={box} tabIndex={-1} className="stack mt-4">
      <h3>{t('deskMoney.preview')}</h3>
      <p>{t('deskMoney.previewText')}</p>
      <StatementLines result={result} isLinked={false} />
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      {busy && <StatementProgress />}
      <div className="actions">
        <Button busy={busy} onClick={() => void book()}>
          {t('deskMoney.bookStatement')}
        </Button>
        <Button look="secondary" onClick={onEnd}>
          {t('desk.keep')}
        </Button>
      </div>
    </div>
  );
}

const READ_AGAIN_MS = 1000;

/** How many lines of the statement are done, while the server reads or books it. */
function StatementProgress() {
  const t = useI18n();
  const [progress, setProgress] = useState<DeskOutputs['money']['statementProgress']>(null);
  useEffect(() => {
    const read = () => desk.money.statementProgress.query().then(setProgress, () => undefined);
    const reading = setInterval(() => void read(), READ_AGAIN_MS);
    return () => clearInterval(reading);
  }, []);
  const text = progress
    ? t('deskMoney.progress', { done: progress.done, whole: progress.whole })
    : t('deskMoney.importing');
  return (
    <div className="stack-2">
      <progress
        className={classes.progress}
        value={progress?.done}
        max={Math.max(progress?.whole ?? 0, 1)}
        aria-label={text}
      />
      <p role="status">{text}</p>
    </div>
  );
}

type Rows = NonNullable<DeskOutputs['money']['previewStatement']['rows']>;

interface Columns {
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
function ChooseColumns({ rows, busy, onChosen }: ChooseColumnsProps) {
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
