import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { updateAddress } from '@/server/subscriber/plan/plan-commands';
import { erasePerson } from '@/server/subscriber/account/erasure';
import { getProfile } from '@/server/subscriber/account/profile';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { accounts, messages, providerEvents } from '@/server/db/schema';
import { createParcel } from '@/server/gateways/mycloud/parcels';
import { refund } from '@/server/desk/acts/refund';
import { markDelivered, markShipped, retryParcel } from '@/server/desk/acts/parcel';
import { listStuck } from '@/server/desk/acts/stuck';
import { runJobs } from '@/testing/jobs';
import { clearFaults, injectFault } from '@/testing/providers';
import { actOnParcel, hint, runParcelsIn, parcelOf, runParcels, warehouseParcels } from '@/testing/parcels';
import {
  ordersOf,
  pass,
  plantRegistration,
  plantWithParcel,
  payWith,
  messageKindsOf,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { syncParcels } from './sync';

const world = withWorld({ cleanup: 'check' });

/** Creates a subscriber with a paid first order. The parcel is due ten minutes later. */
async function paid() {
  const person = await plantWithParcel(world);
  const [order] = await ordersOf(world, person.accountId);
  return { ...person, orderId: order?.id ?? '' };
}

/** Creates a subscriber whose parcel the fulfilment service has. */
async function taken() {
  const person = await paid();
  await runParcelsIn(world, { minutes: 10 });
  expect((await parcelOf(world, person.orderId)).takenAt).not.toBeNull();
  return person;
}

const stuckParcels = async () => (await listStuck(world.ctx())).parcels.map(({ id, about }) => [id, about]);

describe('a paid order is handed to fulfilment', () => {
  test('once, after ten minutes, with its items and recipient', async () => {
    const person = await plantRegistration(world, {
      items: [
        { productCode: 'starter-pack', quantity: 1 },
        { productCode: 'day-pads', quantity: 2 },
      ],
    });
    await payWith(world, person);
    const [order] = await ordersOf(world, person.accountId);
    await transaction(world.db, (tx) =>
      tx.execute(sql`update orders set free_product_code = 'panty-liners' where id = ${order?.id}`),
    );
    await runParcels(world);
    expect(await warehouseParcels(world)).toEqual([]);
    await runParcelsIn(world, { minutes: 10 });
    await runParcelsIn(world, { days: 1 });
    const [account] = await world.db.select().from(accounts).where(eq(accounts.id, person.accountId));
    expect(await warehouseParcels(world)).toMatchObject([
      {
        orderNumber: order?.id,
        name: 'Mali Suk',
        phone: account?.phone,
        postcode: account?.postalCode,
        totalPrice: (order?.total ?? 0) / 100,
        items: [
          { sku: 'day-pads', quantity: 2, price: 111.75 },
          { sku: 'starter-pack', quantity: 1, price: 291.75 },
          { sku: 'panty-liners', quantity: 1, price: 0 },
        ],
      },
    ]);
    // The test added this free product without a redemption, so it also removes it.
    await transaction(world.db, (tx) => tx.execute(sql`update orders set free_product_code = null`));
  });

  test.each([
    ['cut off', 'reset', { after: true }],
    ['a proxy’s error', 'html_502', { after: true }],
  ])('once despite a lost response: %s', async (_name, kind, args) => {
    const { orderId } = await paid();
    await injectFault(world, { service: 'mycloud', op: 'POST /orders', kind, args });
    await runParcelsIn(world, { minutes: 10 });
    expect(await parcelOf(world, orderId)).toMatchObject({ takenAt: null, problem: null });
    await runParcelsIn(world, { minutes: 5 });
    await runParcelsIn(world, { minutes: 10 });
    const parcels = await warehouseParcels(world);
    expect(parcels).toHaveLength(1);
    expect(await parcelOf(world, orderId)).toMatchObject({ externalId: parcels[0]?.id, status: 'preparing' });
  });

  test('again after a lost request, but not while the earlier one can still arrive', async () => {
    const { orderId } = await paid();
    await injectFault(world, { service: 'mycloud', op: 'POST /orders', kind: 'reset' });
    await runParcelsIn(world, { minutes: 10 });
    await transaction(world.db, (tx) =>
      tx.execute(sql`update shipments set check_at = now() - interval '1 year'`),
    );
    await runParcelsIn(world, { minutes: 5 });
    expect(await warehouseParcels(world)).toHaveLength(0);
    await runParcelsIn(world, { minutes: 5 });
    expect(await warehouseParcels(world)).toHaveLength(1);
    expect((await parcelOf(world, orderId)).takenAt).not.toBeNull();
  });

  test('once by two workers; a worker after its lease makes no call', async () => {
    const { orderId } = await paid();
    await pass(world, { minutes: 10 });
    await Promise.all([syncParcels(world.ctx(), [orderId]), syncParcels(world.ctx(), [orderId])]);
    const [parcel, other] = await warehouseParcels(world);
    expect(other).toBeUndefined();
    const late = {
      orderNumber: orderId,
      name: '',
      address: '',
      postalCode: '',
      phone: '',
      total: 0,
      items: [],
    };
    const asked = await createParcel({ ...late, name: parcel?.name ?? '' }, () => false);
    expect(asked).toMatchObject({ kind: 'unavailable', maybeDone: false });
  });

  test('with a token that is requested once, and renewed before its end and after a refusal', async () => {
    const one = await taken();
    const two = await paid();
    await injectFault(world, { service: 'mycloud', op: 'POST /orders', kind: 'token_expired_early' });
    await runParcelsIn(world, { minutes: 10 });
    expect((await parcelOf(world, two.orderId)).takenAt).not.toBeNull();
    await runParcelsIn(world, { hours: 9 });
    expect((await parcelOf(world, one.orderId)).reportedStatus).toBe('PROCESSING');
    expect(await warehouseParcels(world)).toHaveLength(2);
  });

  test('later if the service was unavailable', async () => {
    const people = [await paid(), await paid()];
    const args = { status: 503 };
    await injectFault(world, { service: 'mycloud', op: '*', kind: 'status', args, times: 'always' });
    await runParcelsIn(world, { minutes: 20 });
    await clearFaults(world);
    await runParcelsIn(world, { minutes: 10 });
    await runParcelsIn(world, { minutes: 10 });
    for (const { orderId } of people) expect((await parcelOf(world, orderId)).takenAt).not.toBeNull();
    expect(await warehouseParcels(world)).toHaveLength(people.length);
  });
});

describe('the address of a parcel', () => {
  const ELSEWHERE = { address: '5 Nimman Road', province: 'Chiang Mai', postalCode: '50200' };

  test('follows address changes until it is requested', async () => {
    const person = await paid();
    await updateAddress(world.ctx(), person.accountId, ELSEWHERE);
    expect((await getProfile(world.ctx(), person.accountId)).paidBox).toBe('follows');
    await runParcelsIn(world, { minutes: 10 });
    expect((await getProfile(world.ctx(), person.accountId)).paidBox).toBe('too_late');
    await updateAddress(world.ctx(), person.accountId, { ...ELSEWHERE, address: '9 Nimman Road' });
    await runParcelsIn(world, { hours: 3 });
    const parcels = await warehouseParcels(world);
    expect(parcels.map(({ address, postcode }) => [address, postcode])).toEqual([
      ['5 Nimman Road, Chiang Mai', '50200'],
    ]);
  });

  test('of a deleted account is kept with name and phone until delivery, then erased', async () => {
    const { accountId, orderId } = await paid();
    const [before] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
    await transaction(world.db, async (tx) => {
      if (before) await erasePerson(tx, world.now(), before, { keepsContact: true });
    });
    await runParcelsIn(world, { minutes: 10 });
    expect(await warehouseParcels(world)).toMatchObject([
      { orderNumber: orderId, name: 'Mali Suk', phone: before?.phone, postcode: before?.postalCode },
    ]);
    expect((await warehouseParcels(world))[0]?.address).toContain(before?.address);
    const addressOf = async () => {
      await runBilling(world.ctx());
      const [account] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
      return account?.address ?? null;
    };
    await runParcelsIn(world, { hours: 31 });
    expect(await addressOf()).not.toBeNull();
    await runParcelsIn(world, { days: 5 });
    expect(await addressOf()).toBeNull();
    expect(await messageKindsOf(world, accountId)).not.toContain('shipped');
  });
});

describe('a parcel that is not sent', () => {
  test('of an order that was fully refunded before fulfilment got it', async () => {
    const { orderId } = await paid();
    await refund({ ...world.ctx(), operator: 'operator' }, { target: orderId, amount: null });
    await runParcelsIn(world, { minutes: 10 });
    expect(await warehouseParcels(world)).toEqual([]);
    expect(await parcelOf(world, orderId)).toMatchObject({ requestedAt: null, checkAt: null });
  });

  test.each([
    ['never arrived: nobody asks again', {}, 0],
    ['was heard: it is found, and followed', { after: true }, 1],
  ])('of an order fully refunded while the response was lost; the request %s', async (_name, args, count) => {
    const { orderId } = await paid();
    await injectFault(world, { service: 'mycloud', op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { service: 'mycloud', op: 'POST /orders', kind: 'reset', args });
    await runParcelsIn(world, { minutes: 10 });
    await refund({ ...world.ctx(), operator: 'operator' }, { target: orderId, amount: null });
    await runParcelsIn(world, { minutes: 10 });
    await runParcelsIn(world, { days: 3 });
    expect(await warehouseParcels(world)).toHaveLength(count);
    const { requestedAt, takenAt, problem } = await parcelOf(world, orderId);
    const isThere = count === 1;
    expect([requestedAt !== null, takenAt !== null, problem]).toEqual([isThere, isThere, null]);
  });

  test('requested without success and then sent by hand is no longer searched for, and stays listed', async () => {
    const { orderId } = await paid();
    await injectFault(world, { service: 'mycloud', op: 'POST /orders', kind: 'reset' });
    await runParcelsIn(world, { minutes: 10 });
    await markShipped({ ...world.ctx(), operator: 'operator' }, orderId, { courier: 'flash', number: '1' });
    await runParcelsIn(world, { days: 3 });
    expect(await parcelOf(world, orderId)).toMatchObject({ status: 'shipped', checkAt: null });
    expect(await warehouseParcels(world)).toEqual([]);
  });

  test('is not sent by hand or requested again during a request', async () => {
    const { orderId } = await paid();
    const lease = (until: string | null) =>
      transaction(world.db, (tx) =>
        tx.execute(sql`update shipments set lease_until = ${until}::timestamptz`),
      );
    await lease(new Date(world.now().getTime() + 60_000).toISOString());
    const operator = { ...world.ctx(), operator: 'operator' };
    for (const act of [
      () => markShipped(operator, orderId, { courier: 'flash', number: '1' }),
      () => markDelivered(operator, orderId),
      () => retryParcel(operator, orderId),
    ])
      await expect(act()).rejects.toThrow('request to fulfilment is in progress');
    await lease(null);
  });

  test('out of stock, unknown or not deliverable is listed for an operator, who can retry it', async () => {
    const kinds = ['out_of_stock', 'unknown_sku', 'unsupported_postcode'];
    const orderIds: string[] = [];
    for (const kind of kinds) {
      const { orderId } = await paid();
      orderIds.push(orderId);
      const match = { order_number: orderId };
      await injectFault(world, { service: 'mycloud', op: 'POST /orders', kind, match });
    }
    await runParcelsIn(world, { minutes: 20 });
    await runParcelsIn(world, { days: 2 });
    expect(await warehouseParcels(world)).toEqual([]);
    const listed = await stuckParcels();
    for (const [n, kind] of kinds.entries())
      expect(listed).toContainEqual([orderIds[n], expect.stringContaining(kind)]);
    for (const orderId of orderIds) await retryParcel({ ...world.ctx(), operator: 'operator' }, orderId);
    await runParcels(world);
    expect(await warehouseParcels(world)).toHaveLength(kinds.length);
    expect(await stuckParcels()).toEqual([]);
  });

  test('without a fulfilment service is listed and handled by hand', async () => {
    const { accountId, orderId } = await paid();
    const current = settings();
    const { MYCLOUD_API_KEY: key } = current;
    current.MYCLOUD_API_KEY = undefined;
    try {
      await runParcelsIn(world, { minutes: 10 });
    } finally {
      current.MYCLOUD_API_KEY = key;
    }
    expect(await stuckParcels()).toEqual([[orderId, expect.stringContaining('by_hand')]]);
    expect(await parcelOf(world, orderId)).toMatchObject({ status: 'preparing', requestedAt: null });
    const operator = { ...world.ctx(), operator: 'operator' };
    const number = 'TH01428ABCDE1A';
    expect((await markShipped(operator, orderId, { courier: 'flash', number })).result).toMatchObject({
      status: 'shipped',
      courier: 'Flash Express',
      trackingUrl: `https://www.flashexpress.com/fle/tracking?se=${number}`,
    });
    expect(await messageKindsOf(world, accountId)).toContain('shipped');
    expect((await markDelivered(operator, orderId)).result.status).toBe('delivered');
    await expect(retryParcel(operator, orderId)).rejects.toThrow('has been delivered');
    await runParcelsIn(world, { days: 1 });
    expect(await warehouseParcels(world)).toEqual([]);
  });
});

describe('the state of a parcel', () => {
  test('comes by webhook, and the subscriber is notified once of the shipping', async () => {
    const { accountId, orderId } = await taken();
    await actOnParcel(world, orderId, { status: 'PACKED' });
    await runJobs();
    expect((await parcelOf(world, orderId)).status).toBe('packed');
    await actOnParcel(world, orderId, { status: 'SHIPPED' });
    await runJobs();
    const { trackingNumber, courier, trackingUrl, shippedAt } = await parcelOf(world, orderId);
    expect(trackingNumber).toMatch(/^EX\d{9}TH$/);
    expect({ courier, trackingUrl }).toEqual({
      courier: 'Thailand Post',
      trackingUrl: `https://track.thailandpost.co.th/?trackNumber=${trackingNumber}`,
    });
    expect(shippedAt?.getTime()).toBeGreaterThan(world.now().getTime() - 60_000);
    await actOnParcel(world, orderId, { status: 'DELIVERED' });
    await runJobs();
    expect(await parcelOf(world, orderId)).toMatchObject({ status: 'delivered', checkAt: null });
    expect((await messageKindsOf(world, accountId)).filter((kind) => kind === 'shipped')).toHaveLength(1);
  });

  test('comes by polling without a webhook', async () => {
    const { orderId } = await taken();
    await injectFault(world, { service: 'mycloud', op: 'webhook', kind: 'drop', times: 'always' });
    await runParcelsIn(world, { hours: 14 });
    expect((await parcelOf(world, orderId)).status).toBe('packed');
    await runParcelsIn(world, { hours: 20 });
    expect((await parcelOf(world, orderId)).status).toBe('shipped');
    await runParcelsIn(world, { days: 5 });
    expect((await parcelOf(world, orderId)).status).toBe('delivered');
  });

  test('never goes back, and an unknown status is listed for an operator until a known one comes', async () => {
    const { orderId } = await taken();
    await actOnParcel(world, orderId, { status: 'SHIPPED' });
    await runJobs();
    await injectFault(world, { service: 'mycloud', op: 'GET /orders/{id}', kind: 'status_backwards' });
    await runParcelsIn(world, { hours: 14 });
    expect(await parcelOf(world, orderId)).toMatchObject({ status: 'shipped', reportedStatus: 'PACKED' });
    await injectFault(world, { service: 'mycloud', op: 'GET /orders/{id}', kind: 'status_unknown_word' });
    await runParcelsIn(world, { hours: 12 });
    expect(await stuckParcels()).toEqual([[orderId, expect.stringContaining('unknown_status')]]);
    await runParcelsIn(world, { hours: 12 });
    expect(await parcelOf(world, orderId)).toMatchObject({ status: 'shipped', problem: null });
  });

  test('of two parcels of one order stays listed for an operator after any report', async () => {
    const { orderId } = await taken();
    await transaction(world.db, (tx) => tx.execute(sql`update shipments set problem = 'unclear'`));
    await injectFault(world, { service: 'mycloud', op: 'GET /orders/{id}', kind: 'status_unknown_word' });
    for (const hours of [14, 12]) {
      await runParcelsIn(world, { hours });
      expect(await parcelOf(world, orderId)).toMatchObject({ problem: 'unclear' });
    }
  });

  test('with a late tracking number waits for it; a changed number is shown without a second message', async () => {
    const { accountId, orderId } = await taken();
    await actOnParcel(world, orderId, { status: 'PACKED' });
    await runJobs();
    await injectFault(world, { service: 'mycloud', op: 'GET /orders/{id}', kind: 'tracking_late' });
    await actOnParcel(world, orderId, { status: 'SHIPPED' });
    await runJobs();
    expect(await parcelOf(world, orderId)).toMatchObject({ status: 'shipped', trackingNumber: null });
    expect(await messageKindsOf(world, accountId)).not.toContain('shipped');
    await runParcelsIn(world, { hours: 6 });
    const first = await parcelOf(world, orderId);
    expect(first.trackingNumber).not.toBeNull();
    await injectFault(world, { service: 'mycloud', op: 'GET /orders/{id}', kind: 'tracking_changed' });
    await runParcelsIn(world, { hours: 14 });
    expect((await parcelOf(world, orderId)).trackingNumber).not.toBe(first.trackingNumber);
    const told = await world.db.select().from(messages).where(eq(messages.kind, 'shipped'));
    expect(told.map(({ payload }) => payload.trackingNumber)).toEqual([first.trackingNumber]);
  });

  test('of a parcel that fulfilment lost, or without news for thirty days, is listed for an operator and not polled', async () => {
    const lost = await taken();
    const silent = await taken();
    await actOnParcel(world, lost.orderId, { action: 'lose' });
    await actOnParcel(world, silent.orderId, { action: 'stop' });
    await runParcelsIn(world, { hours: 14 });
    expect(await stuckParcels()).toEqual([[lost.orderId, expect.stringContaining('not_found')]]);
    for (let week = 0; week < 5; week++) await runParcelsIn(world, { days: 7 });
    expect(await parcelOf(world, silent.orderId)).toMatchObject({ problem: 'no_news', checkAt: null });
  });
});

describe('an event of fulfilment', () => {
  test('with a wrong secret is refused and not stored', async () => {
    const { orderId } = await taken();
    const body = { mc_number: 'MC1', order_number: orderId, status: 'DELIVERED' };
    for (const secret of ['wrong', `${settings().MYCLOUD_WEBHOOK_SECRET?.[0]}x`, '%00'])
      expect((await hint(world, body, secret)).status).toBe(401);
    expect(
      await world.db.select().from(providerEvents).where(eq(providerEvents.provider, 'mycloud')),
    ).toEqual([]);
    expect((await hint(world, { status: 'DELIVERED' })).status).toBe(400);
  });

  test('only starts a poll, and an unknown order changes nothing', async () => {
    const { orderId } = await taken();
    const forged = { mc_number: 'MC1', order_number: orderId, status: 'DELIVERED' };
    const answers = await Promise.all([hint(world, forged), hint(world, forged), hint(world, forged)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await hint(world, { ...forged, order_number: 'ord_nobody' })).status).toBe(200);
    await runJobs();
    expect((await parcelOf(world, orderId)).status).toBe('preparing');
    const events = await world.db.select().from(providerEvents).where(eq(providerEvents.provider, 'mycloud'));
    expect(events.map((event) => event.settledAt !== null)).toEqual([true, true]);
  });

  test('before the response to our request still leads to one parcel', async () => {
    const { orderId } = await paid();
    const kind = 'webhook_before_create_response';
    await injectFault(world, { service: 'mycloud', op: 'POST /orders', kind });
    await runParcelsIn(world, { minutes: 10 });
    await runJobs();
    expect(await warehouseParcels(world)).toHaveLength(1);
    expect((await parcelOf(world, orderId)).takenAt).not.toBeNull();
  });

  test('that its job did not settle is settled by a billing run', async () => {
    const { orderId } = await taken();
    await actOnParcel(world, orderId, { status: 'PACKED' });
    await transaction(world.db, (tx) => tx.execute(sql`delete from graphile_worker._private_jobs`));
    await runParcelsIn(world, { minutes: 2 });
    expect((await parcelOf(world, orderId)).status).toBe('packed');
  });
});
