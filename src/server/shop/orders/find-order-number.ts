import { eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { Db, Tx } from '../../db';
import { orders } from '../../db/schema';

/** Returns the short number of an order. @throws AppError ORDER_NOT_FOUND */
export async function findOrderNumber({ db }: { db: Db | Tx }, orderId: string): Promise<number> {
  const [row] = await db
    .select({ orderNumber: orders.orderNumber })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!row) throw new AppError('ORDER_NOT_FOUND', { orderId });
  return row.orderNumber;
}
