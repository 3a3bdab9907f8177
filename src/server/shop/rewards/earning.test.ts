import { and, eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { accounts, cards, messages, orders, pointsEntries, referrals } from '@/server/db/schema';
import { newId } from '@/server/platform/ids';
import { correctDispute } from '@/server/desk/acts/correct-dispute';
import { decideDispute } from '@/server/desk/acts/dispute';
import { refund } from '@/server/desk/acts/refund';
import { lockSubscription } from '@/server/lifecycle/locks';
import type { TestCard } from '@/testing/cards';
import { expectInvariants } from '@/testing/invariants';
import { actOnCharge, disputeCharge, gatewayCharges } from '@/testing/providers';
import { forgetEverybody } from '@/testing/forget-everybody';
import {
  goTo,
  ordersOf,
  payWith,
  plantRegistration,
  plantSubscriber,
  pointsOf,
  refusalOf,
  messageKindsOf,
  type Planted,
} from '@/testing/subscribers';
import { loadPayers, lockEarning, rewardReferrals } from './earning';
import { movePoints } from '@/server/lifecycle/points';
import { settleQuietly, withWorld } from '@/testing/with-world';
import { viewRewards } from './queries';
import { markMilestoneSeen } from './mark-milestone-seen';
import { redeemProduct } from './redeem';
import { generateReferralCode } from './referral-code';

const world = withWorld();
afterEach(async () => {
  await settleDown();
  await expectInvariants(world);
  await forgetEverybody(world);
  await goTo(world, '2026-11-20', '10:00');
});

const settleDown = () => settleQuietly(world);

const OTHER_CARD = { number: '5555555555554444' };
const milestoneOf = async (accountId: string) => (await viewRewards(world.ctx(), accountId)).milestone;
const redeem = (accountId: string) => redeemProduct(world.ctx(), accountId, { productCode: 'day-pads' });
const giveBack = (target: string) =>
  refund({ ...world.ctx(), operator: 'operator:nok' }, { target, amount: null });

/** Adds earlier orders of an account. A discount code paid the whole total of each order. */
async function plantPast(accountId: string, count: number) {
  await transaction(world.db, async (tx) => {
    const copy = (table: string, columns: Record<string, string>) => {
      const names = Object.keys(columns).join(', ');
      const values = Object.values(columns).join(', ');
      return tx.execute(
        sql.raw(`insert into ${table} (${names}) select ${values} from ${table} t, orders o, generate_series(1, ${count}) n
          where o.account_id = '${accountId}' and o.kind = 'first'
            and ${table === 'orders' ? 't.id' : 't.order_id'} = o.id`),
      );
    };
    const keep = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `t.${name}`]));
    await copy('orders', {
      ...keep(
        'subscription_id',
        'account_id',
        'list_price',
        'box_price',
        'delivery_fee',
        'created_at',
        'begun_at',
      ),
      id: "'ord_past' || n",
      cycle_index: '-n',
      kind: "'renewal'",
      status: "'paid'",
      points: '0',
      total: '0',
      code_discount: 't.total',
      payment_date: 't.payment_date - n',
      paid_on: 't.paid_on - n',
      paid_at: "t.paid_at - n * interval '1 day'",
    });
    await copy('order_items', {
      ...keep('product_code', 'quantity', 'list_price', 'unit_price', 'line_price', 'price_version'),
      order_id: "'ord_past' || n",
    });
    await copy('shipments', {
      order_id: "'ord_past' || n",
      status: "'delivered'",
      updated_at: 't.updated_at',
    });
    await copy('payments', {
      ...keep('account_id', 'method', 'status', 'created_at'),
      id: "'pay_past' || n",
      order_id: "'ord_past' || n",
      amount: '0',
    });
  });
}

async function payOn(day: string) {
  await goTo(world, day, '09:00');
  await runBilling(world.ctx());
  await settleDown();
}

describe('every tenth paid order', () => {
  test('gives 50 points and one message; refunded and replaced by another, it gives none again', async () => {
    const { accountId } = await plantSubscriber(world);
    await plantPast(accountId, 8);
    expect(await milestoneOf(accountId)).toMatchObject({ paidOrders: 9, toGo: 1, reached: null });
    await payOn('2026-12-31');
    expect(await pointsOf(world, accountId)).toBe(33 + 33 + 50);
    expect(await milestoneOf(accountId)).toEqual({
      every: 10,
      points: 50,
      paidOrders: 10,
      toGo: 10,
      reached: { number: 1, points: 50 },
    });
    const [tenth] = await world.db
      .select()
      .from(orders)
      .where(and(eq(orders.accountId, accountId), eq(orders.cycleIndex, 1)));
    await giveBack(tenth?.id ?? '');
    expect(await milestoneOf(accountId)).toMatchObject({ paidOrders: 9, toGo: 11 });
    await payOn('2027-01-31');
    expect(await milestoneOf(accountId)).toMatchObject({ paidOrders: 10, toGo: 10 });
    expect(await pointsOf(world, accountId)).toBe(33 + 33 + 50);
    const told = await world.db.select().from(messages).where(eq(messages.kind, 'milestone'));
    expect(told).toMatchObject([
      {
        accountId,
        payload: {
          orders: 10,
          points: 50,
          balance: 116,
          link: expect.stringContaining('/account/rewards') as unknown,
        },
      },
    ]);
    const see = (number: number) => markMilestoneSeen(world.ctx(), accountId, number);
    await see(2);
    expect((await milestoneOf(accountId)).reached).toEqual({ number: 1, points: 50 });
    await Promise.all([see(1), see(1)]);
    expect((await milestoneOf(accountId)).reached).toBeNull();
  });

  test('is completed by the order whose lost dispute was decided for the shop', async () => {
    const { accountId } = await plantSubscriber(world);
    await settleDown();
    await plantPast(accountId, 8);
    const [charge] = await gatewayCharges(world, accountId);
    const dispute = async (status: 'lost' | 'won') => {
      await disputeCharge(world, charge?.id ?? '', status);
      await settleDown();
    };
    await dispute('lost');
    const asked = { target: charge?.metadata.orderId ?? '', why: 'the bank decided' };
    const staff = () => ({ ...world.ctx(), operator: 'operator:nok' });
    await decideDispute(staff(), { ...asked, decision: 'allow' });
    await decideDispute(staff(), { ...asked, decision: 'lost' });
    await payOn('2026-12-31');
    expect(await milestoneOf(accountId)).toMatchObject({ paidOrders: 9, reached: null });
    await dispute('won');
    await correctDispute(staff(), asked);
    expect(await milestoneOf(accountId)).toMatchObject({ paidOrders: 10, reached: { number: 1 } });
    expect(await pointsOf(world, accountId)).toBe(33 + 33 + 50);
  });

  test('has no congratulation to close during a registration', async () => {
    const { accountId } = await plantRegistration(world);
    expect(await refusalOf(markMilestoneSeen(world.ctx(), accountId, 1))).toBe('NOT_ALLOWED');
    expect(await viewRewards(world.ctx(), accountId)).toMatchObject({ points: 0, nextOrder: null, held: [] });
  });
});

/** Returns a subscriber with a referral code. */
async function referrer(): Promise<Planted & { code: string }> {
  const person = await plantSubscriber(world);
  await settleDown();
  const { code } = await generateReferralCode(world.ctx(), person.accountId);
  return { ...person, code };
}

async function referralOf(friendId: string) {
  const [row] = await world.db.select().from(referrals).where(eq(referrals.friendId, friendId));
  return row;
}

/** Creates a friend whose first payment has an open 3-D Secure challenge. `pay` completes the challenge. */
async function friendAtTheBank(code: string, card: TestCard = OTHER_CARD) {
  const friend = await plantRegistration(world, { code });
  expect((await payWith(world, friend, { ...card, name: 'FAKE 3DS' })).outcome).toBe('action_required');
  return {
    ...friend,
    pay: async () => {
      const [charge] = await gatewayCharges(world, friend.accountId);
      await actOnCharge(world, charge?.id ?? '', 'approve');
      await settleDown();
    },
  };
}

describe('a referred friend', () => {
  test('pays ฿100 less for the first order; once paid, the referrer gets 100 points and a message without a name', async () => {
    const { accountId, code } = await referrer();
    const friend = await friendAtTheBank(code);
    expect(await referralOf(friend.accountId)).toMatchObject({ status: 'applied', rewardedAt: null });
    expect(await pointsOf(world, accountId)).toBe(33);
    await friend.pay();
    expect((await ordersOf(world, friend.accountId))[0]).toMatchObject({
      status: 'paid',
      codeDiscount: 10_000,
    });
    expect(await pointsOf(world, accountId)).toBe(133);
    expect(await pointsOf(world, friend.accountId)).toBe(33);
    expect(await referralOf(friend.accountId)).toMatchObject({
      status: 'rewarded',
      rewardedAt: expect.any(Date) as unknown,
    });
    expect((await viewRewards(world.ctx(), accountId)).referral).toMatchObject({
      code,
      friends: 1,
      allowed: true,
    });
    const told = await world.db.select().from(messages).where(eq(messages.kind, 'referral_rewarded'));
    expect(told.map((message) => message.accountId)).toEqual([accountId]);
    expect(Object.keys(told[0]?.payload ?? {}).sort()).toEqual(['balance', 'firstName', 'link', 'points']);
    expect(JSON.stringify(told[0])).not.toContain(friend.accountId);
  });

  test('whose first order is refunded takes the points from the referrer, spent ones from the next ones', async () => {
    const { accountId, code } = await referrer();
    const friend = await friendAtTheBank(code);
    await friend.pay();
    await transaction(world.db, (tx) =>
      movePoints(tx, world.now(), [{ accountId, kind: 'earned', source: 'given', delta: 17, orderId: null }]),
    );
    await redeem(accountId);
    const [order] = await ordersOf(world, friend.accountId);
    await giveBack(order?.id ?? '');
    expect(await viewRewards(world.ctx(), accountId)).toMatchObject({
      points: 0,
      debt: 100,
      referral: { friends: 0 },
    });
    expect(await referralOf(friend.accountId)).toMatchObject({ status: 'reversed' });
  });

  test('who pays with a card of the referrer is refused the code: nothing is charged, and the next attempt costs the full price', async () => {
    const { accountId, code } = await referrer();
    const friend = await plantRegistration(world, { code });
    expect(await refusalOf(payWith(world, friend))).toBe('CODE_INVALID');
    expect(await gatewayCharges(world, friend.accountId)).toEqual([]);
    expect(await payWith(world, friend)).toMatchObject({ outcome: 'paid' });
    expect((await ordersOf(world, friend.accountId))[0]).toMatchObject({ codeDiscount: 0 });
    expect([await pointsOf(world, accountId), await referralOf(friend.accountId)]).toEqual([33, undefined]);
  });

  const turnsOut: [string, (referrerId: string, friendId: string) => Promise<unknown>][] = [
    [
      'has the phone of the referrer',
      (referrerId, friendId) =>
        transaction(world.db, (tx) =>
          tx.execute(sql`update accounts set phone = (select phone from accounts where id = ${friendId})
            where id = ${referrerId}`),
        ),
    ],
    [
      'has a card of the referrer',
      (referrerId, friendId) =>
        transaction(world.db, async (tx) => {
          const [theirs] = await tx.select().from(cards).where(eq(cards.accountId, friendId));
          await tx
            .update(cards)
            .set({ fingerprint: theirs?.fingerprint })
            .where(eq(cards.accountId, referrerId));
        }),
    ],
    [
      'was invited by somebody who is gone',
      (referrerId) =>
        transaction(world.db, (tx) =>
          tx.update(accounts).set({ deletedAt: world.now() }).where(eq(accounts.id, referrerId)),
        ),
    ],
  ];
  test.each(turnsOut)(
    'who %s by the time of paying keeps the discount, without points for any referrer',
    async (_what, change) => {
      const { accountId, code } = await referrer();
      const friend = await friendAtTheBank(code);
      await change(accountId, friend.accountId);
      await friend.pay();
      expect(await referralOf(friend.accountId)).toMatchObject({ status: 'refused', rewardedAt: null });
      expect(await pointsOf(world, accountId)).toBe(33);
      expect(await messageKindsOf(world, accountId)).not.toContain('referral_rewarded');
      // The refund takes back no points.
      const [order] = await ordersOf(world, friend.accountId);
      await giveBack(order?.id ?? '');
      expect([await pointsOf(world, accountId), (await referralOf(friend.accountId))?.status]).toEqual([
        33,
        'refused',
      ]);
    },
  );
});

describe('concurrent rewards', () => {
  test('count once when two friends pay, the outcome arrives through every entry point, and the referrer redeems', async () => {
    const { accountId, code } = await referrer();
    const friends = [
      await friendAtTheBank(code),
      await friendAtTheBank(code, { number: '3530111333300000' }),
    ];
    await Promise.all([
      ...friends.map((friend) => friend.pay()),
      ...Array.from({ length: 8 }, () => settleDown()),
      ...Array.from({ length: 8 }, () => refusalOf(redeem(accountId))),
    ]);
    await settleDown();
    await Promise.all(Array.from({ length: 8 }, () => refusalOf(redeem(accountId))));
    expect(await pointsOf(world, accountId)).toBe(33 + 200 - 150);
    const given = await world.db.select().from(pointsEntries).where(eq(pointsEntries.kind, 'referral'));
    expect(given.map(({ points }) => points)).toEqual([100, 100]);
  });

  test("do not block two accounts that are each other's friends and referrers", async () => {
    const people = [
      await plantSubscriber(world),
      await plantSubscriber(world, {}, { ...OTHER_CARD, name: 'NOK DEE' }),
    ];
    const [a, b] = people.map(({ accountId }) => accountId) as [string, string];
    const now = world.now();
    await transaction(world.db, async (tx) => {
      for (const [friendId, referrerId] of [
        [a, b],
        [b, a],
      ] as const) {
        const id = newId('referral');
        await tx.insert(referrals).values({ id, friendId, referrerId, status: 'applied', createdAt: now });
      }
    });
    const firstOrders = await world.db.select().from(orders).where(eq(orders.kind, 'first'));
    let runs = 0;
    const pay = (order: (typeof firstOrders)[number]) =>
      transaction(world.db, async (tx) => {
        runs += 1;
        await lockSubscription(tx, order.subscriptionId);
        const referrals = await lockEarning(tx, [order], await loadPayers(tx, [order.accountId]));
        const { id, accountId, points } = order;
        await movePoints(tx, now, [{ accountId, kind: 'earned', source: id, delta: points, orderId: id }]);
        await rewardReferrals(tx, now, referrals);
      });
    for (let round = 0; round < 15; round++) {
      await transaction(world.db, (tx) => tx.update(referrals).set({ status: 'applied' }));
      await Promise.all([...firstOrders, ...firstOrders].map(pay));
    }
    expect(runs, 'no run is repeated after a deadlock').toBe(15 * 4);
    expect([await pointsOf(world, a), await pointsOf(world, b)]).toEqual([133, 133]);
  });
});
