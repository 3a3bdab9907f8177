import { and, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { coarseReason } from '@/domain/decline';
import { addDays, dayOf, type Day } from '@/domain/day';
import { isUnresolved, shownPayment } from '@/domain/payment';
import { endsUnpaid } from '@/domain/payment-link';
import { isRetriedAtOnce } from '@/domain/retry';
import { isCharged as isChargedMethod } from '@/domain/subscription';
import type { pendingPaymentAnswer } from '@/schemas/answers/payments';
import type { Ctx } from '../../platform/context';
import type { Db, Tx } from '../../db';
import { queryRows } from '../../db/query-rows';
import { columnShape } from '../../db/row-shapes';
import { chargeAttempts, orders, paymentLinks, payments, subscriptions } from '../../db/schema';
import { payUrl, type Link } from '../../lifecycle/payment-links';
import { IS_OPEN_T } from '../../lifecycle/unresolved-attempts';
import type { Attempt } from '../settlement/queries';

/** A row of `PENDING_OF_S`. */
export const pendingRow = z.object({
  orderId: z.string(),
  orderNumber: columnShape(orders.orderNumber),
  kind: columnShape(orders.kind),
  orderStatus: columnShape(orders.status),
  paymentDate: columnShape(orders.paymentDate),
  orderedFrom: columnShape(orders.orderedFrom),
  subscriptionStatus: columnShape(subscriptions.status),
  method: columnShape(payments.method),
  paymentStatus: columnShape(payments.status),
  reason: columnShape(payments.reason),
  amount: columnShape(payments.amount),
  dueAt: columnShape(payments.dueAt),
  givesUpAt: columnShape(payments.givesUpAt),
  linkToken: z.string().nullable(),
  expiresAt: z.string().nullable(),
  attemptStatus: columnShape(chargeAttempts.status).nullable(),
  attemptSource: columnShape(chargeAttempts.source).nullable(),
  authorizeUri: columnShape(chargeAttempts.authorizeUri),
});
type PendingRow = z.output<typeof pendingRow>;
const pendingOnlyRow = z.object({ pending: pendingRow.nullable() });

/** SQL of the newest order of a subscription `s` that must still be paid, with its payment, as JSON. */
export const PENDING_OF_S = `(select json_build_object('orderId', o.id, 'orderNumber', o.order_number, 'kind', o.kind, 'orderStatus', o.status, 'paymentDate', o.payment_date, 'orderedFrom', o.ordered_from,
       'subscriptionStatus', s.status, 'method', p.method, 'paymentStatus', p.status, 'reason', p.reason,
       'amount', p.amount, 'dueAt', p.due_at, 'givesUpAt', p.gives_up_at, 'linkToken', l.token,
       'expiresAt', coalesce(l.expires_at, case when t.source = 'card' then t.expires_at end), 'attemptStatus', t.status, 'attemptSource', t.source,
       'authorizeUri', t.authorize_uri)
     from orders o join payments p on p.order_id = o.id
     left join payment_links l on l.order_id = o.id and l.status = 'open'
     left join charge_attempts t on t.order_id = o.id and ${IS_OPEN_T}
     where o.subscription_id = s.id and o.status in ('charging','awaiting_payment','unpaid')
       and (o.status <> 'unpaid' or s.status = 'inactive')
     order by o.payment_date desc, o.cycle_index desc limit 1)`;

/** The pending or failed payment of an account, as clients see it; null without one. */
export type PendingPayment = z.output<typeof pendingPaymentAnswer>;

/** Converts a row of `PENDING_OF_S` to the form that clients see. */
export function toPendingPayment(pending: PendingRow, today: Day): PendingPayment {
  const { attemptStatus: status, attemptSource: source } = pending;
  const isUnderWay = status !== null && source !== null && isUnresolved({ status, source });
  const isAtBank = isUnderWay && status === 'action_required';
  const shown = shownPayment({ ...pending, isUnderWay, today });
  const isWaiting = shown?.status === 'pending' && isChargedMethod(pending.method) && !isUnderWay;
  const isCharged = shown?.status === 'fail' || isWaiting;
  const dayIn = (moment: string | null) => (moment === null ? null : dayOf(new Date(moment)));
  const dayBefore = (day: Day | null) => (day === null ? null : addDays(day, -1));
  return {
    orderId: pending.orderId,
    orderNumber: pending.orderNumber,
    method: pending.method,
    ...reasonFor(pending, shown ?? { status: 'pending' as const, reason: null }),
    amount: pending.amount,
    paymentUrl: pending.linkToken ? payUrl(pending.linkToken) : null,
    expiresAt: pending.expiresAt ? new Date(pending.expiresAt).toISOString() : null,
    endsUnpaid: pending.linkToken ? endsUnpaid({ ...pending, status: pending.orderStatus }) : null,
    authorizeUri: pending.authorizeUri,
    nextTryOn: isCharged ? dayIn(pending.dueAt) : null,
    cardNeededBy: shown?.status === 'fail' ? dayBefore(dayIn(pending.givesUpAt)) : null,
    nextCardPays: (!isUnderWay || isAtBank) && isRetriedAtOnce({ ...pending, isAtBank }),
  };
}

function reasonFor<T extends { reason: string | null }>({ subscriptionStatus }: PendingRow, shown: T): T {
  const isFirst = subscriptionStatus === 'awaiting_payment' && shown.reason !== null;
  return isFirst ? { ...shown, reason: coarseReason(shown.reason ?? '') } : shown;
}

/** Returns the pending payment of an account in one query; null without one. */
export async function findPendingPayment(
  { db, now }: Ctx,
  accountId: string,
): Promise<PendingPayment | null> {
  const [row] = await queryRows(db, pendingOnlyRow, {
    text: `select ${PENDING_OF_S} as pending from subscriptions s where s.account_id = $1`,
    params: [accountId],
  });
  return row?.pending ? toPendingPayment(row.pending, dayOf(now)) : null;
}

/** A payment link with its order, payment, subscription and newest charge. */
export interface LinkRows {
  link: Link;
  order: typeof orders.$inferSelect;
  payment: typeof payments.$inferSelect;
  subscription: typeof subscriptions.$inferSelect;
  /** The newest QR code or payment in an app of the link; null without one. */
  lastQr: Attempt | null;
}

/** Returns the link with this secret token, or null. */
export function findLinkByToken(db: Db | Tx, token: string): Promise<LinkRows | null> {
  return findLink(db, eq(paymentLinks.token, token));
}

export function findLinkById(db: Db | Tx, id: string): Promise<LinkRows | null> {
  return findLink(db, eq(paymentLinks.id, id));
}

async function findLink(db: Db | Tx, which: ReturnType<typeof eq>): Promise<LinkRows | null> {
  const [row] = await db
    .select({
      link: paymentLinks,
      order: orders,
      payment: payments,
      subscription: subscriptions,
      lastQr: chargeAttempts,
    })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .innerJoin(subscriptions, eq(subscriptions.id, orders.subscriptionId))
    .leftJoin(
      chargeAttempts,
      and(eq(chargeAttempts.linkId, paymentLinks.id), eq(chargeAttempts.source, 'promptpay')),
    )
    .where(which)
    .orderBy(desc(chargeAttempts.attemptNo))
    .limit(1);
  return row ?? null;
}
