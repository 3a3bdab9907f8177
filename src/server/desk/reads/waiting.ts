import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { CASE_KINDS, casesOf, type CaseKind } from '@/domain/desk-cases';
import { mayDo, type StaffRole } from '@/domain/staff';
import { queryRows } from '../../db/query-rows';
import { hasFulfilment } from '../../gateways/mycloud/parcels';
import { listHeld } from '../../money/payment-links/unbooked-transfers';
import type { Ctx } from '../../platform/context';
import { firstRows } from '../acts/stuck';
import { countLists } from './conversations';
import { countParcels } from './parcels';
import { listShortProducts } from './stock';
import { isStuck, kindsOf } from './today';
import { isWaiting } from './today-rows';

const entryRow = z.object({
  kind: z.enum(CASE_KINDS),
  id: z.string(),
  since: z.string(),
  code: z.string().nullable(),
});

/** What waits in the sections of the desk, as the menu shows it. */
export interface Waiting {
  /** The rows of Today. */
  today: number;
  /** The parcels that need the team, at most 1,001 of a list. Undefined for a role without parcels. */
  parcels?: number | undefined;
  /** The open conversations. Undefined for a role without them. */
  conversations?: number | undefined;
}

/** Returns what waits for a member: one statement for Today and one for counted stock, one for the parcels, one for the conversations. */
export async function countWaiting(
  ctx: Ctx,
  { staffId, role }: { staffId: string; role: StaffRole },
): Promise<Waiting> {
  const [today, parcels, conversations] = await Promise.all([
    countCases(ctx, kindsOf(role)),
    mayDo(role, 'parcels.read') ? countOpenParcels(ctx) : undefined,
    mayDo(role, 'conversations.use') ? countLists(ctx, staffId) : undefined,
  ]);
  return { today, parcels, conversations: conversations?.open };
}

async function countCases(ctx: Ctx, kinds: readonly CaseKind[]): Promise<number> {
  const { db, now } = ctx;
  const parts = kinds.flatMap((kind) => (kind === 'short' ? [] : [entriesOf(kind, now)]));
  const [rows, short] = await Promise.all([
    queryRows(db, entryRow, sql.join(parts, sql` union all `)),
    kinds.includes('short') ? listShortProducts(ctx) : [],
  ]);
  const held = rows.some(({ kind }) => kind === 'transfers') ? await listHeld(db, now) : [];
  const entries = rows
    .filter(({ kind, code }) => kind !== 'parcels' || code !== 'by_hand')
    .map((row) => ({
      ...row,
      amount: null,
      holds: held.filter(({ transferId }) => transferId === row.id),
    }));
  const countOf = (kind: CaseKind) =>
    casesOf(
      kind,
      entries.filter((entry) => entry.kind === kind),
      now,
    ).length;
  return kinds.reduce((sum, kind) => sum + countOf(kind), Math.min(short.length, 1));
}

/** Returns the SQL of the entries of a kind, or of one row for a kind whose entries are always one case. */
function entriesOf(kind: Exclude<CaseKind, 'short'>, now: Date): SQL {
  if (isStuck(kind))
    return sql`select ${kind}::text as kind, l.id, l.since, l.code from (${firstRows(kind, now)}) l`;
  const one = sql`select ${kind}::text as kind, '' as id, '' as since, null::text as code`;
  if (kind === 'billingPaused')
    return sql`${one} from flags f where f.name = 'billing' and (f.value::jsonb ->> 'paused')::boolean`;
  if (kind === 'violated')
    return sql`${one} from flags f where f.name = 'invariants' and f.value::jsonb -> 'violated' <> '[]'`;
  return sql`${one} where ${isWaiting(kind, now)}`;
}

/** Counts the parcels that need the team. Parcels that fulfilment prepares do not count. */
async function countOpenParcels(ctx: Ctx): Promise<number> {
  const own = hasFulfilment() ? [] : (['toSend'] as const);
  const counts = await countParcels(ctx, [...own, 'held', 'problem', 'late', 'returned']);
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
