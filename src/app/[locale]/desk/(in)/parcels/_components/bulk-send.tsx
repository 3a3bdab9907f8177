'use client';

import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import { BulkRun, type PlannedLine } from './bulk-run';

/** Marks many parcels as sent: shows first what each line would change. */
export function BulkSend() {
  const t = useI18n();
  const id = useId();
  const { run, busy, problem } = useCommand();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string[]>([]);
  const [plan, setPlan] = useState<PlannedLine[] | null>(null);

  const check = () =>
    run(async () => {
      setPlan(null);
      const lines = text
        .split('\n')
        .map((line, at) => ({ line, at: at + 1 }))
        .filter(({ line }) => line.trim() !== '');
      const read = lines.map(({ line, at }) => ({
        at,
        line,
        cells: line.split(/[,\t]/).map((cell) => cell.trim()),
      }));
      const good = read.filter(
        ({ cells }) => cells.length === 3 && /^ord_\w+$/.test(cells[0] ?? '') && cells[1] && cells[2],
      );
      const bad = read.filter((one) => !good.includes(one));
      const parcels =
        good.length === 0
          ? []
          : await desk.parcels.preview.query({ orderIds: good.map(({ cells }) => cells[0] ?? '') });
      const known = new Map(parcels.map((parcel) => [parcel.orderId, parcel]));
      setWrong([
        ...bad.map(({ at, line }) => t('deskParcels.badLine', { line: at, text: line })),
        ...good
          .filter(({ cells }) => !known.has(cells[0] ?? ''))
          .map(({ at, cells }) => t('deskParcels.noParcel', { line: at, orderId: cells[0] ?? '' })),
      ]);
      setPlan(
        good.flatMap(({ at, cells: [orderId = '', courier = '', trackingNumber = ''] }) => {
          const parcel = known.get(orderId);
          return parcel
            ? [{ at, orderId, courier, trackingNumber, name: parcel.to?.name ?? '', from: parcel.status }]
            : [];
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
      {plan && plan.length > 0 && <BulkRun key={text} lines={plan} />}
    </section>
  );
}
