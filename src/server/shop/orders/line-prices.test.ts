import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { BoxItem } from '@/domain/box';
import { transaction, type Tx } from '@/server/db';
import { orderItems, productPrices } from '@/server/db/schema';
import { drawDocument } from '@/documents/draw';
import { issueReceipt } from '@/server/work/documents/issue';
import { changeBox } from '@/server/subscriber/plan/plan-commands';
import { runJobs } from '@/testing/jobs';
import { textOfPdf } from '@/testing/pdf';
import { ordersOf, plantSubscriber, walkSubscriber } from '@/testing/subscribers';
import { type World } from '@/testing/world';
import { withWorld } from '@/testing/with-world';
import { findLastPaidOrder } from './queries';

/*
 * Day pads cost ฿149.50. One pack costs a subscriber ฿112.13 (rounded ฿112.125), and two packs cost ฿224.25.
 */
const world = withWorld({ cleanup: 'check' });
beforeAll(async () => {
  const price = { productCode: 'day-pads', version: 2, listPrice: 14_950, validFrom: world.openedAt };
  await transaction(world.db, (tx) => tx.insert(productPrices).values(price));
});
// Also checks every invariant, among them that the prices of an order are the sums of its items.

const BOX: BoxItem[] = [{ productCode: 'day-pads', quantity: 2 }];
const linesIn = (db: Tx | World['db'], orderId: string) =>
  db
    .select({ quantity: orderItems.quantity, unit: orderItems.unitPrice, line: orderItems.linePrice })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));

test('receipt, mail and response with a rounded price add up to the total', async () => {
  const { accountId, email } = await walkSubscriber(world, { items: BOX });
  await runJobs();
  const order = await findLastPaidOrder(world.ctx(), accountId);
  expect(order).toMatchObject({
    items: [{ productCode: 'day-pads', quantity: 2, unitPrice: 11_213, linePrice: 22_425 }],
    boxPrice: 22_425,
    total: 26_425,
  });
  const receipt = await issueReceipt(world.ctx(), order?.orderId ?? '');
  if (!receipt) throw new Error('a paid order without a receipt');
  const drawn = textOfPdf(await drawDocument(receipt, 10_243, 'en'));
  const mail = (await world.latestMail(email))?.text ?? '';
  for (const said of [drawn, mail]) {
    expect(said).toContain('฿224.25');
    expect(said).not.toContain('฿224.26');
  }
  expect(mail).toMatch(/2 × Day pads, 24\.5\u00a0cm, 10\u00a0pieces +฿224\.25/);
});

test('a changed box computes and rounds the price of each item again', async () => {
  const { accountId } = await plantSubscriber(world, { items: BOX });
  await changeBox(world.ctx(), accountId, { items: [{ productCode: 'day-pads', quantity: 3 }] });
  const [, next] = await ordersOf(world, accountId);
  expect(await linesIn(world.db, next?.id ?? '')).toEqual([{ quantity: 3, unit: 11_213, line: 33_638 }]);
});
