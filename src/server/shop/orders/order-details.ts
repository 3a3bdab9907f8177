import { z } from 'zod';
import type { Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import type { ParcelLoss, ParcelProblem } from '@/domain/parcel';
import { requireSubscriber } from '../../lifecycle/require-subscriber';
import type { Ctx } from '../../platform/context';
import { queryRows } from '../../db/query-rows';
import { columnShape, rowShape } from '../../db/row-shapes';
import { orders, replacedParcels, shipments } from '../../db/schema';
import { findOrder, type OrderView } from './queries';

/** The parcel problems that the subscriber does not see, because they do not affect the parcel itself. */
const HIDDEN_PROBLEMS: readonly string[] = ['away', 'by_hand'] satisfies ParcelProblem[];

/** An order with details of its payment and parcels. */
export interface OrderDetails {
  order: OrderView;
  paidOn: Day | null;
  /** The sum of duplicate and late payments for the order, which are refunded. */
  returned: Satang;
  /** The refund by transfer whose account the subscriber has not named; null without one. */
  transferId: string | null;
  /** The parcel of the order; null until the order is paid. */
  parcel: {
    shippedAt: Date | null;
    deliveredAt: Date | null;
    /**
     * Whether the parcel was or may have been handed over. A new postal address then does not change this
     * parcel.
     */
    isTaken: boolean;
    /** Whether the parcel has a problem that an operator handles. */
    isLookedAfter: boolean;
    /** The reason why the parcel was refunded: lost or damaged; null if it was not refunded. */
    loss: ParcelLoss | null;
    /** Earlier parcels that were lost or damaged, oldest first. */
    earlier: {
      loss: ParcelLoss;
      courier: string | null;
      trackingNumber: string | null;
      shippedAt: Date | null;
      replacedAt: Date;
    }[];
  } | null;
}

const factsRow = z.object({
  paid_on: columnShape(orders.paidOn),
  returned: z.string(),
  transfer_id: z.string().nullable(),
  has_parcel: z.boolean(),
  shipped_at: columnShape(shipments.shippedAt),
  delivered_at: columnShape(shipments.deliveredAt),
  is_taken: z.boolean(),
  problem: columnShape(shipments.problem),
  loss: columnShape(shipments.loss),
  earlier: z
    .array(rowShape(replacedParcels, ['loss', 'courier', 'trackingNumber', 'shippedAt', 'replacedAt']))
    .nullable(),
});

// The same conditions as in `PREVIOUS`: no unpaid first order, and no order that became void before its
// payment date.
const FACTS = `select o.paid_on::text, s.order_id is not null as has_parcel, s.shipped_at, s.delivered_at,
    s.requested_at is not null as is_taken, s.problem, s.loss,
    case when s.number > 1 then (select json_agg(json_build_object('loss', r.loss, 'courier', r.courier,
       'trackingNumber', r.tracking_number, 'shippedAt', r.shipped_at, 'replacedAt', r.replaced_at) order by r.number)
       from replaced_parcels r where r.order_id = o.id) end as earlier,
    (select coalesce(sum(r.amount), 0) from money_received m join refunds r on r.money_id = m.id
       where m.order_id = o.id and m.verdict <> 'kept' and r.status <> 'failed') as returned,
    (select r.id from money_received m join refunds r on r.money_id = m.id where m.order_id = o.id
       and r.status = 'manual' and r.pay_to is null and r.taken_by is null order by r.created_at limit 1) as transfer_id
  from orders o left join shipments s on s.order_id = o.id left join payments p on p.order_id = o.id
  where o.account_id = $1 and o.id = $2
    and not (o.status = 'void' and p.id is null) and not (o.kind = 'first' and o.paid_at is null)`;

/**
 * Returns an order of a subscriber with its history.
 * @throws AppError ORDER_NOT_FOUND also for an order of another account; NOT_ALLOWED for a registration in
 *   progress
 */
export async function getOrderDetails(ctx: Ctx, accountId: string, orderId: string): Promise<OrderDetails> {
  await requireSubscriber(ctx.db, accountId);
  const [row] = await queryRows(ctx.db, factsRow, { text: FACTS, params: [accountId, orderId] });
  const order = row && (await findOrder(ctx, accountId, orderId));
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const at = (value: string | null) => (value === null ? null : new Date(value));
  return {
    order,
    paidOn: row.paid_on,
    returned: Number(row.returned),
    transferId: row.transfer_id,
    parcel: row.has_parcel
      ? {
          shippedAt: at(row.shipped_at),
          deliveredAt: at(row.delivered_at),
          isTaken: row.is_taken,
          isLookedAfter: row.problem !== null && !HIDDEN_PROBLEMS.includes(row.problem),
          loss: row.loss,
          earlier: (row.earlier ?? []).map((parcel) => ({
            ...parcel,
            shippedAt: at(parcel.shippedAt),
            replacedAt: new Date(parcel.replacedAt),
          })),
        }
      : null,
  };
}
