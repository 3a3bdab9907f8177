import { dayOf, type Day } from '@/domain/day';
import type { OrderStatus } from '@/domain/order';
import { shownPayment, type PaymentStatus } from '@/domain/payment';
import type { PaymentMethod } from '@/domain/subscription';
import type { Ctx } from '../context';
import { ask } from '../db/ask';
import { payUrl } from './links';

export interface PendingRow {
  orderId: string;
  orderStatus: OrderStatus;
  paymentDate: Day;
  method: PaymentMethod;
  paymentStatus: PaymentStatus;
  reason: string | null;
  amount: number;
  linkToken: string | null;
  expiresAt: string | null;
  authorizeUri: string | null;
}

/** A scalar subquery over a subscription `s`: its newest order whose payment is under way, failed or expired, as JSON. */
export const PENDING_OF_S = `(select json_build_object('orderId', o.id, 'orderStatus', o.status, 'paymentDate', o.payment_date,
       'method', p.method, 'paymentStatus', p.status, 'reason', p.reason, 'amount', p.amount,
       'linkToken', l.token, 'expiresAt', coalesce(l.expires_at, t.expires_at), 'authorizeUri', t.authorize_uri)
     from orders o join payments p on p.order_id = o.id
     left join payment_links l on l.order_id = o.id and l.status = 'open'
     left join charge_attempts t on t.order_id = o.id and t.status in ('created','sent','action_required','unknown')
     where o.subscription_id = s.id and o.status in ('charging','awaiting_payment','unpaid')
       and (o.status <> 'unpaid' or s.status = 'inactive')
     order by o.cycle_index desc limit 1)`;

/** A payment under way, failed or expired; null where nothing is. */
export type PendingPayment = ReturnType<typeof showPending>;

export function showPending(pending: PendingRow, today: Day) {
  return {
    orderId: pending.orderId,
    method: pending.method,
    ...(shownPayment({ ...pending, today }) ?? {
      status: 'pending' as const,
      reason: null,
    }),
    amount: pending.amount,
    paymentUrl: pending.linkToken ? payUrl(pending.linkToken) : null,
    expiresAt: pending.expiresAt ? new Date(pending.expiresAt).toISOString() : null,
    authorizeUri: pending.authorizeUri,
  };
}

/** The same for one account. One query. */
export async function findPendingPayment(
  { db, now }: Ctx,
  accountId: string,
): Promise<PendingPayment | null> {
  const [row] = await ask<{ pending: PendingRow | null }>(
    db,
    `select ${PENDING_OF_S} as pending from subscriptions s where s.account_id = $1`,
    [accountId],
  );
  return row?.pending ? showPending(row.pending, dayOf(now)) : null;
}
