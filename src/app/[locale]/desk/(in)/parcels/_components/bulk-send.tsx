'use client';

import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { orderNumberIn } from '@/domain/subscriber-search';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import { BulkRun, type PlannedLine } from './bulk-run';

/** Returns the id or the number of an order in the first cell of a line; null for another text. */
const orderIn = (text: string) => (/^ord_\w+$/.test(text) ? text : orderNumberIn(text));

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
      const named = read.map((one) => ({ ...one, order: orderIn(one.cells[0] ?? '') }));
      const good = named.flatMap(({ order, ...one }) => {
        const isWhole = order !== null && one.cells.length === 3 && one.cells[1] && one.cells[2];
        return isWhole ? [{ ...one, order }] : [];
      });
      const bad = read.filter(({ at }) => !good.some((one) => one.at === at));
      const parcels =
        good.length === 0 ? [] : await desk.parcels.preview.query({ orders: good.map(({ order }) => order) });
      const known = new Map<string | number, (typeof parcels)[number]>(
        parcels.flatMap((parcel) => [
          [parcel.orderId, parcel],
          [parcel.orderNumber, parcel],
        ]),
      );
      setWrong([
        ...bad.map(({ at, line }) => t('deskParcels.badLine', { line: at, text: line })),
        ...good
          .filter(({ order }) => !known.has(order))
          .map(({ at, cells }) => t('deskParcels.noParcel', { line: at, order: cells[0] ?? '' })),
      ]);
      setPlan(
        good.flatMap(({ at, order, cells: [, courier = '', trackingNumber = ''] }) => {
          const parcel = known.get(order);
          if (!parcel) return [];
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
