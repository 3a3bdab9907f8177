'use client';

import { Fragment } from 'react';
import { addDays, type Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { monthText } from '@/locales/calendar-format';
import { dayText, WEEKDAYS } from '@/locales/format';
import classes from './day-grid.module.css';

interface DayGridProps {
  /** The id of the group, which takes the focus if no day is chosen. */
  id: string;
  legend: string;
  hint: string;
  /** The first and the last day that can be chosen. */
  range: { from: Day; until: Day };
  value: Day | null;
  /** The day of today's plan, with a mark. */
  present?: Day | undefined;
  error: string | null;
  onChange: (day: Day) => void;
}

/** Lets the subscriber choose one day of a range, on calendar pages in the era of the language. */
export function DayGrid({ id, legend, hint, range, value, present, error, onChange }: DayGridProps) {
  const t = useI18n();
  const locale = useLocale();
  const weekdays = [1, 2, 3, 4, 5, 6, 0].map((day) => WEEKDAYS[locale][day]);
  const first = firstFree(range, present);
  const months = monthsOf(range);
  return (
    <fieldset className="mt-3" aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}>
      <legend className="strong">{legend}</legend>
      <p id={`${id}-hint`} className="muted small">
        {hint}
      </p>
      {error && (
        <p id={`${id}-error`} role="alert" className="problem mt-2">
          {error}
        </p>
      )}
      {months.map((days) => (
        <Fragment key={days[0]}>
          <p className={classes.month}>{monthText(days[0] ?? range.from, locale)}</p>
          <div className={classes.days}>
            {weekdays.map((name) => (
              <span key={name} className={classes.weekday} aria-hidden>
                {name}
              </span>
            ))}
            {days.map((day, index) => option(day, index === 0 ? columnOf(day) : undefined))}
          </div>
        </Fragment>
      ))}
    </fieldset>
  );

  function option(day: Day, column: number | undefined) {
    const number = Number(day.slice(8, 10));
    const style = column === undefined ? undefined : { gridColumn: column };
    if (day < range.from || day > range.until)
      return (
        <span key={day} className={classes.closed} style={style} data-present={day === present || undefined}>
          {number}
        </span>
      );
    return (
      <label key={day} className={classes.day} style={style} data-present={day === present || undefined}>
        <input
          type="radio"
          name={id}
          id={day === first ? id : undefined}
          value={day}
          aria-label={
            day === present
              ? t('subscription.change.presentDay', { date: dayText(day, locale) })
              : dayText(day, locale)
          }
          checked={day === value}
          onChange={() => onChange(day)}
        />
        <span>{number}</span>
      </label>
    );
  }
}

/** The day that takes the focus: the first one that is not the present one. */
function firstFree({ from, until }: DayGridProps['range'], present: Day | undefined): Day {
  return from === present && from < until ? addDays(from, 1) : from;
}

/** Returns the days of whole weeks around a range, month by month. */
function monthsOf({ from, until }: DayGridProps['range']): Day[][] {
  const months: Day[][] = [];
  const end = addDays(until, 7 - columnOf(until));
  for (let day = addDays(from, 1 - columnOf(from)); day <= end; day = addDays(day, 1)) {
    const month = months.at(-1);
    if (month?.[0]?.slice(0, 7) === day.slice(0, 7)) month.push(day);
    else months.push([day]);
  }
  // A month of which only days beside the range are in these weeks shows nothing to choose.
  return months.filter((days) => days.some((day) => day >= from && day <= until));
}

/** Returns the column of a day in weeks that begin on Monday, from 1. */
function columnOf(day: Day): number {
  return ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}
