import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { gatewayCharges, injectFault } from '@/testing/providers';
import { settings } from '@/settings/settings';
import { chargeAttempts } from '@/server/db/schema';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { deepTest } from '@/testing/deep';
import { goTo, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { runBilling } from './run';

const world = withWorld({ cleanup: 'check' });

/** Creates subscribers whose payment date has begun, and moves the clock to 09:00. */
async function dueToday(count: number): Promise<void> {
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await cloneSubscriber(world, person, count - 1);
  await goTo(world, '2026-12-31', '00:00');
  await runBilling(world.ctx());
  await goTo(world, '2026-12-31', '09:00');
}

/** Runs billing and calls `sending` before each charge is sent, and `answered` after its response. */
async function runWatched(watch: { sending: () => unknown; answered?: () => void }): Promise<void> {
  const ask = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const isCharge = init?.method === 'POST' && typeof input === 'string' && input.endsWith('/charges');
    if (isCharge) await watch.sending();
    try {
      return await ask(input, init);
    } finally {
      if (isCharge) watch.answered?.();
    }
  };
  try {
    await runBilling(world.ctx());
  } finally {
    globalThis.fetch = ask;
  }
}

const countRenewals = async () =>
  (await gatewayCharges(world)).filter(({ transactionIndicator }) => transactionIndicator === 'MIT').length;

deepTest(
  'a slow gateway does not limit concurrent charges to the number of database connections',
  async () => {
    await dueToday(30);
    await injectFault(world, { op: 'POST /charges', kind: 'latency', args: { ms: 1500 }, times: 'always' });
    let onTheirWay = 0;
    let most = 0;
    await runWatched({
      sending: () => (most = Math.max(most, (onTheirWay += 1))),
      answered: () => (onTheirWay -= 1),
    });
    expect(most).toBeGreaterThan(settings().DATABASE_POOL);
    expect(await countRenewals()).toBe(30);
  },
);

test('claims no more charges ahead of their sending than two seconds of CHARGES_PER_SECOND', async () => {
  const [perSecond, due] = [5, 16];
  await dueToday(due);
  settings().CHARGES_PER_SECOND = perSecond;
  let sent = 0;
  const unsent: number[] = [];
  try {
    await runWatched({
      sending: async () => {
        sent += 1;
        const claimed = await world.db.$count(chargeAttempts, eq(chargeAttempts.trigger, 'billing_run'));
        unsent.push(claimed - sent);
      },
    });
  } finally {
    settings().CHARGES_PER_SECOND = undefined;
  }
  expect(Math.max(...unsent)).toBeLessThanOrEqual(2 * perSecond);
  expect(unsent).toHaveLength(due);
  expect(await countRenewals()).toBe(due);
});
