import Link from 'next/link';
import type { Locale } from '@/domain/locale';
import { orderNumberText } from '@/domain/order';
import { REFUND_REASONS } from '@/domain/order-refund';
import { mayDo, type StaffRole } from '@/domain/staff';
import { bahtText, momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import { eventText } from '../subscribers/[accountId]/_components/event-text';
import classes from './desk.module.css';
import { FINAL_EVENTS } from './final-events';

type Row = DeskOutputs['team']['log']['rows'][number];

interface LogLinesProps {
  rows: readonly Row[];
  role: StaffRole;
  locale: Locale;
}

/** Lines of the log: who did what, to whom and when. */
export async function LogLines({ rows, role, locale }: LogLinesProps) {
  const t = await getI18n();
  const sentences = await Promise.all(rows.map((row) => sentenceOf(row, locale)));
  return (
    <ol className={classes.rows}>
      {rows.map(({ id, by, at, what, accountId, name }, index) => {
        const person = name ?? t('deskSubscribers.deleted');
        return (
          <li key={id} className={classes.row}>
            <div className="anywhere">
              <p>
                <b>{by}</b>: {sentences[index]}
                {accountId !== null && ' · '}
                {accountId !== null &&
                  (mayDo(role, 'subscribers.read') ? (
                    <Link href={localePath(locale, `/desk/subscribers/${accountId}`)}>{person}</Link>
                  ) : (
                    person
                  ))}
              </p>
              <p className="muted small">
                {momentText(at, locale)}
                {FINAL_EVENTS.includes(what) && ` · ${t('deskLog.final')}`}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** Returns what happened: the event, the money or the points, the order, the colleague and the reason. */
async function sentenceOf(row: Row, locale: Locale): Promise<string> {
  const t = await getI18n();
  const known = REFUND_REASONS.find((one) => one === row.reason);
  const reason = known ? t(`deskRefund.reasons.${known}`) : row.reason;
  return [
    await eventText({ what: row.what, detail: null }),
    row.amount !== null && bahtText(row.amount, locale),
    row.points !== null && t('common.points', { count: row.points }),
    row.orderNumber !== null && orderNumberText(row.orderNumber),
    row.member,
    reason !== null && `“${reason}”`,
  ]
    .filter(Boolean)
    .join(' · ');
}
