'use client';

import Link from 'next/link';
import { Icon } from '@/components/art/icon';
import { Baht } from '@/components/values';
import { YearlessDay } from '@/components/yearless-day';
import type { Day } from '@/domain/day';
import { sumOfYear, type MarkedBox } from '@/domain/year-ahead';
import { useI18n, useLocale } from '@/locales/client';
import { yearlessDayText, yearText } from '@/locales/calendar-format';
import { localePath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import { useBoard } from './board';
import classes from './calendar.module.css';
import type { Order } from './use-skip';

interface CalendarProps {
  /** The server's date. */
  today: Day;
  /** How often and on which day, with the link that changes it. Null if the subscription is not active. */
  rhythm: { frequency: number; paymentDay: number } | null;
  /** Whether a payment link is open, until whose payment no box can be changed. */
  isLocked: boolean;
  /** The boxes whose payment date has come. */
  children: React.ReactNode;
}

/** Lists the boxes before today and those of the next twelve months. A change that is chosen shows in it. */
export function Calendar({ today, rhythm, isLocked, children }: CalendarProps) {
  const t = useI18n();
  const locale = useLocale();
  const { skipping, boxes } = useBoard();
  return (
    <section className={classes.calendar} aria-labelledby="calendar-title">
      <div className={classes.head}>
        <h2 id="calendar-title">{t('account.calendar.title')}</h2>
        {rhythm && (
          <Link
            className={classes.rhythm}
            href={localePath(locale, sheetPath('rhythm'))}
            prefetch={false}
            scroll={false}
          >
            <Icon of="rhythm" />
            <span className="strong">
              {t('account.calendar.rhythm', {
                frequency: t(`common.perMonths${rhythm.frequency as 1}`),
                day: rhythm.paymentDay,
              })}
            </span>
            <span className={classes.change}>{t('common.change')}</span>
          </Link>
        )}
      </div>
      {children}
      {boxes.length > 0 && (
        <ol className={classes.ahead} aria-label={t('account.calendar.ahead')} data-ahead>
          {boxes.map((box, index) => (
            <Row
              key={box.paymentDate}
              box={box}
              isNext={box === boxes.find(isPaid)}
              before={boxes[index - 1]?.paymentDate ?? today}
              order={skipping.orders.find(({ paymentDate }) => paymentDate === box.paymentDate)}
              today={today}
              isLocked={isLocked}
            />
          ))}
        </ol>
      )}
      {boxes.length > 0 && <Sum boxes={boxes} />}
    </section>
  );
}

const isPaid = ({ mark, state }: MarkedBox) =>
  mark !== 'goes' && (state === 'upcoming' || state === 'planned');

interface RowProps {
  box: MarkedBox;
  isNext: boolean;
  /** The date of the row above. */
  before: Day;
  /** The order of the box; undefined until it is planned. */
  order: Order | undefined;
  today: Day;
  isLocked: boolean;
}

function Row({ box, isNext, before, order, today, isLocked }: RowProps) {
  const t = useI18n();
  const locale = useLocale();
  const { paymentDate, total, mark } = box;
  const isOut = !isPaid(box);
  const when = <YearlessDay day={paymentDate} locale={locale} />;
  const note = noteOf();
  const isOfNewYear = before.slice(0, 4) !== paymentDate.slice(0, 4);
  const year = yearText(paymentDate, locale);
  const content = (
    <>
      <span className={classes.dot} aria-hidden />
      <span className={classes.when}>
        {isOut ? <s>{when}</s> : when}
        {isOfNewYear && <span className={classes.inYear}> {year}</span>}
        {mark === 'comes' && <span className="visually-hidden"> {t('account.calendar.comes')}</span>}
        {order?.movedFrom && (
          <small>{t('account.calendar.movedFrom', { date: yearlessDayText(order.movedFrom, locale) })}</small>
        )}
      </span>
      <span className={classes.amount}>
        {isOut ? <small>{note}</small> : <Baht satang={total} locale={locale} />}
        {!isOut && note && <small>{note}</small>}
      </span>
    </>
  );
  return (
    <li className={classes.item}>
      {isOfNewYear && <p className={classes.year}>{year}</p>}
      <div
        className={classes.row}
        data-state={isNext ? 'next' : isOut ? 'out' : undefined}
        data-mark={mark === 'stays' ? undefined : mark}
      >
        {order ? (
          <Link
            className={classes.main}
            href={localePath(locale, sheetPath('box', order.orderId))}
            prefetch={false}
            scroll={false}
          >
            {content}
          </Link>
        ) : (
          <span className={classes.main}>{content}</span>
        )}
        {order && !isLocked && today <= order.canSkipUntil && !order.paused && <Skip order={order} />}
      </div>
    </li>
  );

  function noteOf(): string | null {
    if (mark === 'goes') return t('account.calendar.goes');
    if (box.state === 'paused') return t('account.upcoming.paused');
    if (box.state === 'skipped') return t('account.upcoming.skipped');
    if (order?.freeProduct) return t('account.calendar.free');
    return order?.ownBox || order?.ownAddress ? t('account.calendar.changed') : null;
  }
}

/** The word that skips a box or restores it. */
function Skip({ order }: { order: Order }) {
  const t = useI18n();
  const locale = useLocale();
  const { skipping } = useBoard();
  const { skipped, orderId } = order;
  const busy = skipping.busyId === orderId;
  const word = skipped ? 'account.upcoming.unskip' : 'account.upcoming.skip';
  return (
    <button
      type="button"
      className={classes.skip}
      aria-disabled={busy || undefined}
      onClick={() => busy || void (skipped ? skipping.unskip(order) : skipping.skip(order))}
    >
      {/* Another element for another word: none is seen to move. */}
      <span key={word}>
        {t(word)}
        <span className="visually-hidden">
          {' '}
          {t('account.upcoming.ofDate', { date: yearlessDayText(order.paymentDate, locale) })}
        </span>
      </span>
    </button>
  );
}

/** The number of boxes that will be paid and their sum. */
function Sum({ boxes }: { boxes: readonly MarkedBox[] }) {
  const t = useI18n();
  const locale = useLocale();
  const { count, amount } = sumOfYear(boxes.filter(({ mark }) => mark !== 'goes'));
  return (
    <p className={`row muted small ${classes.sum}`}>
      <span>{t('account.calendar.sum', { count })}</span>
      <Baht satang={amount} locale={locale} />
    </p>
  );
}
