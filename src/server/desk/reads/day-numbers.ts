import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayOf, startOfDay, type Day } from '@/domain/day';
import { DAY_MS } from '@/domain/duration';
import { mayDo, type StaffRole } from '@/domain/staff';
import { DAY_NUMBERS, DESK_LISTS, type DayNumberName } from '@/schemas/desk-lists';
import { queryRows } from '../../db/query-rows';
import type { Ctx } from '../../platform/context';
import { between, eventRows } from './lists';

interface DayNumber {
  name: DayNumberName;
  count: number;
  /** Satang; null for numbers without one. */
  amount: number | null;
}

/** The numbers of a day, beside those of the same weekday a week before until the same hour. */
export interface DayNumbers {
  span: 'today' | 'yesterday' | 'chosen';
  day: Day;
  /** The instant (ISO 8601) of the reading. */
  at: string;
  numbers: DayNumber[];
  before: DayNumber[];
}

const countRow = z.object({
  at: z.number(),
  name: z.enum(DAY_NUMBERS),
  count: z.number(),
  amount: z.number().nullable(),
});

/**
 * Returns the numbers of today until now, of yesterday, and of a chosen earlier day. Empty for a role without numbers.
 * @param asked a day from today on, and yesterday, is not shown twice
 */
export async function countDays({ db, now }: Ctx, role: StaffRole, asked?: Day): Promise<DayNumbers[]> {
  const names = DAY_NUMBERS.filter((name) =>
    mayDo(role, DESK_LISTS[name === 'sent' ? 'sent' : 'payments'].action),
  );
  if (names.length === 0) return [];
  const today = dayOf(now);
  const yesterday = addDays(today, -1);
  const days = [
    { span: 'today' as const, day: today },
    { span: 'yesterday' as const, day: yesterday },
    ...(asked !== undefined && asked < yesterday ? [{ span: 'chosen' as const, day: asked }] : []),
  ];
  // Each day, then the same weekday a week before.
  const windows = days.flatMap(({ span, day }) => {
    const window = [startOfDay(day), span === 'today' ? now : startOfDay(addDays(day, 1))] as const;
    return [window, window.map((instant) => new Date(instant.getTime() - 7 * DAY_MS)) as [Date, Date]];
  });
  const counts = windows.flatMap((window, at) =>
    names.map(
      (name) =>
        sql`select ${at}::int as at, ${name}::text as name, count(*)::int as count, sum(amount)::float8 as amount
          from (${eventRows(name, between(...window))}) rows`,
    ),
  );
  const rows = await queryRows(db, countRow, sql.join(counts, sql` union all `));
  const of = (at: number): DayNumber[] =>
    names.flatMap((name) =>
      rows
        .filter((row) => row.at === at && row.name === name)
        .map(({ count, amount }) => ({ name, count, amount: name === 'sent' ? null : (amount ?? 0) })),
    );
  return days.map((day, at) => ({
    ...day,
    at: now.toISOString(),
    numbers: of(2 * at),
    before: of(2 * at + 1),
  }));
}
