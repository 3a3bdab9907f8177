import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MailedItem } from '@/emails/facts';
import { isAmong } from '../../db/among';
import type { Tx } from '../../db';
import { orderItems, products } from '../../db/schema';
import { typedSql } from '../../db/query-rows';

/** Returns the items of orders for messages and documents, by order id. */
export async function loadItems(
  tx: Tx,
  orderIds: readonly string[],
): Promise<Map<string, Required<MailedItem>[]>> {
  const rows = await tx
    .select({
      orderId: orderItems.orderId,
      item: {
        name: typedSql(
          z.object({ en: z.string(), th: z.string() }),
          sql`json_build_object('en', ${products.nameEn}, 'th', ${products.nameTh})`,
        ),
        quantity: orderItems.quantity,
        unitPrice: orderItems.unitPrice,
        linePrice: orderItems.linePrice,
      },
      pack: { pieces: products.pieces, lengthMm: products.lengthMm },
    })
    .from(orderItems)
    .innerJoin(products, eq(products.code, orderItems.productCode))
    .where(isAmong(orderItems.orderId, orderIds))
    .orderBy(asc(products.sort));
  const byOrder = new Map<string, Required<MailedItem>[]>(orderIds.map((id) => [id, []]));
  for (const { orderId, item, pack } of rows) byOrder.get(orderId)?.push({ ...item, pack });
  return byOrder;
}
