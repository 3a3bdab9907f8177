import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { addMonthsTo, dayOf, monthOf, startOfDay, type Day, type Month } from '@/domain/day';
import { queryRows } from '../../db/query-rows';
import type { Ctx } from '../../platform/context';

const timesRow = z.object({
  began: z.number(),
  answered: z.number(),
  closed: z.number(),
  /** The median in minutes from the first message to the first answer; null if none was answered. */
  firstAnswer: z.number().nullable(),
  /** The median in minutes from the first message until it was closed; null if none is closed. */
  closing: z.number().nullable(),
});

const beginOf = (month: Month) => startOfDay(`${month}-01` as Day).toISOString();

/** Returns how fast the conversations that began in a month were answered and closed. @param asked default: the present month */
export async function readAnswerTimes({ db, now }: Ctx, asked?: Month): Promise<z.output<typeof timesRow>> {
  const month = asked ?? monthOf(dayOf(now));
  const median = (end: string) =>
    sql.raw(
      `percentile_cont(0.5) within group (order by extract(epoch from ${end} - created_at) / 60)::float8`,
    );
  const [row] = await queryRows(
    db,
    timesRow,
    sql`select count(*)::int as began, count(first_answer_at)::int as answered, count(closed_at)::int as closed,
      ${median('first_answer_at')} as "firstAnswer", ${median('closed_at')} as closing
      from conversations where created_at >= ${beginOf(month)}::timestamptz
        and created_at < ${beginOf(addMonthsTo(month, 1))}::timestamptz`,
  );
  if (!row) throw new Error('the answer times were not returned');
  return row;
}
