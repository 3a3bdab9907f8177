'use client';

import { TextInput } from '@/components/forms/text-input';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { isDay, type Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText } from '@/locales/format';
import { Act } from './act';
import own from './subscriber.module.css';
import { useDeskCommand } from '../../../_components/use-desk-command';

interface ShownAfter {
  upcomingOrders: readonly { orderId: string; paymentDate: Day; total: number; skipped: boolean }[];
}

interface DatedActProps {
  act: string;
  label?: string;
  text: string;
  field: string;
  range: { from: Day; until: Day };
  /** The date at the beginning. */
  initial: Day | null;
  send: (date: Day, options: { preview: boolean; reason?: string }) => Promise<ShownAfter>;
  done: (date: Day) => string;
}

/** A change to a date, which shows the next orders after the change before it is made. */
export function DatedAct({ act, label, text, field, range, initial, send, done }: DatedActProps) {
  const t = useI18n();
  const locale = useLocale();
  const preview = useDeskCommand();
  const [typed, setTyped] = useState<string>(initial ?? '');
  const [isMissing, setMissing] = useState(false);
  const [after, setAfter] = useState<{ date: Day; view: ShownAfter } | null>(null);
  const date = isDay(typed) && typed >= range.from && typed <= range.until ? typed : null;
  const show = () => {
    setMissing(date === null);
    if (date !== null)
      void preview.act(async () => setAfter({ date, view: await send(date, { preview: true }) }), null);
  };
  const shown = { from: dayText(range.from, locale), until: dayText(range.until, locale) };
  return (
    <Act
      act={act}
      label={label}
      text={text}
      ready={after !== null && after.date === date}
      run={async (reason) => {
        if (date !== null) await send(date, { preview: false, reason });
        setAfter(null);
      }}
      done={date === null ? '' : done(date)}
    >
      <TextInput
        type="date"
        label={field}
        description={t('deskSubscribers.act.range', shown)}
        min={range.from}
        max={range.until}
        value={typed}
        error={isMissing && date === null ? t('deskSubscribers.act.missingDate') : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {preview.problem && <Notice tone="bad" urgent title={preview.problem.message} />}
      {after !== null && after.date === date ? (
        <div role="status">
          <p>{t('deskSubscribers.act.after')}</p>
          <NextDates orders={after.view.upcomingOrders} />
        </div>
      ) : (
        <div>
          <Button look="secondary" busy={preview.busy} onClick={show}>
            {t('deskSubscribers.act.preview')}
          </Button>
        </div>
      )}
    </Act>
  );
}

/** The next orders as a list of dates with totals. */
export function NextDates({ orders }: { orders: ShownAfter['upcomingOrders'] }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <ul className={own.after}>
      {orders.map(({ orderId, paymentDate, total, skipped }) => (
        <li key={orderId}>
          {dayText(paymentDate, locale)} ·{' '}
          {skipped ? t('deskSubscribers.orders.skipped') : bahtText(total, locale)}
        </li>
      ))}
    </ul>
  );
}
