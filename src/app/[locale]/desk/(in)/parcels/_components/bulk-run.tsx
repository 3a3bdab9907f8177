'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { orderNumberText, type ShipmentStatus } from '@/domain/order';
import { Button } from '@/components/button';
import { useOneAtATime } from '@/components/forms/use-one-at-a-time';
import { useI18n } from '@/locales/client';
import { desk, refusalOf } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';

/** A line that can be done. `at`: its number; `from`: the present status of the parcel. */
export interface PlannedLine {
  at: number;
  orderId: string;
  orderNumber: number;
  courier: string;
  trackingNumber: string;
  name: string;
  from: ShipmentStatus;
}

/** Shows what each line changes, then does one after the other. It can be stopped between two lines. */
export function BulkRun({ lines }: { lines: readonly PlannedLine[] }) {
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
