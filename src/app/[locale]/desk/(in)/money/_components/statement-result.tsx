'use client';

import { useFocusOnMount } from '@/components/use-focus';
import { orderNumberText } from '@/domain/order';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText } from '@/locales/format';
import type { DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';

type Result = DeskOutputs['money']['importStatement'];

const LISTS = ['matched', 'toSendBack', 'mismatched', 'unknown', 'doubtful'] as const;

/** Shows what became of each line of an imported statement. */
export function StatementResult({ result }: { result: Result }) {
  const t = useI18n();
  const locale = useLocale();
  const box = useFocusOnMount<HTMLDivElement>();
  return (
    <div ref={box} tabIndex={-1} role="status" className="stack mt-4">
      <h3>{t('deskMoney.result')}</h3>
      {LISTS.filter((list) => list === 'matched' || result[list].length > 0).map((list) => (
        <div key={list}>
          <p className={classes.strong}>
            {t(`deskMoney.${list}`)}: {result[list].length}
          </p>
          <ul className={classes.rows}>
            {result[list].map(({ row, paidOn, amount, reference, expected, orderNumber }) => (
              <li key={row} className="muted anywhere small">
                {t('deskMoney.line', { row })} · {dayText(paidOn, locale)} · {bahtText(amount, locale)} ·{' '}
                {reference}
                {expected !== null &&
                  expected !== amount &&
                  ` · ${t('deskMoney.due', { amount: bahtText(expected, locale) })}`}
                {orderNumber !== null && ` · ${orderNumberText(orderNumber)}`}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {result.unreadable.length > 0 && (
        <div>
          <p className={classes.strong}>
            {t('deskMoney.unreadable')}: {result.unreadable.length}
          </p>
          <ul className={classes.rows}>
            {result.unreadable.map(({ row, text }) => (
              <li key={row} className="muted anywhere small">
                {t('deskMoney.line', { row })} · {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="muted anywhere small">
        {t('deskMoney.alreadyBooked')}: {result.alreadyBooked.length} · {t('deskMoney.others')}:{' '}
        {result.others}
      </p>
    </div>
  );
}
