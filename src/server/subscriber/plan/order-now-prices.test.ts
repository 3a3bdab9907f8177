import { expect, test } from 'vitest';
import { loadCatalogue } from '@/server/shop/catalogue/queries';
import { changePrices } from '@/testing/price-changes';
import { goTo, plantSubscriber } from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { orderNow } from './order-now';
import { getSubscriptionView } from './queries';

// The invariants are checked after the test.
const world = withWorld({ cleanup: 'check' });

test('an order now restarts with a new order at the lower price, before those that keep theirs', async () => {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plantSubscriber(world, { paymentDay: 22, frequency: 2 });
  await settleDown(world);
  await goTo(world, '2026-12-05', '10:00');
  const { products } = await loadCatalogue(world.db, world.now());
  await changePrices(world, {
    products: products.map(({ code, listPrice }) => ({ code, listPrice: listPrice - 1000 })),
  });
  const upcoming = async () => (await getSubscriptionView(world.ctx(), accountId)).upcomingOrders;
  const kept = (await upcoming()).map(({ orderId }) => orderId);
  await orderNow(world.ctx(), accountId, { later: 'restart' });
  const [inserted, next] = await upcoming();
  expect(kept).not.toContain(inserted?.orderId);
  expect(kept).toContain(next?.orderId);
  expect(inserted?.total).toBeLessThan(next?.total ?? 0);
});
