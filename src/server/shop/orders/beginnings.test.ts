import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { messages, orders, productPrices, subscriptions } from '@/server/db/schema';
import { deepTest } from '@/testing/deep';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { gatewayCharges, mailsTo } from '@/testing/providers';
import { GOOD_CARD } from '@/testing/browser';
import { forgetEverybody } from '@/testing/forget-everybody';
import {
  goTo,
  holdFreeProduct,
  ordersOf,
  plantSubscriber,
  pointsOf,
  statusOf,
  type Planted,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld();
afterEach(async () => {
  await rest();
  await expectInvariants(world);
  await forgetEverybody(world);
});

const run = () => runBilling(world.ctx());

async function rest(): Promise<void> {
  await world.sandbox.settled();
  await runJobs();
}

async function subscriber(card = GOOD_CARD): Promise<Planted> {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world, {}, card);
  await rest();
  return person;
}

const skip = ({ accountId }: Planted, indexes: number[]) =>
  transaction(world.db, (tx) =>
    tx
      .update(orders)
      .set({ status: 'skipped' })
      .where(and(eq(orders.accountId, accountId), inArray(orders.cycleIndex, indexes))),
  );

async function liveUntil(days: string[]): Promise<void> {
  for (const day of days) {
    for (const time of ['00:00', '09:00']) {
      await goTo(world, day, time);
      await Promise.all([run(), run()]);
    }
    await rest();
  }
}

const shown = async ({ accountId }: Planted) =>
  (await ordersOf(world, accountId)).map((row) => [row.status, row.date]);

describe('points held for a free product return', () => {
  test('when the date of its skipped order passes', async () => {
    const person = await subscriber();
    const [, order] = await ordersOf(world, person.accountId);
    await holdFreeProduct(world, person.accountId, order?.id ?? '');
    await skip(person, [1]);
    const before = await pointsOf(world, person.accountId);
    await liveUntil(['2026-12-31']);
    expect(await pointsOf(world, person.accountId)).toBe(before + 150);
  });

  deepTest('when its order is missed, and are spent when it is paid', async () => {
    const [missing, paying] = [await subscriber(), await subscriber()];
    for (const { accountId } of [missing, paying]) {
      const [, order] = await ordersOf(world, accountId);
      await holdFreeProduct(world, accountId, order?.id ?? '');
    }
    const before = await pointsOf(world, missing.accountId);
    await transaction(world.db, (tx) =>
      tx
        .update(subscriptions)
        .set({ status: 'inactive' })
        .where(eq(subscriptions.id, missing.subscriptionId)),
    );
    await liveUntil(['2026-12-31']);
    await transaction(world.db, (tx) =>
      tx.update(subscriptions).set({ status: 'active' }).where(eq(subscriptions.id, missing.subscriptionId)),
    );
    await liveUntil(['2027-01-31', '2027-02-28']);
    expect((await shown(missing)).slice(0, 3)).toEqual([
      ['paid', '2026-11-20'],
      ['missed', '2026-12-31'],
      ['paid', '2027-01-31'],
    ]);
    expect(await pointsOf(world, missing.accountId)).toBe(before + 150 + 2 * 33);
    expect(await pointsOf(world, paying.accountId)).toBe(before + 3 * 33);
  });
});

describe('an order that ends because a newer one begins', () => {
  const told = async ({ accountId }: Planted) =>
    (
      await world.db
        .select({ payload: messages.payload })
        .from(messages)
        .where(and(eq(messages.accountId, accountId), eq(messages.kind, 'order_left_out')))
    ).map(({ payload: { why, paymentDate, nextDate } }) => ({ why, paymentDate, nextDate }));

  test('is announced once as missed after an outage that lasted over its date', async () => {
    const person = await subscriber();
    await liveUntil(['2027-01-31', '2027-02-01']);
    expect((await shown(person)).slice(1, 3)).toEqual([
      ['missed', '2026-12-31'],
      ['paid', '2027-01-31'],
    ]);
    expect(await told(person)).toEqual([
      { why: 'missed', paymentDate: '2026-12-31', nextDate: '2027-01-31' },
    ]);
  });

  test('is announced as replaced if it was still to be paid', async () => {
    const person = await subscriber();
    await goTo(world, '2026-12-31', '00:00');
    await run();
    await liveUntil(['2027-01-31']);
    expect((await shown(person)).slice(1, 3)).toEqual([
      ['unpaid', '2026-12-31'],
      ['paid', '2027-01-31'],
    ]);
    expect(await told(person)).toEqual([
      { why: 'replaced', paymentDate: '2026-12-31', nextDate: '2027-01-31' },
    ]);
  });

  test('is not announced if nothing ends', async () => {
    const person = await subscriber();
    await liveUntil(['2026-12-31', '2027-01-31']);
    expect(await told(person)).toEqual([]);
  });
});

describe('a skipped order', () => {
  test('is never charged, counts as one of three, and another order is planned when its date begins', async () => {
    const person = await subscriber();
    await skip(person, [1]);
    await liveUntil(['2026-12-31']);
    expect(await shown(person)).toEqual([
      ['paid', '2026-11-20'],
      ['skipped', '2026-12-31'],
      ['upcoming', '2027-01-31'],
      ['upcoming', '2027-02-28'],
      ['upcoming', '2027-03-31'],
    ]);
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
  });

  test('beside two other skipped orders leaves the subscription active after all three dates', async () => {
    const person = await subscriber();
    await skip(person, [1, 2, 3]);
    await liveUntil(['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']);
    expect((await shown(person)).slice(1)).toEqual([
      ['skipped', '2026-12-31'],
      ['skipped', '2027-01-31'],
      ['skipped', '2027-02-28'],
      ['paid', '2027-03-31'],
      ['upcoming', '2027-04-30'],
      ['upcoming', '2027-05-31'],
      ['upcoming', '2027-06-30'],
    ]);
  });

  test('whose date passed during an outage stays skipped, and the other due order is charged', async () => {
    const person = await subscriber();
    await skip(person, [2]);
    await liveUntil(['2027-02-03']);
    expect((await shown(person)).slice(1)).toEqual([
      ['paid', '2026-12-31'],
      ['skipped', '2027-01-31'],
      ['upcoming', '2027-02-28'],
      ['upcoming', '2027-03-31'],
      ['upcoming', '2027-04-30'],
    ]);
  });

  test('whose date has passed stays skipped when the next order ends unpaid', async () => {
    const person = await subscriber({ ...GOOD_CARD, expiryMonth: 12, expiryYear: 2026 });
    await skip(person, [1, 3]);
    await liveUntil(['2026-12-31', '2027-01-31', '2027-02-13']);
    expect(await statusOf(world, person.accountId)).toBe('inactive');
    expect((await shown(person)).slice(1)).toEqual([
      ['skipped', '2026-12-31'],
      ['unpaid', '2027-01-31'],
      ['void', '2027-02-28'],
      ['void', '2027-03-31'],
      ['void', '2027-04-30'],
    ]);
  });
});

test('begins a payment date once in eight concurrent calls and plans one order', async () => {
  const person = await subscriber();
  await goTo(world, '2026-12-31', '00:00');
  const counts = await Promise.all(Array.from({ length: 8 }, run));
  expect(counts.reduce((sum, count) => sum + count.planned, 0)).toBe(1);
  expect(await shown(person)).toHaveLength(5);
});

test('a new price applies to orders planned after it and not to earlier ones', async () => {
  const person = await subscriber();
  await transaction(world.db, (tx) =>
    tx.insert(productPrices).values({
      productCode: 'night-pads',
      version: 2,
      listPrice: 20000,
      validFrom: new Date('2026-12-01T00:00:00Z'),
    }),
  );
  await liveUntil(['2026-12-31']);
  expect((await ordersOf(world, person.accountId)).map((row) => row.total)).toEqual([
    37525, 37525, 37525, 37525, 41350,
  ]);
  await transaction(world.db, (tx) => tx.delete(productPrices).where(eq(productPrices.version, 2)));
});

describe('a reminder', () => {
  const reminderMailsTo = ({ email }: { email: string }) =>
    mailsTo(world, email).filter((subject) => subject.startsWith('Your next payment'));
  const reminders = async () =>
    world.db
      .select({ notBefore: messages.notBefore, payload: messages.payload })
      .from(messages)
      .where(eq(messages.kind, 'order_reminder'))
      .orderBy(messages.createdAt);

  test('is sent once, five days before the payment date at 09:00, with the last day to skip', async () => {
    const person = await subscriber();
    await goTo(world, '2026-12-26', '08:59');
    await Promise.all([run(), run()]);
    expect(await reminders()).toEqual([]);
    await goTo(world, '2026-12-26', '09:00');
    await Promise.all([run(), run(), run()]);
    await goTo(world, '2026-12-27', '09:00');
    await run();
    await rest();
    expect(await reminders()).toMatchObject([
      { payload: { paymentDate: '2026-12-31', skipUntil: '2026-12-29', total: 37525 } },
    ]);
    expect(reminderMailsTo(person)).toHaveLength(1);
  });

  test('of a skipped order is not sent; after a late unskip it is sent at once', async () => {
    const person = await subscriber();
    await skip(person, [1]);
    await goTo(world, '2026-12-27', '10:00');
    await run();
    expect(await reminders()).toEqual([]);
    await transaction(world.db, (tx) =>
      tx
        .update(orders)
        .set({ status: 'upcoming' })
        .where(and(eq(orders.accountId, person.accountId), sql`cycle_index = 1`)),
    );
    await run();
    expect(await reminders()).toHaveLength(1);
  });

  test('due in the quiet hours waits for the morning', async () => {
    const person = await subscriber();
    await skip(person, [1]);
    await goTo(world, '2026-12-27', '22:00');
    await transaction(world.db, (tx) =>
      tx
        .update(orders)
        .set({ status: 'upcoming' })
        .where(and(eq(orders.accountId, person.accountId), sql`cycle_index = 1`)),
    );
    await run();
    await rest();
    expect(reminderMailsTo(person)).toEqual([]);
    expect(await reminders()).toMatchObject([{ notBefore: new Date('2026-12-28T08:00:00+07:00') }]);
    await goTo(world, '2026-12-28', '08:00');
    await run();
    await rest();
    expect(reminderMailsTo(person)).toHaveLength(1);
  });
});
