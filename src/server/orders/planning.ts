import { asc, eq, inArray } from 'drizzle-orm';
import { priceBox, type BoxItem } from '@/domain/box';
import { dayOf, type Day } from '@/domain/day';
import { totals } from '@/domain/payment';
import { planOrders, type PlannedDate } from '@/domain/planner';
import type { ProductCode } from '@/domain/product';
import type { CodeDiscount } from '@/domain/referral';
import type { OrderKind } from '@/domain/settlement';
import { feeOf, type Catalogue } from '../catalogue/queries';
import type { Db, Tx } from '../db/client';
import { accounts, boxItems, orderItems, orders, scheduleEpochs, subscriptions } from '../db/schema';
import { newId } from '../ids';
import type { Subscription } from '../subscription/locks';
import { withdrawReminders } from './withdrawing';

/** The box of a subscription, ordered by product code. */
export async function loadBox(tx: Db | Tx, subscriptionId: string): Promise<BoxItem[]> {
  const rows = await tx
    .select()
    .from(boxItems)
    .where(eq(boxItems.subscriptionId, subscriptionId))
    .orderBy(asc(boxItems.productCode));
  return rows.map((row) => ({ productCode: row.productCode as ProductCode, quantity: row.quantity }));
}

/** The box of an account's subscription; empty without one. */
export async function loadBoxOf(db: Db, accountId: string): Promise<BoxItem[]> {
  const rows = await db
    .select({ productCode: boxItems.productCode, quantity: boxItems.quantity })
    .from(boxItems)
    .innerJoin(subscriptions, eq(subscriptions.id, boxItems.subscriptionId))
    .where(eq(subscriptions.accountId, accountId));
  return rows as BoxItem[];
}

/** What one order of this box costs at this postcode today; `postalCode` null while the address is unknown. */
export function quoteOrder(
  catalogue: Catalogue,
  items: BoxItem[],
  postalCode: string | null,
  code: CodeDiscount | null = null,
) {
  const box = priceBox(items, catalogue.products);
  const deliveryFee = postalCode === null ? null : feeOf(catalogue, items, postalCode);
  return { box, totals: totals({ box, deliveryFee, code }) };
}

export interface NewOrder {
  subscription: Pick<Subscription, 'id' | 'accountId'>;
  cycleIndex: number;
  kind: OrderKind;
  status: 'upcoming' | 'skipped' | 'charging' | 'awaiting_payment';
  paymentDate: Day;
  now: Date;
  code?: string | null;
  quote: ReturnType<typeof quoteOrder>;
  catalogue: Catalogue;
}

/** Writes an order with its prices frozen. @returns its id. */
export async function writeOrder(tx: Tx, order: NewOrder): Promise<string> {
  const id = newId('order');
  const { totals: sum, box } = order.quote;
  await tx.insert(orders).values({
    id,
    subscriptionId: order.subscription.id,
    accountId: order.subscription.accountId,
    cycleIndex: order.cycleIndex,
    kind: order.kind,
    status: order.status,
    paymentDate: order.paymentDate,
    listPrice: sum.listPrice,
    boxPrice: sum.boxPrice,
    deliveryFee: sum.deliveryFee ?? 0,
    codeDiscount: sum.codeDiscount,
    code: order.code ?? null,
    total: sum.total,
    points: sum.points,
    begunAt: order.status === 'upcoming' || order.status === 'skipped' ? null : order.now,
    createdAt: order.now,
  });
  await writeOrderItems(tx, id, box, order.catalogue);
  return id;
}

/** Freezes the lines of an order that has none yet. */
export async function writeOrderItems(
  tx: Tx,
  orderId: string,
  box: ReturnType<typeof priceBox>,
  catalogue: Catalogue,
): Promise<void> {
  const version = new Map(catalogue.products.map((product) => [product.code, product.priceVersion]));
  await tx.insert(orderItems).values(
    box.lines.map((line) => ({
      orderId,
      productCode: line.productCode,
      quantity: line.quantity,
      listPrice: line.listPrice,
      unitPrice: line.unitPrice,
      linePrice: line.linePrice,
      priceVersion: version.get(line.productCode) ?? 1,
    })),
  );
}

/**
 * Keeps three upcoming or skipped orders ahead of an active subscription; asking again adds none. The caller holds
 * the subscription's lock.
 * @returns how many orders were added.
 */
export async function planUpcoming(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  catalogue: Catalogue,
): Promise<number> {
  if (subscription.status !== 'active') return 0;
  const [epochs, existing] = await Promise.all([
    tx
      .select()
      .from(scheduleEpochs)
      .where(eq(scheduleEpochs.subscriptionId, subscription.id))
      .orderBy(asc(scheduleEpochs.seq)),
    tx
      .select({ index: orders.cycleIndex, paymentDate: orders.paymentDate, status: orders.status })
      .from(orders)
      .where(eq(orders.subscriptionId, subscription.id)),
  ]);
  const planned = planOrders({ today: dayOf(now), nextIndex: subscription.nextIndex, epochs, existing });
  if (planned.length === 0) return 0;
  await writePlanned(tx, now, subscription, catalogue, planned);
  const nextIndex = Math.max(...planned.map((order) => order.index)) + 1;
  await tx.update(subscriptions).set({ nextIndex }).where(eq(subscriptions.id, subscription.id));
  return planned.length;
}

/** Writes planned orders with the subscription's box at the catalogue's prices. @returns them with their ids. */
export async function writePlanned(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  catalogue: Catalogue,
  planned: readonly PlannedDate[],
): Promise<{ id: string; paymentDate: Day }[]> {
  if (planned.length === 0) return [];
  const quote = await quoteBox(tx, subscription, catalogue);
  const written: { id: string; paymentDate: Day }[] = [];
  for (const { index, paymentDate, skipped } of planned) {
    const status = skipped ? 'skipped' : 'upcoming';
    const order = { cycleIndex: index, kind: 'renewal', status, paymentDate, quote } as const;
    written.push({ id: await writeOrder(tx, { subscription, now, catalogue, ...order }), paymentDate });
  }
  return written;
}

/** Gives orders that are not locked the subscription's box as it now is, at the catalogue's prices. */
export async function repriceOrders(
  tx: Tx,
  subscription: Subscription,
  catalogue: Catalogue,
  orderIds: string[],
): Promise<void> {
  if (orderIds.length === 0) return;
  await withdrawReminders(tx, orderIds);
  const { totals: sum, box } = await quoteBox(tx, subscription, catalogue);
  await tx
    .update(orders)
    .set({
      listPrice: sum.listPrice,
      boxPrice: sum.boxPrice,
      deliveryFee: sum.deliveryFee ?? 0,
      codeDiscount: sum.codeDiscount,
      total: sum.total,
      points: sum.points,
    })
    .where(inArray(orders.id, orderIds));
  await tx.delete(orderItems).where(inArray(orderItems.orderId, orderIds));
  for (const orderId of orderIds) await writeOrderItems(tx, orderId, box, catalogue);
}

/** What an order of a subscription's box costs where it goes now. */
async function quoteBox(tx: Tx, subscription: Subscription, catalogue: Catalogue) {
  const [items, [account]] = await Promise.all([
    loadBox(tx, subscription.id),
    tx
      .select({ postalCode: accounts.postalCode })
      .from(accounts)
      .where(eq(accounts.id, subscription.accountId)),
  ]);
  return quoteOrder(catalogue, items, account?.postalCode ?? null);
}
