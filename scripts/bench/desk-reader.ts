import { addDays, addMonthsTo, dayOf, monthOf, type Month } from '@/domain/day';
import { mondayOf, NUMBER_LISTS } from '@/domain/numbers';
import { DAY_LISTS } from '@/schemas/desk';
import { database } from '@/server/db';
import { readDayList } from '@/server/desk/day-lists';
import { readNumberRows } from '@/server/desk/number-rows';
import { readNumbers } from '@/server/desk/numbers';
import { readToday } from '@/server/desk/today';
import { rollUpMonth } from '@/server/numbers/roll-up';
import type { Ctx } from '@/server/platform/context';
import { answerParent } from './child';

const previous = (now: Date) => addMonthsTo(monthOf(dayOf(now)), -1);

/** The reads of the pages, by the name in the report. */
const READS: Record<string, (ctx: Ctx) => Promise<unknown>> = {
  today: (ctx) => readToday(ctx, 'owner'),
  ...Object.fromEntries(
    DAY_LISTS.map((list) => [`today: ${list}`, (ctx: Ctx) => readDayList(ctx, list)] as const),
  ),
  numbers: (ctx) => readNumbers(ctx),
  ...Object.fromEntries(
    NUMBER_LISTS.map((list) => [
      `rows: ${list}`,
      (ctx: Ctx) =>
        readNumberRows(ctx, {
          list,
          month: list === 'planned' ? monthOf(dayOf(ctx.now)) : previous(ctx.now),
          part: list === 'subscribed' ? previous(ctx.now) : null,
        }),
    ]),
  ),
  'rows: a week of planned': (ctx) =>
    readNumberRows(ctx, {
      ...{ list: 'planned', month: monthOf(dayOf(ctx.now)), part: mondayOf(addDays(dayOf(ctx.now), 14)) },
    }),
};

answerParent({
  names: () => Object.keys(READS),
  /** Runs a read of a page. @returns its duration in ms */
  read: async ({ name, now }: { name: string; now: Date }): Promise<number> => {
    const started = performance.now();
    await READS[name]?.({ db: database(), now });
    return performance.now() - started;
  },
  /** Computes the figures of a month. @returns the duration in seconds */
  rollUp: async ({ month, now }: { month: Month; now: Date }): Promise<number> => {
    const started = performance.now();
    await rollUpMonth({ db: database(), now }, month);
    return (performance.now() - started) / 1000;
  },
});
