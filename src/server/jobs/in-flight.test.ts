import { expect, test } from 'vitest';
import { withMoneyWorld } from '@/testing/money-world';
import { gatewayCharges, spoil } from '@/testing/outside';
import { settings } from '@/env';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { goTo, plantSubscriber } from '@/testing/subscribers';
import type { World } from '@/testing/world';
import { runBilling } from './run';

let world: World;
withMoneyWorld((opened) => (world = opened));

const COUNT = 30;

test('a slow gateway holds up nobody: more charges are on their way at once than there are connections', async () => {
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await cloneSubscriber(world, person, COUNT - 1);
  await goTo(world, '2026-12-31', '00:00');
  await runBilling(world.ctx());
  await goTo(world, '2026-12-31', '09:00');
  await spoil(world, { op: 'POST /charges', kind: 'latency', args: { ms: 1500 }, times: 'always' });
  let onTheirWay = 0;
  let most = 0;
  const ask = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const isCharge = init?.method === 'POST' && typeof input === 'string' && input.endsWith('/charges');
    if (isCharge) most = Math.max(most, (onTheirWay += 1));
    try {
      return await ask(input, init);
    } finally {
      if (isCharge) onTheirWay -= 1;
    }
  };
  try {
    await runBilling(world.ctx());
  } finally {
    globalThis.fetch = ask;
  }
  expect(most).toBeGreaterThan(settings().DATABASE_POOL);
  expect(
    (await gatewayCharges(world)).filter(({ transactionIndicator }) => transactionIndicator === 'MIT'),
  ).toHaveLength(COUNT);
});
