import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts, auditEvents, messages, orders, subscriptions } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { DELIVERY, DECLINED_CARD } from '@/testing/browser';
import {
  goTo,
  ordersOf,
  payWith,
  plantRegistration,
  plantSubscriber,
  refusalOf,
  type Planted,
} from '@/testing/subscribers';
import { openPaymentLink } from '@/testing/account-caller';
import { withWorld } from '@/testing/with-world';
import { updateAddress } from '@/server/subscriber/plan/plan-commands';
import { getProfile } from '../account/profile';

const world = withWorld({ cleanup: 'empty' });

/** An address in another province with a delivery fee of ฿60. */
const CHIANG_MAI = { address: '5 Nimman Road', province: 'Chiang Mai', postalCode: '50200' };
/** An address with the same delivery fee of ฿40. */
const NEXT_DOOR = { ...DELIVERY, address: '3 Soi 2 Sukhumvit Road' };
/** An address on an island, with a delivery fee of ฿60 and a surcharge of ฿20. */
const KO_TAO = { address: '1 Mae Haad', province: 'สุราษฎร์ธานี', postalCode: '84360' };

const ofAddress = ({ subscriptionId }: Planted) =>
  and(eq(auditEvents.subject, subscriptionId), eq(auditEvents.what, 'subscription.address_changed'));
const move = (person: Planted, place: Parameters<typeof updateAddress>[2]) =>
  updateAddress(world.ctx(), person.accountId, place);

async function feesOf(person: Planted) {
  const rows = await world.db
    .select({ status: orders.status, fee: orders.deliveryFee, total: orders.total })
    .from(orders)
    .where(eq(orders.accountId, person.accountId))
    .orderBy(orders.cycleIndex);
  return rows.map(({ status, fee, total }) => `${status} ${fee} ${total}`);
}

async function versionOf(person: Planted): Promise<number | undefined> {
  const [row] = await world.db
    .select({ version: subscriptions.version })
    .from(subscriptions)
    .where(eq(subscriptions.id, person.subscriptionId));
  return row?.version;
}

const placeOf = async (person: Planted) => (await getProfile(world.ctx(), person.accountId)).delivery;

describe('a new address', () => {
  test('applies to all orders ahead, which get its delivery fee; paid orders keep theirs', async () => {
    const person = await plantSubscriber(world);
    const view = await move(person, CHIANG_MAI);
    expect(view.subscription).toMatchObject({ deliveryFee: 6000, boxPrice: 33525 });
    expect(view.upcomingOrders.map((order) => [order.boxPrice, order.deliveryFee, order.total])).toEqual([
      [33525, 6000, 39525],
      [33525, 6000, 39525],
      [33525, 6000, 39525],
    ]);
    expect(await feesOf(person)).toEqual([
      'paid 4000 37525',
      ...Array.from({ length: 3 }, () => 'upcoming 6000 39525'),
    ]);
    expect(await placeOf(person)).toEqual({ ...CHIANG_MAI, subdistrict: null, district: null });
    await expectInvariants(world);
  });

  test('on an island costs the surcharge; its province may be in Thai', async () => {
    const person = await plantSubscriber(world);
    expect((await move(person, KO_TAO)).subscription.deliveryFee).toBe(8000);
  });

  test('reprices skipped orders and orders with a free product; box prices stay as planned', async () => {
    const person = await plantSubscriber(world);
    const [, first, second] = await ordersOf(world, person.accountId);
    await transaction(world.db, async (tx) => {
      await tx
        .update(orders)
        .set({ status: 'skipped' })
        .where(eq(orders.id, first?.id ?? ''));
      await tx
        .update(orders)
        .set({ freeProductCode: 'night-pads', boxPrice: 30000, total: 34000 })
        .where(eq(orders.id, second?.id ?? ''));
    });
    await move(person, CHIANG_MAI);
    expect(await feesOf(person)).toEqual([
      'paid 4000 37525',
      'skipped 6000 39525',
      'upcoming 6000 36000',
      'upcoming 6000 39525',
    ]);
  });

  test('increases the version by one and is recorded in the audit without the address', async () => {
    const person = await plantSubscriber(world);
    const before = (await versionOf(person)) ?? 0;
    const told = await world.db.select().from(messages);
    expect((await move(person, { ...CHIANG_MAI, version: before })).subscription.version).toBe(before + 1);
    const events = await world.db.select().from(auditEvents).where(ofAddress(person));
    expect(events).toMatchObject([{ actor: person.accountId }]);
    expect(JSON.stringify(events)).not.toContain('Nimman');
    expect(await world.db.select().from(messages)).toHaveLength(told.length);
  });

  test('in the same zone changes no amount, but the version', async () => {
    const person = await plantSubscriber(world);
    const before = (await versionOf(person)) ?? 0;
    const fees = await feesOf(person);
    await move(person, NEXT_DOOR);
    expect(await feesOf(person)).toEqual(fees);
    expect(await versionOf(person)).toBe(before + 1);
  });

  test('equal to the present one is accepted and changes nothing', async () => {
    const person = await plantSubscriber(world);
    const before = await versionOf(person);
    const present = await placeOf(person);
    await move(person, { ...DELIVERY, address: present?.address ?? '' });
    expect(await versionOf(person)).toBe(before);
  });
});

describe('a change of address after 00:00 of the payment date', () => {
  test('leaves the total of that order and changes only later ones', async () => {
    const person = await plantSubscriber(world);
    await goTo(world, '2026-12-31', '00:00');
    await move(person, CHIANG_MAI);
    expect(await feesOf(person)).toEqual([
      'paid 4000 37525',
      'upcoming 4000 37525',
      'upcoming 6000 39525',
      'upcoming 6000 39525',
    ]);
  });

  test('does not apply a minute before: the charge at 09:00 is what was shown then', async () => {
    const person = await plantSubscriber(world);
    await runJobs();
    await goTo(world, '2026-12-30', '23:59');
    await move(person, CHIANG_MAI);
    await goTo(world, '2026-12-31', '09:00');
    await runBilling(world.ctx());
    await runJobs();
    expect((await feesOf(person)).slice(0, 3)).toEqual([
      'paid 4000 37525',
      'paid 6000 39525',
      'upcoming 6000 39525',
    ]);
    await expectInvariants(world);
  });
});

test('an address is accepted with the province as people write it, and stored with its official name', async () => {
  const person = await plantSubscriber(world);
  await move(person, { ...CHIANG_MAI, province: 'จ.เชียงใหม่' });
  expect(await placeOf(person)).toMatchObject({ province: 'เชียงใหม่', postalCode: '50200' });
  await move(person, { ...NEXT_DOOR, province: 'Krung Thep Maha Nakhon' });
  expect(await placeOf(person)).toMatchObject({ province: 'Bangkok' });
});

describe('a preview of an address change', () => {
  test('returns the new totals and writes nothing', async () => {
    const person = await plantSubscriber(world);
    const before = [await versionOf(person), await feesOf(person), await placeOf(person)];
    const view = await move(person, { ...CHIANG_MAI, preview: true });
    expect(view.subscription.deliveryFee).toBe(6000);
    expect(view.upcomingOrders.map((order) => order.total)).toEqual([39525, 39525, 39525]);
    expect([await versionOf(person), await feesOf(person), await placeOf(person)]).toEqual(before);
    expect(await world.db.select().from(auditEvents).where(ofAddress(person))).toEqual([]);
  });
});

describe('a refused address change', () => {
  test('with an outdated version is STALE with the present state and changes nothing', async () => {
    const person = await plantSubscriber(world);
    const version = (await versionOf(person)) ?? 0;
    await move(person, { ...CHIANG_MAI, version });
    const stale = move(person, { ...NEXT_DOOR, version });
    await expect(stale).rejects.toMatchObject({
      code: 'STALE',
      details: { data: { subscription: { version: version + 1, deliveryFee: 6000 } } },
    });
    expect(await placeOf(person)).toMatchObject({ postalCode: '50200' });
  });

  test('loses against another with the same version', async () => {
    const person = await plantSubscriber(world);
    const version = await versionOf(person);
    const codes = await Promise.all(
      [CHIANG_MAI, KO_TAO, NEXT_DOOR].map((place) =>
        refusalOf(move(person, { ...place, version })).then((code) => code.split(':')[0]),
      ),
    );
    expect(codes.sort()).toEqual(['STALE', 'STALE', 'accepted']);
    await expectInvariants(world);
  });

  test('is NOT_ALLOWED for a registration in progress and NOT_LOGGED_IN for a deleted account', async () => {
    const registering = await plantRegistration(world);
    expect(await refusalOf(move(registering, CHIANG_MAI))).toBe('NOT_ALLOWED');
    const gone = await plantSubscriber(world);
    await transaction(world.db, (tx) =>
      tx
        .update(accounts)
        .set({ deletedAt: world.now(), omiseCustomerId: null })
        .where(eq(accounts.id, gone.accountId)),
    );
    expect(await refusalOf(move(gone, CHIANG_MAI))).toBe('NOT_LOGGED_IN');
  });
});

describe('an address change during a pending offline payment', () => {
  test('changes the address of the box, not the amount to pay', async () => {
    const person = await plantSubscriber(world);
    await openPaymentLink(world, person.email);
    await move(person, CHIANG_MAI);
    expect(await feesOf(person)).toEqual([
      'paid 4000 37525',
      'awaiting_payment 4000 37525',
      'upcoming 6000 39525',
      'upcoming 6000 39525',
    ]);
  });

  test('is allowed for the first payment too', async () => {
    const person = await plantRegistration(world);
    await refusalOf(payWith(world, person, DECLINED_CARD));
    await openPaymentLink(world, person.email);
    const view = await move(person, CHIANG_MAI);
    expect(view.upcomingOrders).toEqual([]);
    expect(await feesOf(person)).toEqual(['awaiting_payment 4000 37525']);
    expect(await placeOf(person)).toMatchObject({ postalCode: '50200' });
  });
});

test.each(['inactive', 'cancelled'] as const)(
  'a subscriber who is %s can change the address',
  async (status) => {
    const person = await plantSubscriber(world);
    await transaction(world.db, async (tx) => {
      await tx
        .update(subscriptions)
        .set({ status, cancelledAt: status === 'cancelled' ? world.now() : null })
        .where(eq(subscriptions.id, person.subscriptionId));
      await tx.update(orders).set({ status: 'void' }).where(eq(orders.status, 'upcoming'));
    });
    const view = await move(person, CHIANG_MAI);
    expect(view.subscription).toMatchObject({ status, deliveryFee: 6000 });
    expect(await feesOf(person)).toEqual([
      'paid 4000 37525',
      ...Array.from({ length: 3 }, () => 'void 4000 37525'),
    ]);
  },
);
