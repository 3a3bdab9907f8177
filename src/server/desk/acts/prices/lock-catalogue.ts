import { asc } from 'drizzle-orm';
import type { Tx } from '../../../db';
import { products } from '../../../db/schema';

/**
 * Locks all products, so that only one member at a time changes the catalogue. Orders and boxes can still refer to the
 * products meanwhile.
 */
export async function lockCatalogue(tx: Tx): Promise<(typeof products.$inferSelect)[]> {
  return tx.select().from(products).orderBy(asc(products.code)).for('no key update');
}
