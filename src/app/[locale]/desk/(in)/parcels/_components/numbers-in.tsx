'use client';

import { lazy, Suspense, useId, useState, useRef } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { orderNumberText, type ShipmentStatus } from '@/domain/order';
import { checkNumbers, type NumberLine } from '@/domain/parcel-numbers';
import { orderNumberIn } from '@/domain/subscriber-search';
import { useI18n } from '@/locales/client';
import { desk, refusalOf } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import { FileButton } from '../../_components/file-button';
import { useRouter } from 'next/navigation';
import { useOneAtATime } from '@/components/forms/use-one-at-a-time';

// With the camera and the reader of codes, which most pages of parcels do not need.
const ScanCodes = lazy(async () => ({ default: (await import('./scan-codes')).ScanCodes }));

/** Returns the id or the number of an order in the first cell of a line; null for another text. */
const orderIn = (text: string) => (/^ord_\w+$/.test(text) ? text : orderNumberIn(text));

/** Returns the lines of a table or a courier's file: order, courier, tracking number. A line without digits is its head. */
function numberLines(text: string): NumberLine[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const cells = line.split(/[,\t;]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const [first = '', courier = '', trackingNumber = ''] = cells;
    if (!/[\d๐-๙]/.test(line)) return [];
    return [{ at: index + 1, order: orderIn(first), courier, trackingNumber }];
  });
}

/** Marks many parcels as sent: shows first what each line would change. */
export function NumbersIn() {
  const t = useI18n();
  const id = useId();
  const { run, busy, problem } = useCommand();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string[]>([]);
  const [plan, setPlan] = useState<PlannedLine[] | null>(null);
  const [isScanning, setScanning] = useState(false);

  const check = () =>
    run(async () => {
      setPlan(null);
      const lines = numberLines(text);
      const named = lines.flatMap(({ order }) => (order === null ? [] : [order]));
      const parcels = named.length === 0 ? [] : await desk.parcels.preview.query({ orders: named });
      const checked = checkNumbers(lines, parcels);
      setWrong(
        checked.flatMap(({ line, fault }) =>
          fault === null
            ? []
            : [
                t('deskParcels.faulty', {
                  line: line.at,
                  order: typeof line.order === 'number' ? orderNumberText(line.order) : '',
                  number: line.trackingNumber,
                  why: t(`deskParcels.fault.${fault.kind}`, { other: fault.other ?? '' }),
                }),
              ],
        ),
      );
      setPlan(
        checked.flatMap(({ line: { at, courier, trackingNumber }, parcel, fault }) => {
          if (fault !== null || !parcel) return [];
          const { orderId, orderNumber, status: from } = parcel;
          return [{ at, orderId, orderNumber, courier, trackingNumber, name: parcel.to?.name ?? '', from }];
        }),
      );
    });

  return (
    <section className="card mt-5">
      <h2>{t('deskParcels.bulk')}</h2>
      <p className="lead">{t('deskParcels.bulkText')}</p>
      <div className={`stack-4 ${classes.form}`}>
        <label htmlFor={id}>{t('deskParcels.bulkLines')}</label>
        <textarea
          id={id}
          rows={5}
          className={classes.area}
          placeholder={t('deskParcels.bulkExample')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setPlan(null);
          }}
        />
        <div className="actions">
          <FileButton
            label={t('deskParcels.file')}
            accept=".csv,text/csv,text/plain"
            onChoose={([file]) => {
              setPlan(null);
              void file?.text().then((read) => setText(read.replace(/^\uFEFF/, '')));
            }}
          />
          {!isScanning && (
            <Button look="secondary" onClick={() => setScanning(true)}>
              {t('deskParcels.scan.open')}
            </Button>
          )}
        </div>
        {isScanning && (
          <Suspense>
            <ScanCodes
              onSent={({ orderNumber, courier, trackingNumber }) => {
                const line = [orderNumberText(orderNumber), courier, trackingNumber].join(', ');
                // The same code may come before the camera again.
                setText((before) =>
                  before.includes(line) ? before : [before.trimEnd(), line].filter(Boolean).join('\n'),
                );
                setPlan(null);
              }}
              onClose={() => setScanning(false)}
            />
          </Suspense>
        )}
        {problem && <Notice tone="bad" urgent title={problem.message} />}
        {wrong.length > 0 && (
          <Notice tone="waiting" urgent>
            <ul>
              {wrong.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </Notice>
        )}
        <Button look="secondary" busy={busy} off={text.trim() === ''} onClick={() => void check()}>
          {t('deskParcels.check')}
        </Button>
      </div>
      {plan && <p>{t('deskParcels.fits', { count: plan.length })}</p>}
      {plan && plan.length > 0 && <BulkRun key={text} lines={plan} />}
    </section>
  );
}

/** A line that can be done. `at`: its number; `from`: the present status of the parcel. */
interface PlannedLine {
  at: number;
  orderId: string;
  orderNumber: number;
  courier: string;
  trackingNumber: string;
  name: string;
  from: ShipmentStatus;
}

/** Shows what each line changes, then does one after the other. It can be stopped between two lines. */
function BulkRun({ lines }: { lines: readonly PlannedLine[] }) {
  const t = useI18n();
  const router = useRouter();
  const { busy, begin, end } = useOneAtATime();
  const isStopping = useRef(false);
  const [results, setResults] = useState<ReadonlyMap<number, string>>(new Map());
  const open = lines.filter((line) => !results.has(line.at));
  const done = results.size;

  const start = async () => {
    if (!begin()) return;
    isStopping.current = false;
    for (const { at, orderId, courier, trackingNumber } of open) {
      if (isStopping.current) break;
      const result = await desk.parcels.markShipped.mutate({ orderId, courier, trackingNumber }).then(
        () => t('deskParcels.shippedDone'),
        (error: unknown) =>
          t('deskParcels.failed', { why: refusalOf(error).message ?? t('common.answerLost') }),
      );
      setResults((before) => new Map(before).set(at, result));
    }
    end();
    router.refresh();
  };

  return (
    <div className="stack mt-4">
      <ul className={classes.rows}>
        {lines.map((line) => (
          <li key={line.at} className={classes.row}>
            <p className={classes.strong}>{line.name || orderNumberText(line.orderNumber)}</p>
            <p className="muted anywhere small">
              {orderNumberText(line.orderNumber)} ·{' '}
              {t('deskParcels.change', {
                from: t(`deskParcels.status.${line.from}`),
                courier: line.courier,
                tracking: line.trackingNumber,
              })}
            </p>
            {results.has(line.at) && <p>{results.get(line.at)}</p>}
          </li>
        ))}
      </ul>
      <p role="status">
        {done > 0 && t('deskParcels.progress', { done, all: lines.length })}{' '}
        {!busy && done > 0 && open.length > 0 && t('deskParcels.stopped')}
      </p>
      <div className="actions">
        {busy ? (
          <Button look="secondary" onClick={() => (isStopping.current = true)}>
            {t('deskParcels.stop')}
          </Button>
        ) : (
          open.length > 0 && (
            <Button onClick={() => void start()}>{t('deskParcels.start', { count: open.length })}</Button>
          )
        )}
      </div>
    </div>
  );
}
