import { and, asc, eq, like } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiContext } from '@/server/api/context';
import { createCaller } from '@/server/api/root';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { auditEvents, orders, subscriptions } from '@/server/db/schema';
import { redeemProduct } from '@/server/shop/rewards/redeem';
import { changeBox, skipOrder } from './plan-commands';
import { lockSubscription } from '@/server/lifecycle/locks';
import { deactivateNow } from '@/testing/changes';
import { gatewayCharges } from '@/testing/providers';
import { createSubscriber } from '@/testing/browser';
import { queriesOf } from '@/testing/queries';
import {
  goTo,
  ordersOf,
  plantRegistration,
  plantSubscriber,
  refusalOf,
  type Planted,
  runPaymentDates,
} from '@/testing/subscribers';
import { untilLocked } from '@/testing/waiting';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'check' });

/**
 * Creates a subscriber who paid on 20 November. The next orders are on 31 December, 31 January and 28
 * February.
 */
async function subscriber(): Promise<Planted & { ids: string[] }> {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world);
  return { ...person, ids: (await ordersOf(world, person.accountId)).map((row) => row.id) };
}

const skip = ({ accountId }: Planted, orderId: string, skipped = true) =>
  skipOrder(world.ctx(), accountId, { orderId, skip: skipped });

const versionOf = async ({ subscriptionId }: Planted) => {
  const [row] = await world.db.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId));
  return row?.version;
};

const auditOf = async ({ subscriptionId }: Planted) =>
  (
    await world.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, subscriptionId), like(auditEvents.what, 'order.%skipped')))
      .orderBy(asc(auditEvents.at))
  ).map((row) => [row.what, row.actor, row.detail]);

const force = (orderId: string, values: Partial<typeof orders.$inferInsert>) =>
  transaction(world.db, (tx) => tx.update(orders).set(values).where(eq(orders.id, orderId)));

describe('skipping', () => {
  test('returns the order and the next three, and is undone by unskipping', async () => {
    const person = await subscriber();
    const version = await versionOf(person);
    const skipped = await skip(person, person.ids[2]!);
    expect(skipped.order).toMatchObject({ orderId: person.ids[2], status: 'skipped', skipped: true });
    expect(skipped.upcoming.map((order) => [order.paymentDate, order.skipped])).toEqual([
      ['2026-12-31', false],
      ['2027-01-31', true],
      ['2027-02-28', false],
    ]);
    const back = await skip(person, person.ids[2]!, false);
    expect(back.order).toMatchObject({ status: 'upcoming', skipped: false });
    expect(back.upcoming.every((order) => !order.skipped)).toBe(true);
    expect(await versionOf(person)).toBe(version! + 2);
    const step = { cause: 'asked_by_subscriber', orderId: person.ids[2] };
    expect(await auditOf(person)).toEqual([
      ['order.skipped', person.accountId, { ...step, from: 'upcoming', to: 'skipped' }],
      ['order.unskipped', person.accountId, { ...step, from: 'skipped', to: 'upcoming' }],
    ]);
  });

  test('prevents the charge, also of all three orders', async () => {
    const person = await subscriber();
    for (const id of person.ids.slice(1)) await skip(person, id);
    await runPaymentDates(world, '2026-12-31', '2027-01-31', '2027-02-28');
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
  });

  test('is possible until the end of the second day before the payment date', async () => {
    const person = await subscriber();
    const id = person.ids[1]!;
    await goTo(world, '2026-12-29', '23:59');
    await skip(person, id);
    await skip(person, id, false);
    await goTo(world, '2026-12-30', '00:00');
    expect(await refusalOf(skip(person, id))).toBe('SKIP_TOO_LATE');
    await goTo(world, '2026-12-31', '00:00');
    expect(await refusalOf(skip(person, id))).toBe('ORDER_NOT_UPCOMING');
    await goTo(world, '2026-12-31', '00:20');
    await runBilling(world.ctx());
    expect(await refusalOf(skip(person, id))).toBe('ORDER_NOT_UPCOMING');
    expect(await refusalOf(skip(person, id, false))).toBe('ORDER_NOT_UPCOMING');
  });

  test('unskipping is possible until the end of the second day before the payment date', async () => {
    const person = await subscriber();
    const id = person.ids[1]!;
    await skip(person, id);
    await goTo(world, '2026-12-30', '00:00');
    expect(await refusalOf(skip(person, id, false))).toBe('SKIP_TOO_LATE');
    await goTo(world, '2026-12-31', '00:20');
    await runBilling(world.ctx());
    expect(await refusalOf(skip(person, id, false))).toBe('ORDER_NOT_UPCOMING');
  });

  test('a request that waited for the lock until the payment date began is refused', async () => {
    const person = await subscriber();
    await skip(person, person.ids[1]!);
    await goTo(world, '2026-12-31', '00:20');
    await runBilling(world.ctx());
    const early = world.ctx(new Date('2026-12-29T23:59:59+07:00'));
    const restore = { orderId: person.ids[1]!, skip: false };
    expect(await refusalOf(skipOrder(early, person.accountId, restore))).toBe('ORDER_NOT_UPCOMING');
  });
});

test('a skip, a box change and a redemption are decided at the time at which they get the lock', async () => {
  const waiting: [string, (person: Planted & { ids: string[] }) => Promise<unknown>, string, string][] = [
    ['2026-12-29', (person) => skip(person, person.ids[1]!), 'SKIP_TOO_LATE', 'upcoming'],
    [
      '2026-12-30',
      ({ accountId, ids }) =>
        redeemProduct(world.ctx(), accountId, { productCode: 'day-pads', orderId: ids[1] }),
      'ORDER_NOT_UPCOMING',
      'upcoming',
    ],
    [
      '2026-12-30',
      ({ accountId }) =>
        changeBox(world.ctx(), accountId, { items: [{ productCode: 'panty-liners', quantity: 3 }] }),
      'accepted',
      'upcoming',
    ],
  ];
  for (const [day, ask, told, status] of waiting) {
    const person = await subscriber();
    const midnight = new Date(`${day}T24:00:00+07:00`);
    await world.setNow(new Date(midnight.getTime() - 30_000));
    let answer: Promise<string> | undefined;
    await transaction(world.db, async (tx) => {
      await lockSubscription(tx, person.subscriptionId);
      answer = refusalOf(ask(person));
      await untilLocked(world);
      // The command's own clock may be behind by the time between its call and its first statement.
      await world.setNow(new Date(midnight.getTime() + 20_000));
    });
    expect((await answer)?.split(':')[0]).toBe(told);
    const [, next] = await ordersOf(world, person.accountId);
    expect(next).toMatchObject({ status, total: 37_525 });
  }
});

describe('a skip of a skipped order', () => {
  test('succeeds and changes nothing, also when it is too late to change it', async () => {
    const person = await subscriber();
    const id = person.ids[1]!;
    await skip(person, id);
    const version = await versionOf(person);
    expect((await skip(person, id)).order.skipped).toBe(true);
    await goTo(world, '2026-12-30', '12:00');
    expect((await skip(person, id)).order.skipped).toBe(true);
    expect((await skip(person, person.ids[2]!, false)).order.skipped).toBe(false);
    expect(await versionOf(person)).toBe(version);
    expect(await auditOf(person)).toHaveLength(1);
  });

  test('a skipped order whose date has passed can be skipped again without effect', async () => {
    const person = await subscriber();
    await skip(person, person.ids[1]!);
    await goTo(world, '2027-01-02', '12:00');
    await runBilling(world.ctx());
    const { order, upcoming } = await skip(person, person.ids[1]!);
    expect(order).toMatchObject({ orderId: person.ids[1], skipped: true, payment: null });
    expect(upcoming).toHaveLength(3);
  });

  test('happens once in two concurrent calls', async () => {
    const person = await subscriber();
    const version = await versionOf(person);
    const answers = await Promise.all(Array.from({ length: 8 }, () => skip(person, person.ids[1]!)));
    for (const { order } of answers) expect(order.skipped).toBe(true);
    expect(await versionOf(person)).toBe(version! + 1);
    expect(await auditOf(person)).toHaveLength(1);
  });

  test('concurrent skip and unskip return their own results, and the last one applies', async () => {
    const person = await subscriber();
    const requests = [true, false, true, false, true, false];
    const answers = await Promise.all(requests.map((requested) => skip(person, person.ids[1]!, requested)));
    expect(answers.map(({ order }) => order.skipped)).toEqual(requests);
    const [, second] = await ordersOf(world, person.accountId);
    expect(['upcoming', 'skipped']).toContain(second?.status);
  });
});

describe('refused', () => {
  test('the order of another account is not found, like an unknown one', async () => {
    const [person, other] = [await subscriber(), await subscriber()];
    const refusals: unknown[] = [];
    for (const orderId of [other.ids[1]!, 'ord_nobody']) {
      await skip(person, orderId).catch((error: unknown) => refusals.push(error));
    }
    expect(refusals).toMatchObject([
      { code: 'ORDER_NOT_FOUND', details: { orderId: other.ids[1] } },
      { code: 'ORDER_NOT_FOUND', details: { orderId: 'ord_nobody' } },
    ]);
    expect((await ordersOf(world, other.accountId))[1]?.status).toBe('upcoming');
  });

  test('a paid order, and the void ones of an inactive subscription', async () => {
    const person = await subscriber();
    expect(await refusalOf(skip(person, person.ids[0]!))).toBe('ORDER_NOT_UPCOMING');
    await deactivateNow(world, person.subscriptionId);
    expect(await refusalOf(skip(person, person.ids[1]!))).toBe('ORDER_NOT_UPCOMING');
    expect(await refusalOf(skip(person, person.ids[1]!, false))).toBe('ORDER_NOT_UPCOMING');
  });

  test('a registration in progress', async () => {
    const person = await plantRegistration(world);
    expect(await refusalOf(skip(person, 'ord_any'))).toBe('NOT_ALLOWED');
    expect(await refusalOf(skipOrder(world.ctx(), 'acc_nobody', { orderId: 'x', skip: true }))).toBe(
      'NOT_ALLOWED',
    );
  });

  test('anything while an offline payment is pending', async () => {
    const person = await subscriber();
    await force(person.ids[1]!, { status: 'awaiting_payment', begunAt: world.now() });
    expect(await refusalOf(skip(person, person.ids[2]!))).toBe('PAYMENT_PENDING');
    await force(person.ids[1]!, { status: 'upcoming', begunAt: null });
  });
});

test('takes at most six statements including the session, without begin and commit', async () => {
  await goTo(world, '2026-11-20', '10:00');
  const { browser } = await createSubscriber(world);
  const caller = () => createCaller(apiContext(new Headers({ cookie: browser.cookie() })));
  const { orders: upcoming } = await caller().orders.upcoming();
  await caller().orders.skip({ orderId: upcoming[0]!.orderId });
  const sent = await queriesOf(world.db, () => caller().orders.skip({ orderId: upcoming[1]!.orderId }));
  const statements = sent.filter((text) => !/^(begin|commit)/i.test(text));
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(6);
});

test('previews a skip without a change, and refuses a skip of an older version with the present view', async () => {
  const person = await subscriber();
  const { accountId, ids } = person;
  const request = { orderId: ids[1]!, skip: true };
  const version = await versionOf(person);
  const preview = await skipOrder(world.ctx(), accountId, { ...request, version, preview: true });
  expect(preview.order.skipped).toBe(true);
  expect([await versionOf(person), await auditOf(person)]).toEqual([version, []]);
  await skipOrder(world.ctx(), accountId, { ...request, version });
  const stale = skipOrder(world.ctx(), accountId, { orderId: ids[2]!, skip: true, version });
  await expect(stale).rejects.toMatchObject({
    code: 'STALE',
    details: { data: { subscription: { version: version! + 1 } } },
  });
});
