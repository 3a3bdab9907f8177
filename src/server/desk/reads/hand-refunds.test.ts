import { expect, test } from 'vitest';
import type { Month } from '@/domain/day';
import { plantManualRefund } from '@/testing/manual-refunds';
import { plantPayment, plantRefund } from '@/testing/payouts';
import { goTo, ordersOf, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { confirmRefund } from '../acts/refund';
import { readHandRefunds } from './hand-refunds';

const world = withWorld();

test('a refund by bank transfer waits at the end of its month and is sent in the month of its transfer', async () => {
  const { accountId } = await plantSubscriber(world);
  const [order] = await ordersOf(world, accountId);
  const first = await plantManualRefund(world, order?.id);
  const operator = () => ({ ...world.ctx(), operator: 'operator:nok' });
  const [november, december] = ['2026-11', '2026-12'] as [Month, Month];
  // A refund that the gateway makes is none.
  await plantRefund(world, await plantPayment(world, 30_000), 10_000);
  const read = async (month: Month) => {
    const { sent, waiting } = await readHandRefunds(world.db, month);
    return [sent.amount, waiting.amount];
  };
  expect(await read(november)).toEqual([0, 100]);
  await goTo(world, '2026-12-03', '10:00');
  await confirmRefund(operator(), first, 'SCB 4711');
  expect([await read(november), await read(december)]).toEqual([
    [0, 100],
    [100, 0],
  ]);
  const { sent } = await readHandRefunds(world.db, december);
  expect(sent.rows).toMatchObject([
    { id: first, day: '2026-12-03', reference: 'SCB 4711', orderNumber: order?.orderNumber, accountId },
  ]);
  await expect(confirmRefund(operator(), first, 'SCB 4711')).rejects.toThrow();
  expect(await read(december)).toEqual([100, 0]);
});
