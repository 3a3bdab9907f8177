import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { dayOf, monthOf, type Day, type Month } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { LOSS_REASONS, partsOf, seesSmallGroups, type Figure, type NumberList } from '@/domain/numbers';
import type { StaffRole } from '@/domain/staff';
import type { numberRowsInput } from '@/schemas/desk';
import { queryRows } from '../../db/query-rows';
import { numbers } from '../../db/schema';
import { queryOf, type MonthWindow } from '../numbers/rows';
import type { Ctx } from '../../platform/context';
import { funnelOf, futureMonth, isHiddenCohort, keptOf, readMonth, reasonsOf } from './numbers';

export const NUMBER_ROWS_MAX = 200;

const numberRow = z.object({
  /** The instant (ISO 8601). */
  at: z.string(),
  id: z.string(),
  accountId: z.string().nullable(),
  orderId: z.string().nullable(),
  orderNumber: z.number().nullable(),
  /** The name of the subscriber; null for a deleted account, or without one. */
  name: z.string().nullable(),
  /** Satang; null for figures without an amount. */
  amount: z.number().nullable(),
  /** Why the subscription was lost; null for other lists, and for a role that does not see small groups. */
  reason: z.enum(LOSS_REASONS).nullable(),
});

export interface NumberRows {
  /** All rows of the figure, also those of other pages. */
  count: number;
  amount: number;
  /** The instant (ISO 8601) as of which count and amount are. */
  computedAt: string;
  rows: z.output<typeof numberRow>[];
  hasMore: boolean;
}

type Asked = z.output<typeof numberRowsInput>;

/**
 * Returns the rows that a figure is made of, by the query that counted them, 200 to a page.
 * @throws AppError INPUT_INVALID for a month in the future or an unknown part, NOT_FOUND for a month without figures or a
 *   hidden group
 */
export async function readNumberRows(ctx: Ctx, role: StaffRole, asked: Asked): Promise<NumberRows> {
  const { list, month, page = 1 } = asked;
  const part = asked.part ?? null;
  if (month > monthOf(dayOf(ctx.now))) throw futureMonth();
  const computed = await readMonth(ctx, month);
  if (!computed) throw new AppError('NOT_FOUND');
  const parts = partsOf(list, part, dayOf(computed.computedAt));
  if (parts === 'invalid')
    throw new AppError('INPUT_INVALID', { fieldErrors: { part: ['validation.invalidInput'] } });
  if (isHidden(computed.rows, role, { list, part })) throw new AppError('NOT_FOUND');
  if (list === 'subscribed' && isHiddenCohort((await readMonth(ctx, part as Month))?.rows ?? [], role))
    throw new AppError('NOT_FOUND');
  const figures: readonly string[] = figuresOf(list);
  const counted = computed.rows.filter(
    (row) => figures.includes(row.figure) && (parts === null || parts.includes(row.part)),
  );
  const window = windowOf(list, { month, asOf: computed.computedAt }, parts);
  const hasReasons = list === 'lost' && seesSmallGroups(role);
  const rows = await listRows(ctx, { list, window, parts, page, hasReasons });
  return {
    count: counted.reduce((sum, row) => sum + row.count, 0),
    amount: counted.reduce((sum, row) => sum + row.amount, 0),
    computedAt: computed.computedAt.toISOString(),
    rows: rows.slice(0, NUMBER_ROWS_MAX),
    hasMore: rows.length > NUMBER_ROWS_MAX,
  };
}

const figuresOf = (list: NumberList): Figure[] => (list === 'subscribed' ? ['active', 'onPause'] : [list]);

/** Limits the rows of a cohort and of some days before they are read, because there are too many others. */
function windowOf(list: NumberList, window: MonthWindow, parts: string[] | null): MonthWindow {
  const [first, last] = [parts?.[0], parts?.at(-1)];
  if (first === undefined || last === undefined) return window;
  if (list === 'subscribed') return { ...window, cohort: first as Month };
  return list === 'planned' ? { ...window, days: { from: first as Day, last: last as Day } } : window;
}

/** Whether the page of the figures hides the count of a group. */
function isHidden(
  rows: readonly (typeof numbers.$inferSelect)[],
  role: StaffRole,
  { list, part }: { list: NumberList; part: string | null },
): boolean {
  if (part === null) return false;
  if (list === 'lost')
    return reasonsOf(rows, role).some(({ reason, count }) => reason === part && count === null);
  if (list === 'subscribed') return keptOf(rows, role).get(part) === null;
  if (list !== 'registered') return false;
  const [language, step] = part.split(':');
  const shown = funnelOf(rows, role).find((one) => one.step === step)?.byLocale;
  return shown?.some(({ locale, count }) => locale === language && count === null) ?? false;
}

/** Returns the order of a list by its alias: the latest first, planned orders by day. */
function orderOf(figure: Figure): (alias: string) => SQL {
  if (figure === 'planned') return (alias) => sql.raw(`${alias}day, ${alias}id`);
  // By time, PostgreSQL would have to compute the state of every subscription first.
  const isState = figure === 'active' || figure === 'onPause';
  return (alias) => sql.raw(isState ? `${alias}id` : `${alias}at desc, ${alias}id`);
}

function listRows(
  { db }: Ctx,
  asked: { list: NumberList; window: MonthWindow; parts: string[] | null; page: number; hasReasons: boolean },
): Promise<z.output<typeof numberRow>[]> {
  const { list, window, parts, page, hasReasons } = asked;
  const [figure] = figuresOf(list);
  if (!figure) return Promise.resolve([]);
  const order = orderOf(figure);
  const quoted = (texts: readonly string[]) =>
    sql.join(
      texts.map((text) => sql`${text}`),
      sql`, `,
    );
  const ofParts = parts === null ? sql`` : sql`and r.part in (${quoted(parts)})`;
  return queryRows(
    db,
    numberRow,
    sql`select to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, l.id,
        coalesce(l.account_id, o.account_id) as "accountId", l.order_id as "orderId", o.order_number as "orderNumber", l.amount::float8 as amount,
        case when a.deleted_at is null then nullif(trim(a.first_name || ' ' || a.last_name), '') end as name,
        ${hasReasons ? sql`l.part` : sql`null`} as reason
      from (select r.* from (${queryOf(figure, window)}) r
        where r.figure in (${quoted(figuresOf(list))}) ${ofParts}
        order by ${order('r.')} limit ${NUMBER_ROWS_MAX + 1} offset ${(page - 1) * NUMBER_ROWS_MAX}) l
      left join orders o on o.id = l.order_id
      left join accounts a on a.id = coalesce(l.account_id, o.account_id) order by ${order('l.')}`,
  );
}
