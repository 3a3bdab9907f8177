import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { AWAY_AFTER_TRIES } from '@/domain/parcel';
import { transaction } from '@/server/db';
import { accounts, auditEvents, messages, replacedParcels, staff } from '@/server/db/schema';
import { hasBoxToCome } from '@/server/subscriber/account/erasure';
import { getOrderDetails } from '@/server/shop/orders/order-details';
import { runJobs } from '@/testing/jobs';
import { plantMember } from '@/testing/desk';
import { clearFaults, gatewayCharges, injectFault } from '@/testing/providers';
import { actOnParcel, hint, runParcelsIn, parcelOf, warehouseParcels } from '@/testing/parcels';
import { ordersOf, walkSubscriber, messageKindsOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { dismissStuck } from './dismiss';
import { markDelivered, retryParcel } from './parcel';
import { refundParcel, resendParcel } from './parcel-loss';
import { refund } from './refund';
import { listStuck } from './stuck';

const world = withWorld({ cleanup: 'check' });

const ctx = () => ({ ...world.ctx(), operator: 'operator:nok' });
const stuckParcels = async () => (await listStuck(world.ctx())).parcels.map(({ id, about }) => [id, about]);
const lost = (orderId: string, number = 1) => ({ orderId, number, loss: 'lost' as const });

/** Plants a subscriber with a paid first order. */
async function paid() {
  const person = await walkSubscriber(world);
  await runJobs();
  const [order] = await ordersOf(world, person.accountId);
  return { ...person, orderId: order?.id ?? '' };
}

/** Plants a subscriber with a shipped first parcel. */
async function shipped() {
  const person = await paid();
  const { orderId } = person;
  await runParcelsIn(world, { minutes: 10 });
  await actOnParcel(world, orderId, { status: 'SHIPPED' });
  await runParcelsIn(world, { hours: 12 });
  expect((await parcelOf(world, orderId)).status).toBe('shipped');
  return person;
}

test('resends a lost parcel free of charge under its own number and shows both to the subscriber', async () => {
  const { orderId, accountId } = await shipped();
  const first = await parcelOf(world, orderId);
  const charges = await gatewayCharges(world, accountId);
  expect(await resendParcel(ctx(), lost(orderId))).toMatchObject({ result: { orderId, number: 2 } });
  await expect(resendParcel(ctx(), lost(orderId))).rejects.toThrow('already resent');
  await expect(resendParcel(ctx(), lost(orderId, 2))).rejects.toThrow('not been shipped yet');
  await expect(resendParcel(ctx(), lost(orderId, 3))).rejects.toThrow('no parcel with this number');
  const shown = (await getOrderDetails(world.ctx(), accountId, orderId)).parcel;
  expect(shown).toMatchObject({
    shippedAt: null,
    isTaken: false,
    loss: null,
    earlier: [{ loss: 'lost', trackingNumber: first.trackingNumber, shippedAt: first.shippedAt }],
  });
  await runParcelsIn(world, { minutes: 10 });
  const [one, two, ...more] = await warehouseParcels(world);
  expect([one?.orderNumber, two?.orderNumber, more]).toEqual([orderId, `${orderId}-2`, []]);
  expect(two?.items).toEqual(one?.items);
  await actOnParcel(world, orderId, { status: 'DELIVERED' });
  await hint(world, { order_number: orderId, status: 'DELIVERED' });
  await runJobs();
  expect(await parcelOf(world, orderId)).toMatchObject({ status: 'preparing', number: 2 });
  await actOnParcel(world, `${orderId}-2`, { status: 'SHIPPED' });
  await hint(world, { order_number: `${orderId}-2`, status: 'SHIPPED' });
  await runJobs();
  expect(await parcelOf(world, orderId)).toMatchObject({ status: 'shipped', number: 2 });
  const told = await messageKindsOf(world, accountId);
  expect(told.filter((kind) => ['shipped', 'parcel_resent'].includes(kind)).sort()).toEqual([
    'parcel_resent',
    'shipped',
    'shipped',
  ]);
  expect(await gatewayCharges(world, accountId)).toEqual(charges);
  expect(await resendParcel(ctx(), lost(orderId, 2))).toMatchObject({ result: { orderId, number: 3 } });
  expect(await hasBoxToCome(world.db, accountId)).toBe(true);
  const audits = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, orderId));
  expect(audits.map(({ what, actor }) => [what, actor])).toEqual([
    ['parcel.sent_again', 'operator:nok'],
    ['parcel.sent_again', 'operator:nok'],
  ]);
});

test('resends a parcel once in eight concurrent calls', async () => {
  const { orderId } = await shipped();
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) =>
      n % 2 === 0
        ? resendParcel(ctx(), lost(orderId))
        : refundParcel(ctx(), lost(orderId), { amount: 1_000 }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await world.db.select().from(replacedParcels)).length).toBeLessThanOrEqual(1);
});

test('refunds a damaged parcel in part and stops polling it', async () => {
  const { orderId, accountId } = await shipped();
  const damaged = { ...lost(orderId), loss: 'damaged' as const };
  await expect(refundParcel(ctx(), damaged, { amount: 99_999_900 })).rejects.toThrow('more than');
  const { staffId } = await plantMember(world, 'owner');
  const [owner] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
  const { email = '', emailNorm = '' } = owner ?? {};
  await transaction(world.db, (tx) =>
    tx.update(staff).set({ email, emailNorm }).where(eq(staff.id, staffId)),
  );
  const own = refundParcel({ ...ctx(), operator: `staff:${staffId}` }, damaged, { amount: 10_000 });
  await expect(own).rejects.toThrow('OWN_ACCOUNT');
  expect((await parcelOf(world, orderId)).loss).toBeNull();
  expect((await parcelOf(world, orderId)).checkAt).not.toBeNull();
  const fault = { kind: 'status', args: { status: 400, code: 'failed_refund' } } as const;
  await injectFault(world, { op: 'POST /charges/{id}/refunds', ...fault });
  const other = await refund(ctx(), { target: orderId, amount: 5_000 });
  expect(other.status).toBe('manual');
  expect(await refundParcel(ctx(), damaged, { amount: 10_000, refunded: 5_000 })).toMatchObject({
    status: 'succeeded',
    amount: 10_000,
  });
  await dismissStuck(ctx(), { id: other.refundId, why: 'noted by mistake' });
  await expect(refundParcel(ctx(), damaged, { amount: 10_000 })).rejects.toThrow(
    'already refunded as lost or damaged',
  );
  await expect(resendParcel(ctx(), damaged)).rejects.toThrow('already refunded as lost or damaged');
  expect(await hasBoxToCome(world.db, accountId)).toBe(false);
  expect((await parcelOf(world, orderId)).checkAt).toBeNull();
  await hint(world, { order_number: orderId, status: 'SHIPPED' });
  await runJobs();
  expect((await parcelOf(world, orderId)).checkAt).toBeNull();
  expect((await listStuck(world.ctx())).parcels).toEqual([]);
  expect((await getOrderDetails(world.ctx(), accountId, orderId)).parcel?.loss).toBe('damaged');
  const [told] = await world.db.select().from(messages).where(eq(messages.kind, 'refunded'));
  expect(told?.payload).toMatchObject({ orderId, amount: 10_000 });
});

test('leaves a lost parcel as it was if its refund is above the limit of the member, so that another one can refund it', async () => {
  const { orderId } = await shipped();
  const before = await parcelOf(world, orderId);
  const { staffId } = await plantMember(world, 'support');
  await transaction(world.db, (tx) =>
    tx.update(staff).set({ refundLimit: 10_000 }).where(eq(staff.id, staffId)),
  );
  const member = { ...ctx(), operator: `staff:${staffId}` };
  const refused = refundParcel(member, lost(orderId), { amount: null });
  await expect(refused).rejects.toMatchObject({ code: 'DAILY_LIMIT' });
  expect(await parcelOf(world, orderId)).toEqual(before);
  expect(await refundParcel(ctx(), lost(orderId), { amount: null })).toMatchObject({ status: 'succeeded' });
});

test('refuses a parcel that is not shipped, was delivered undamaged, is refunded or has no address', async () => {
  const person = await walkSubscriber(world);
  const [order, next] = await ordersOf(world, person.accountId);
  const orderId = order?.id ?? '';
  await expect(resendParcel(ctx(), lost(next?.id ?? ''))).rejects.toThrow('has no parcel');
  await expect(refundParcel(ctx(), lost(orderId), { amount: null })).rejects.toThrow('not been shipped yet');
  await runParcelsIn(world, { minutes: 10 });
  await actOnParcel(world, orderId, { status: 'DELIVERED' });
  await hint(world, { order_number: orderId, status: 'DELIVERED' });
  await runJobs();
  await expect(resendParcel(ctx(), lost(orderId))).rejects.toThrow('was delivered');
  const [account] = await world.db.select().from(accounts).where(eq(accounts.id, person.accountId));
  const setAddress = (values: Partial<typeof accounts.$inferInsert>) =>
    transaction(world.db, (tx) => tx.update(accounts).set(values).where(eq(accounts.id, person.accountId)));
  const { address, subdistrict, district, province, postalCode } = account ?? {};
  const none = { address: null, subdistrict: null, district: null, province: null, postalCode: null };
  const damaged = { ...lost(orderId), loss: 'damaged' as const };
  await setAddress(none);
  await expect(resendParcel(ctx(), damaged)).rejects.toThrow('address were deleted');
  await setAddress({ address, subdistrict, district, province, postalCode });
  await refund(ctx(), { target: orderId, amount: null });
  await expect(resendParcel(ctx(), damaged)).rejects.toThrow('fully refunded');
  await expect(refundParcel(ctx(), damaged, { amount: null })).rejects.toThrow('fully refunded');
});

test.each([
  ['has no outcome yet', { kind: 'reset' }, 'unknown'],
  ['must be made by hand', { kind: 'status', args: { status: 400, code: 'failed_refund' } }, 'manual'],
] as const)('does not send the parcel of an order whose whole refund %s', async (_name, fault, status) => {
  const { orderId } = await paid();
  await injectFault(world, { op: 'POST /charges/{id}/refunds', ...fault });
  const asked = await refund(ctx(), { target: orderId, amount: null });
  expect(asked.status).toBe(status);
  await runParcelsIn(world, { minutes: 10 });
  expect(await warehouseParcels(world)).toEqual([]);
  expect(await parcelOf(world, orderId)).toMatchObject({ requestedAt: null, checkAt: null });
  await expect(retryParcel(ctx(), orderId)).rejects.toThrow('its refund is in progress');
  if (status !== 'manual') return;
  await dismissStuck(ctx(), { id: asked.refundId, why: 'noted by mistake' });
  await runParcelsIn(world, { minutes: 10 });
  expect(await warehouseParcels(world)).toHaveLength(1);
});

test('lists a parcel that fulfilment has, although an operator marked it as delivered', async () => {
  const { orderId } = await paid();
  await injectFault(world, { service: 'mycloud', op: 'webhook', kind: 'drop', times: 'always' });
  const args = { after: true };
  await injectFault(world, { service: 'mycloud', op: 'POST /orders', kind: 'reset', args });
  await runParcelsIn(world, { minutes: 10 });
  await markDelivered(ctx(), orderId);
  expect(await stuckParcels()).toEqual([]);
  await runParcelsIn(world, { minutes: 10 });
  expect((await parcelOf(world, orderId)).status).toBe('delivered');
  expect(await stuckParcels()).toEqual([[orderId, expect.stringContaining('unclear')]]);
});

test('lists a parcel again with another problem than the one that an operator dismissed', async () => {
  const { orderId } = await paid();
  await transaction(world.db, (tx) => tx.execute(sql`update shipments set tries = ${AWAY_AFTER_TRIES}`));
  const args = { status: 503 };
  await injectFault(world, { service: 'mycloud', op: '*', kind: 'status', args, times: 'always' });
  await runParcelsIn(world, { minutes: 10 });
  expect(await stuckParcels()).toEqual([[orderId, expect.stringContaining('away')]]);
  await dismissStuck(ctx(), { id: orderId, why: 'told' });
  await runParcelsIn(world, { hours: 2 });
  expect(await stuckParcels()).toEqual([]);
  await clearFaults(world);
  await injectFault(world, { service: 'mycloud', op: 'POST /orders', kind: 'out_of_stock' });
  await runParcelsIn(world, { hours: 2 });
  expect(await stuckParcels()).toEqual([[orderId, expect.stringContaining('out_of_stock')]]);
});
