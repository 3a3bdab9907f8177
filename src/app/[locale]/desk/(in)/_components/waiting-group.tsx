'use client';

import Link from 'next/link';
import { DayText } from '@/components/values';
import { orderNumberText } from '@/domain/order';
import type { StaffRole } from '@/domain/staff';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import type { DeskOutputs } from '@/trpc/desk';
import classes from './desk.module.css';
import { WaitingActions } from './waiting-actions';
import type { WaitingName, WaitingRow } from './waiting-row';

type Waiting = DeskOutputs['today']['read']['waiting'][number];

/** A group of entries that wait, with the actions that the role may take. */
export function WaitingGroup({ group, rows, role }: Waiting & { role: StaffRole }) {
  const t = useI18n();
  return (
    <section className="card mt-5">
      <h2>
        {t(`deskToday.group.${group}`)} <span className={`tag ${classes.count}`}>{rows.length}</span>
      </h2>
      <p className="lead">{t(`deskToday.groupText.${group}`)}</p>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <Entry key={row.id} group={group} row={row} role={role} />
        ))}
      </ul>
    </section>
  );
}

/** The parts of the entries that have a word in the language of the page. All others are ids and codes. */
const KNOWN = [
  ...([
    'unknown_reference',
    'wrong_amount',
    'wrong_date',
    'doubtful',
    'duplicate',
    'late',
    'orphan',
  ] as const),
  ...(['not_refunded', 'manual', 'unknown', 'failed', 'queued', 'preparing', 'packed', 'shipped'] as const),
  ...(['dispute_open', 'dispute_pending', 'dispute_won', 'dispute_lost', 'reversal_lost'] as const),
  ...(['booked_as_lost', 'charging_held', 'charging_stopped', 'charging_allowed'] as const),
] as const;
type Known = (typeof KNOWN)[number];
const isKnown = (part: string): part is Known => KNOWN.some((known) => known === part);

function Entry({ group, row, role }: { group: WaitingName; row: WaitingRow; role: StaffRole }) {
  const t = useI18n();
  const locale = useLocale();
  const { since, amount, orderNumber, accountId } = row;
  const about = row.about
    .split(', ')
    .map((part) =>
      isKnown(part.replaceAll(' ', '_')) ? t(`deskToday.about.${part.replaceAll(' ', '_') as Known}`) : part,
    )
    .join(' · ');
  return (
    <li className={classes.row}>
      <div>
        <p className={classes.strong}>
          {amount === null ? about : bahtText(amount, locale)}{' '}
          <span className="muted anywhere small">
            {t('deskToday.since', { moment: momentText(since, locale) })}
          </span>
        </p>
        <p className="muted anywhere small">
          {amount !== null && about}
          {amount !== null && accountId !== null && ' · '}
          {accountId !== null && (
            <Link href={localePath(locale, `/desk/subscribers/${accountId}`)} className="tap">
              {orderNumber === null ? accountId : orderNumberText(orderNumber)}
            </Link>
          )}
        </p>
        {row.holds?.map((held) => (
          <p key={held.accountId} className="muted small">
            {t('deskToday.holds', { date: <DayText day={held.until} locale={locale} /> })}{' '}
            <Link href={localePath(locale, `/desk/subscribers/${held.accountId}`)} className="tap">
              {held.accountId}
            </Link>
          </p>
        ))}
      </div>
      <WaitingActions group={group} row={row} role={role} />
    </li>
  );
}
