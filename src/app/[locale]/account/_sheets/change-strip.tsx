'use client';

import { useEffect } from 'react';
import { Baht, DayText } from '@/components/values';
import { compareYears, sumOfYear, type MarkedBox } from '@/domain/year-ahead';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText, shortDayText } from '@/locales/format';
import { useBoard } from '../_boxes/board';
import classes from './change-strip.module.css';
import { Button } from '@/components/button';
import type { Preview } from './use-change';

/** The number of days that fit beside each other at 360 px. */
const SHOWN = 4;

interface ChangeStripProps {
  preview: Preview;
  /** Whether the change is of what is in a box. */
  ofBox?: boolean;
}

/**
 * Shows what a chosen change does: the first days that it takes away or brings, and the sum of twelve months. The
 * calendar shows the same boxes.
 */
export function ChangeStrip({ preview, ofBox = false }: ChangeStripProps) {
  const t = useI18n();
  const locale = useLocale();
  const { year, preview: show } = useBoard();
  const { yearAhead: after, orders, isLoading, problem } = preview;
  useEffect(() => show(after), [show, after]);
  useEffect(() => () => show(null), [show]);
  const next = orders?.find((order) => !order.skipped);
  const boxes = compareYears(year, after ?? year);
  return (
    <div className="stack-2" aria-busy={isLoading} data-change={after ? 'shown' : 'none'}>
      <ol className={classes.strip} aria-label={t('subscription.change.compare')}>
        {around(boxes).map((box) => (
          <li key={box.paymentDate} data-mark={box.mark}>
            <Day box={box} />
          </li>
        ))}
      </ol>
      {after && <Sums before={year} after={after} />}
      {after && <PriceNote notice={preview.priceNotice} ofBox={ofBox} />}
      <p role="status" className="visually-hidden">
        {isLoading && t('subscription.change.computing')}
        {!isLoading &&
          next &&
          t('subscription.change.said', {
            date: dayText(next.paymentDate, locale),
            amount: bahtText(next.total, locale),
          })}
      </p>
      {problem && <PreviewProblem message={problem.message} onRetry={preview.retry} />}
    </div>
  );
}

/** Returns the boxes around the first one that changes. */
function around(boxes: readonly MarkedBox[]): readonly MarkedBox[] {
  const first = boxes.findIndex(({ mark }) => mark !== 'stays');
  const start = Math.max(0, Math.min(first - 1, boxes.length - SHOWN));
  return boxes.slice(start, start + SHOWN);
}

function Day({ box: { paymentDate, mark, state } }: { box: MarkedBox }) {
  const locale = useLocale();
  const text = shortDayText(paymentDate, locale)
    .split(/[\s\u00a0]/u)
    .slice(0, 2)
    .join('\u00a0');
  const day = (
    <time dateTime={paymentDate} className="number">
      {text}
    </time>
  );
  if (mark === 'comes') return <ins>{day}</ins>;
  const isOut = mark === 'goes' || state === 'skipped' || state === 'paused';
  return isOut ? <del>{day}</del> : day;
}

function Sums({ before, after }: Record<'before' | 'after', Parameters<typeof sumOfYear>[0]>) {
  const t = useI18n();
  const locale = useLocale();
  const [was, will] = [sumOfYear(before), sumOfYear(after)];
  const amount = <Baht satang={will.amount} locale={locale} />;
  return (
    <p className="small">
      {t('subscription.change.sum', { count: will.count, amount })}
      {was.amount !== will.amount && (
        <span className="muted">
          {' '}
          {t('subscription.change.was', { amount: <Baht satang={was.amount} locale={locale} /> })}
        </span>
      )}
    </p>
  );
}

/** Explains why a preview failed, and loads it again. */
function PreviewProblem({ message, onRetry }: { message: string; onRetry: () => void }) {
  const t = useI18n();
  return (
    <div role="alert" className="problem mt-2">
      <p>
        {t('subscription.change.failed')} {message}
      </p>
      <Button look="quiet" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}

interface PriceNoteProps {
  notice: Preview['priceNotice'];
  /** Whether the change is of the box. */
  ofBox: boolean;
}

/** Explains the totals: an announced higher price, or that a changed box has the prices of today. */
function PriceNote({ notice, ofBox }: PriceNoteProps) {
  const t = useI18n();
  const locale = useLocale();
  if (ofBox) return <p className="muted small mt-2">{t('subscription.change.todaysPrices')}</p>;
  if (!notice) return null;
  return (
    <p className="muted small mt-2">
      {t('subscription.change.priceNotice', {
        date: <DayText day={notice.firstDate} locale={locale} />,
        old: <Baht satang={notice.oldTotal} locale={locale} />,
        new: <Baht satang={notice.newTotal} locale={locale} />,
      })}
    </p>
  );
}
