import { z } from 'zod';
import { rowShape } from '../db/row-shapes';
import { orderItems, orders, priceNotices } from '../db/schema';

const ITEM = ['productCode', 'quantity', 'listPrice', 'unitPrice', 'linePrice', 'priceVersion'] as const;
const ORDER = ['id', 'paymentDate', 'listPrice', 'boxPrice', 'deliveryFee', 'points'] as const;

/**
 * The prices that a subscriber knows. `held`: the latest orders with the box of the subscription to the
 * address of the account, newest first.
 * `notice`: the latest notice of a higher price.
 */
export const priceFactsRow = z.object({
  held: z.array(
    rowShape(orders, ORDER).extend({
      items: z.array(rowShape(orderItems, ITEM)),
    }),
  ),
  notice: rowShape(priceNotices, ['number', 'prices', 'firstDate']).nullable(),
});
export type PriceFacts = z.output<typeof priceFactsRow>;

// A change of schedule can drop up to three planned orders, so that the order before them is needed too.
const HELD_MAX = 4;
const contentOf = (table: string, of: string) =>
  `(select array_agg(c.product_code || ':' || c.quantity order by c.product_code) from ${table} c where c.${of})`;

/** SQL of the prices that the subscriber of a subscription `s` knows, as JSON. */
export const PRICES_OF_S = `json_build_object(
    'held', (select coalesce(json_agg(json_build_object('id', h.id, 'listPrice', h.list_price, 'boxPrice', h.box_price,
        'deliveryFee', h.delivery_fee, 'points', h.points, 'paymentDate', h.payment_date,
        'items', (select json_agg(json_build_object('productCode', i.product_code, 'quantity', i.quantity,
            'listPrice', i.list_price, 'unitPrice', i.unit_price, 'linePrice', i.line_price,
            'priceVersion', i.price_version) order by i.product_code) from order_items i where i.order_id = h.id))
        order by h.cycle_index desc), '[]')
      from (select o.* from orders o where o.subscription_id = s.id and o.status <> 'void'
          and ${contentOf('order_items', 'order_id = o.id')} = ${contentOf('box_items', 'subscription_id = s.id')}
          and not exists (select from order_addresses x where x.order_id = o.id)
        order by o.cycle_index desc limit ${HELD_MAX}) h),
    'notice', (select json_build_object('number', n.number, 'prices', n.prices, 'firstDate', n.first_date) from price_notices n where n.subscription_id = s.id order by n.number desc limit 1))`;
