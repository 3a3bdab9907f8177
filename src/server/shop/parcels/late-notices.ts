import { and, asc, eq, gte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '@/settings/settings';
import { dayOf } from '@/domain/day';
import { DAY_MS } from '@/domain/duration';
import { canSkipUntil } from '@/domain/order';
import { fulfilmentNumber } from '@/domain/parcel';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { queryRows } from '../../db/query-rows';
import { orders } from '../../db/schema';
import { isLateBox, toBeSentSince } from '../../lifecycle/late-boxes';
import { orderLinkUrl, writeOrderLinks } from '../../lifecycle/order-links';
import { queueMessage } from '../../lifecycle/outbox';
import { accountUrl } from '../../platform/site-url';
import { lockParcel } from './contents';
import type { ParcelCase } from './report';

const idRow = z.object({ id: z.string() });
const atRow = z.object({ at: z.string().nullable() });

/** The SQL of the deduplication key of a message about the parcel `s`; as `keyOf`. */
const KEY = sql.raw(`'box_late:' || s.order_id || case when s.number = 1 then '' else '-' || s.number end`);
const keyOf = ({ order, shipment }: ParcelCase) => `box_late:${fulfilmentNumber(order.id, shipment.number)}`;

/** Lists late boxes whose subscribers were not notified. */
export async function listLateBoxes({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return queryRows(
    db,
    idRow,
    sql`select s.order_id as id from shipments s join orders o on o.id = s.order_id
      join accounts a on a.id = o.account_id and a.deleted_at is null
      where ${isLateBox(now)} and not exists (select 1 from messages m where m.dedupe_key = ${KEY})
      order by o.paid_at, s.order_id limit ${limit}`,
  );
}

/** Returns the first instant after `after` at which a box is late; null without one. */
export async function nextLateBoxAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const lateAfterMs = settings().LATE_BOX_DAYS * DAY_MS;
  const since = new Date(after.getTime() - lateAfterMs).toISOString();
  const [row] = await queryRows(
    db,
    atRow,
    sql`select min(${toBeSentSince()})::text as at from shipments s join orders o on o.id = s.order_id
      where s.status in ('preparing','packed') and s.loss is null and o.status = 'paid'
        and ${toBeSentSince()} > ${since}::timestamptz`,
  );
  return row?.at ? new Date(new Date(row.at).getTime() + lateAfterMs) : null;
}

/** Queues the message that a box has not left, with a link that skips the next order, once per parcel. */
export async function notifyLateBox({ db, now }: Ctx, orderId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const found = await lockParcel(tx, orderId);
    if (!found || found.account.deletedAt !== null || !(await isStillLate(tx, now, orderId))) return;
    const { order, account } = found;
    const next = await findNext(tx, now, order.subscriptionId);
    const skipUntil = next && canSkipUntil(next.paymentDate);
    const maySkip = skipUntil !== null && skipUntil >= dayOf(now);
    const [token] =
      next && maySkip ? await writeOrderLinks(tx, now, [{ orderId: next.id, action: 'skip', ...next }]) : [];
    await queueMessage(tx, now, {
      kind: 'box_late',
      accountId: account.id,
      dedupeKey: keyOf(found),
      payload: {
        firstName: account.firstName,
        orderId,
        paidOn: order.paidOn ?? order.paymentDate,
        next: next && {
          paymentDate: next.paymentDate,
          skipUntil: maySkip ? skipUntil : null,
          waits: settings().LATE_BOX_CHARGING === 'wait',
        },
        ...(token === undefined ? {} : { skipLink: orderLinkUrl(account.locale, 'skip', token) }),
        accountUrl: accountUrl(account.locale),
      },
    });
  });
}

async function isStillLate(tx: Tx, now: Date, orderId: string): Promise<boolean> {
  const rows = await queryRows(
    tx,
    idRow,
    sql`select s.order_id as id from shipments s join orders o on o.id = s.order_id
      where s.order_id = ${orderId} and ${isLateBox(now)}`,
  );
  return rows.length > 0;
}

/** Returns the next order that will be charged; null without one. */
async function findNext(tx: Tx, now: Date, subscriptionId: string) {
  const [next] = await tx
    .select({ id: orders.id, paymentDate: orders.paymentDate })
    .from(orders)
    .where(
      and(
        eq(orders.subscriptionId, subscriptionId),
        eq(orders.status, 'upcoming'),
        gte(orders.paymentDate, dayOf(now)),
      ),
    )
    .orderBy(asc(orders.paymentDate))
    .limit(1);
  return next ?? null;
}
