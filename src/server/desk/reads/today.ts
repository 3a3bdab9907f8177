import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayOf, startOfDay, type Day } from '@/domain/day';
import { mayDo, type StaffAction, type StaffRole } from '@/domain/staff';
import { DAY_LISTS, type DayList } from '@/schemas/desk';
import { queryRows } from '../../db/query-rows';
import { listRows, readShopState, type ShopState, type StuckGroup, type StuckRow } from '../acts/stuck';
import { listHeld, type HeldBy } from '../../money/payment-links/unbooked-transfers';
import type { Ctx } from '../../platform/context';
import { dayQuery } from './day-lists';
import { countParcels } from './parcels';

/** What a role needs to see each group of waiting entries. */
const ACTION_OF = {
  manualRefunds: 'money.read',
  disputes: 'money.read',
  money: 'money.read',
  transfers: 'money.read',
  openRefunds: 'money.read',
  unknownRefunds: 'money.read',
  unknownAttempts: 'money.read',
  parcels: 'parcels.read',
  emails: 'subscribers.read',
  messages: 'subscribers.read',
  failedRows: 'operation.read',
  jobs: 'operation.read',
  events: 'operation.read',
} as const satisfies Record<StuckGroup, StaffAction>;

const countRow = z.object({ name: z.enum(DAY_LISTS), count: z.number(), amount: z.number().nullable() });

/** An entry that waits. `holds`: the accounts that must not end before a decision on this transfer, and until when. */
type WaitingRow = StuckRow & { holds?: { accountId: string; until: Day }[] };

export interface Today {
  day: Day;
  /** The groups with waiting entries that the role may see, the most urgent first. */
  waiting: { group: StuckGroup; rows: WaitingRow[] }[];
  /** The parcels that are still to send, and those that have not arrived a week after; null for a role that may not see them. */
  parcels: { toSend: number; late: number } | null;
  /** The numbers of the day that the role may see. `amount` in satang; null for numbers without one. */
  numbers: { name: DayList; count: number; amount: number | null }[];
  /** The state of the shop; null for a role that may not see it. */
  shop: ShopState | null;
}

/** Returns what waits for a decision of a role, and the numbers of the present day in Bangkok. */
export async function readToday(ctx: Ctx, role: StaffRole): Promise<Today> {
  const day = dayOf(ctx.now);
  const groups = (Object.keys(ACTION_OF) as StuckGroup[]).filter((group) => mayDo(role, ACTION_OF[group]));
  const [waiting, held, parcels, numbers, shop] = await Promise.all([
    listRows(ctx, groups),
    groups.includes('transfers') ? listHeld(ctx.db, ctx.now) : [],
    mayDo(role, 'parcels.read') ? countParcels(ctx) : null,
    countDay(ctx, day, listsOf(role)),
    mayDo(role, 'operation.read') ? readShopState(ctx) : null,
  ]);
  return {
    day,
    waiting: groups
      .map((group) => ({
        group,
        rows: group === 'transfers' ? withHolds(waiting.transfers, held) : waiting[group],
      }))
      .filter(({ rows }) => rows.length > 0),
    parcels: parcels && { toSend: parcels.toSend, late: parcels.late },
    numbers,
    shop,
  };
}

/** Adds to each transfer the accounts that it holds, each once. */
function withHolds(rows: readonly StuckRow[], held: readonly HeldBy[]): WaitingRow[] {
  return rows.map((row) => {
    const own = held.filter(({ transferId }) => transferId === row.id);
    const holds = [...new Map(own.map(({ accountId, until }) => [accountId, dayOf(until)]))];
    return { ...row, holds: holds.map(([accountId, until]) => ({ accountId, until })) };
  });
}

/** Returns the lists of a day that a role may see. */
export const listsOf = (role: StaffRole): DayList[] =>
  DAY_LISTS.filter((name) => mayDo(role, name === 'sent' ? 'parcels.read' : 'money.read'));

async function countDay({ db }: Ctx, day: Day, names: readonly DayList[]): Promise<Today['numbers']> {
  if (names.length === 0) return [];
  const [from, until] = [startOfDay(day), startOfDay(addDays(day, 1))];
  const counts = names.map(
    (name) =>
      sql`select ${name}::text as name, count(*)::int as count, sum(amount)::float8 as amount
        from (${dayQuery(name, from, until)}) rows`,
  );
  const rows = await queryRows(db, countRow, sql.join(counts, sql` union all `));
  return names.flatMap((name) => {
    const row = rows.find((one) => one.name === name);
    return row ? [{ ...row, amount: name === 'sent' ? null : (row.amount ?? 0) }] : [];
  });
}
