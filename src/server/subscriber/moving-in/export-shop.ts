import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { maxDay, monthOf, type Day } from '@/domain/day';
import { HOUR_MS } from '@/domain/duration';
import { fitsPaymentDay, MOVING_COLUMN_NAMES, type MovingColumn } from '@/domain/moving-in';
import { cycleDate } from '@/domain/schedule';
import { RECORDS } from '@/schemas/answers/records';
import type { EXPORT_PARTS } from '@/schemas/moving-in';
import { transaction } from '../../db';
import { queryRows } from '../../db/query-rows';
import { columnShape, rowShape } from '../../db/row-shapes';
import { accounts, auditEvents, importRows, orders, subscriptions } from '../../db/schema';
import { writeAudit } from '../../lifecycle/audit';
import { BOX_OF_S, boxItemRow } from '../../lifecycle/load-facts';
import type { Ctx } from '../../platform/context';
import { readRecords } from '../../shop/records/read';
import type { MovingCtx } from './open-import';

type Part = (typeof EXPORT_PARTS)[number];
/** A page of a file. `header`: the names of the columns. `cursor`: where the next page begins; null after the last one. */
export interface ExportPage {
  header: string[];
  rows: string[][];
  cursor: string | null;
}

const ROWS_AT_ONCE = 1000;
/** A list for programs has no more rows in a page. */
const RECORDS_AT_ONCE = 100;

/** How long the further pages and files of an export are no export of their own. */
const EXPORT_MS = HOUR_MS;

/** Returns a page of the whole shop. An export is recorded and reported to the owners once, also if it does not begin with the first page. */
export async function exportPart(
  ctx: MovingCtx,
  { part, cursor = null }: { part: Part; cursor?: string | null | undefined },
): Promise<ExportPage> {
  await recordExport(ctx);
  return part === 'subscribers' ? exportSubscribers(ctx, cursor) : exportRecords(ctx, part, cursor);
}

async function recordExport({ db, now, operator: actor }: MovingCtx): Promise<void> {
  const what = 'shop.exported';
  await transaction(db, async (tx) => {
    const [recorded] = await tx
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.subject, 'shop'),
          eq(auditEvents.actor, actor),
          eq(auditEvents.what, what),
          gt(auditEvents.at, new Date(now.getTime() - EXPORT_MS)),
        ),
      )
      .limit(1);
    if (!recorded) await writeAudit(tx, now, { actor, subject: 'shop', what });
  });
}

const person = rowShape(accounts, [
  ...(['id', 'email', 'firstName', 'lastName', 'phone', 'locale'] as const),
  ...(['address', 'subdistrict', 'district', 'province', 'postalCode'] as const),
]);
const subscription = rowShape(subscriptions, [
  ...(['status', 'frequency', 'paymentDay', 'paymentMethod', 'pausedUntil'] as const),
]);
const exportedRow = person.extend(subscription.shape).extend({
  box: z.array(boxItemRow),
  points: z.number(),
  /** The planned date of the next order that is not skipped; and of the last order that is. */
  nextDate: columnShape(orders.movedFrom),
  lastSkipped: columnShape(orders.movedFrom),
  plan: columnShape(importRows.plan),
});

const planned = (
  status: string,
  pick: string,
) => `(select ${pick}(coalesce(o.moved_from, o.payment_date))::text
  from orders o where o.subscription_id = s.id and o.status = '${status}' and o.begun_at is null)`;
const EXPORT = `select a.id, a.email, a.first_name as "firstName", a.last_name as "lastName", a.phone, a.locale,
    a.address, a.subdistrict, a.district, a.province, a.postal_code as "postalCode", s.status, s.frequency,
    s.payment_day as "paymentDay", s.payment_method as "paymentMethod", s.paused_until::text as "pausedUntil",
    ${BOX_OF_S} as box, coalesce((select balance from points_balances b where b.account_id = a.id), 0) as points,
    ${planned('upcoming', 'min')} as "nextDate", ${planned('skipped', 'max')} as "lastSkipped",
    case when s.status = 'imported' then (select i.plan from import_rows i where i.account_id = a.id limit 1) end as plan
  from accounts a join subscriptions s on s.account_id = a.id
  where a.id > $1 and a.deleted_at is null and (s.activated_at is not null or s.status = 'imported')
  order by a.id limit $2`;

async function exportSubscribers({ db }: Ctx, after: string | null): Promise<ExportPage> {
  const params = [after ?? '', ROWS_AT_ONCE];
  const found = await queryRows(db, exportedRow, { text: EXPORT, params });
  const rows = found.map((row) => {
    const cells = cellsOf(row);
    return MOVING_COLUMN_NAMES.map((column) => cells[column]);
  });
  const cursor = found.length < ROWS_AT_ONCE ? null : (found.at(-1)?.id ?? null);
  return { header: [...MOVING_COLUMN_NAMES], rows, cursor };
}

type Exported = z.output<typeof exportedRow>;

function cellsOf(row: Exported): Record<MovingColumn, string> {
  const next = nextDateOf(row);
  const isEnded = row.plan ? row.plan.status === 'ended' : row.status !== 'active';
  const status = isEnded ? 'ended' : row.pausedUntil === null ? 'active' : 'paused';
  const day = next === null || fitsPaymentDay(next, row.paymentDay) ? row.paymentDay : Number(next.slice(8));
  return {
    external_id: row.id,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    phone: row.phone,
    language: row.locale,
    address: row.address ?? '',
    subdistrict: row.subdistrict ?? '',
    district: row.district ?? '',
    province: row.province ?? '',
    postal_code: row.postalCode ?? '',
    status,
    box: row.box.map(({ productCode, quantity }) => `${productCode}:${quantity}`).join('; '),
    every_months: String(row.frequency),
    payment_day: String(day),
    next_payment_date: next ?? '',
    payment_method: row.paymentMethod,
    points: String(row.points),
    gateway_customer: '',
    gateway_card: '',
  };
}

/** Returns the planned date of the next order. While a pause skips all planned orders, it is the first one after the pause. */
function nextDateOf({
  plan,
  nextDate,
  lastSkipped,
  pausedUntil,
  paymentDay,
  frequency,
}: Exported): Day | null {
  if (plan) return plan.nextDate;
  if (nextDate !== null || lastSkipped === null) return nextDate;
  const epoch = { fromIndex: 0, baseMonth: monthOf(lastSkipped), paymentDay, frequency };
  let index = 1;
  while (cycleDate(epoch, index) < maxDay(lastSkipped, pausedUntil ?? lastSkipped)) index += 1;
  return cycleDate(epoch, index);
}

/** Lists and objects are written as JSON. */
const cellOf = (value: unknown): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

async function exportRecords(
  ctx: Ctx,
  part: Exclude<Part, 'subscribers'>,
  after: string | null,
): Promise<ExportPage> {
  const given = { limit: RECORDS_AT_ONCE, cursor: after ?? undefined };
  const { items, cursor, hasMore } = await readRecords(ctx, part, given);
  const header = Object.keys(RECORDS[part].shape);
  const rows = items.map((item) => header.map((name) => cellOf((item as Record<string, unknown>)[name])));
  return { header, rows, cursor: hasMore ? cursor : null };
}
