'use client';

import { IMPORT_LISTS } from '@/domain/statement';
import { orderNumberText } from '@/domain/order';
import Link from 'next/link';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import type { DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';

interface StatementLinesProps {
  result: DeskOutputs['money']['statementImport'];
  /** Whether the names lead to their pages. */
  isLinked: boolean;
}

/** The lines of a statement by what became of them, each with its order and subscriber. */
export function StatementLines({ result, isLinked }: StatementLinesProps) {
  const t = useI18n();
  const locale = useLocale();
  const { lists, unreadable, alreadyBooked, others } = result;
  return (
    <>
      {IMPORT_LISTS.filter((list) => list === 'matched' || lists[list].count > 0).map((list) => (
        <div key={list}>
          <p className={classes.strong}>
            {t(`deskMoney.${list}`)}: {lists[list].count}
          </p>
          <ul className={classes.rows}>
            {lists[list].lines.map(({ row, paidOn, amount, reference, expected, orderNumber, person }) => (
              <li key={row} className="muted anywhere small">
                {t('deskMoney.line', { row })} · {dayText(paidOn, locale)} · {bahtText(amount, locale)} ·{' '}
                {reference}
                {expected !== null &&
                  expected !== amount &&
                  ` · ${t('deskMoney.due', { amount: bahtText(expected, locale) })}`}
                {orderNumber !== null && ` · ${orderNumberText(orderNumber)} `}
                {person?.name != null &&
                  (isLinked ? (
                    <Link href={localePath(locale, `/desk/subscribers/${person.accountId}`)} className="tap">
                      {person.name}
                    </Link>
                  ) : (
                    person.name
                  ))}
              </li>
            ))}
          </ul>
          {lists[list].lines.length < lists[list].count && (
            <p className="muted small">{t('deskMoney.first', { count: lists[list].lines.length })}</p>
          )}
        </div>
      ))}
      {unreadable.length > 0 && (
        <div>
          <p className={classes.strong}>
            {t('deskMoney.unreadable')}: {unreadable.length}
          </p>
          <ul className={classes.rows}>
            {unreadable.map(({ row, text }) => (
              <li key={row} className="muted anywhere small">
                {[t('deskMoney.line', { row }), text].filter(Boolean).join(' · ')}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="muted anywhere small">
        {t('deskMoney.alreadyBooked')}: {alreadyBooked} · {t('deskMoney.others')}: {others}
      </p>
    </>
  );
}
