import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { auditEvents, orderAddresses } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { resendParcel } from '@/server/desk/acts/parcel-loss';
import { markShipped } from '@/server/desk/acts/parcel';
import {
  changeBox,
  changeFrequency,
  changeOrderBox,
  changePaymentDay,
  removeOrderAddress,
  setOrderAddress,
  skipOrder,
  updateAddress,
} from '@/server/subscriber/plan/plan-commands';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { getSubscriptionView, type SubscriptionView } from '@/server/subscriber/plan/queries';
import { openRenewalAttempt } from '@/testing/attempts';
import { runJobs } from '@/testing/jobs';
import { runParcelsIn, warehouseParcels } from '@/testing/parcels';
import { goTo, ordersOf, walkSubscriber, refusalOf, runPaymentDates } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { getProfile } from '../account/profile';

const world = withWorld({ cleanup: 'check' });

const NIMMAN = {
  address: '9 Nimman',
  district: 'Mueang Chiang Mai',
  province: 'Chiang Mai',
  postalCode: '50200',
};
const OFFICE = { address: '5 Silom', district: 'Bang Rak', province: 'Bangkok', postalCode: '10500' };

/** Creates a subscriber in Bangkok with orders on 31 December, 31 January and 28 February. */
async function subscriber() {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await walkSubscriber(world, { paymentDay: 31 });
  await world.sandbox.settled();
  await runJobs();
  const [paid = '', first = '', second = ''] = (await ordersOf(world, accountId)).map((row) => row.id);
  return { accountId, paid, first, second };
}

const send = (accountId: string, orderId: string, place = NIMMAN, more = {}) =>
  setOrderAddress(world.ctx(), accountId, { orderId, ...place, ...more });
const present = <T extends object>(fields: T | null) =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== null));
const home = (accountId: string, orderId: string) => removeOrderAddress(world.ctx(), accountId, { orderId });
/** Returns the total of each upcoming order, with the postcode of its own address. */
const shown = ({ upcomingOrders }: SubscriptionView) =>
  upcomingOrders.map(
    ({ total, ownAddress }) => `${total}${ownAddress ? ` to ${ownAddress.postalCode}` : ''}`,
  );

async function payOn(day: string): Promise<void> {
  await runPaymentDates(world, day);
  await world.sandbox.settled();
  await runJobs();
}

describe('an order with its own address', () => {
  test('costs the delivery there, is sent there, and the next order goes to the account again', async () => {
    const { accountId, first, paid } = await subscriber();
    await runParcelsIn(world, { minutes: 10 });
    expect(shown(await send(accountId, first, NIMMAN, { preview: true }))).toEqual([
      '39525 to 50200',
      '37525',
      '37525',
    ]);
    expect(await world.db.$count(orderAddresses)).toBe(0);
    expect(shown(await send(accountId, first))).toEqual(['39525 to 50200', '37525', '37525']);
    expect((await getProfile(world.ctx(), accountId)).delivery).toMatchObject({ province: 'Bangkok' });
    await payOn('2026-12-31');
    await runParcelsIn(world, { minutes: 10 });
    const parcels = await warehouseParcels(world);
    const sentTo = (id: string) => JSON.stringify(parcels.find(({ orderNumber }) => orderNumber === id));
    expect(sentTo(first)).toMatch(/9 Nimman, Mueang Chiang Mai, Chiang Mai.*50200/);
    expect(sentTo(paid)).not.toContain('Nimman');
    expect((await ordersOf(world, accountId))[1]).toMatchObject({ status: 'paid', total: 39525 });
    expect(await refusalOf(send(accountId, first, OFFICE))).toBe('PARCEL_TAKEN');
    const [event] = await world.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.what, 'order.address_changed'));
    expect(event?.detail).toMatchObject({ orderId: first, own: true, deliveryFee: 6000 });
  });

  test('goes to its recipient, who is named to fulfilment and on the order, and no longer on later boxes', async () => {
    const { accountId, first } = await subscriber();
    const { delivery } = await getProfile(world.ctx(), accountId);
    const mother = { recipientName: 'แม่ มาลี', recipientPhone: '0898765432' };
    // At the subscriber's own address the recipient alone makes it another destination.
    const { upcomingOrders } = await send(accountId, first, { ...OFFICE, ...present(delivery) }, mother);
    expect(upcomingOrders[0]).toMatchObject({ ...mother, total: 37525, ownAddress: delivery });
    const later = { recipientName: null, recipientPhone: null, ownAddress: null };
    expect(upcomingOrders[1]).toMatchObject(later);
    await send(accountId, first, NIMMAN, mother);
    await payOn('2026-12-31');
    await runParcelsIn(world, { minutes: 10 });
    const parcels = await warehouseParcels(world);
    const parcel = JSON.stringify(parcels.find(({ orderNumber }) => orderNumber === first));
    expect(parcel).toMatch(/แม่ มาลี/);
    expect(parcel).toMatch(/0898765432/);
  });

  test('has the subscriber as its recipient again without one', async () => {
    const { accountId, first } = await subscriber();
    await send(accountId, first, NIMMAN, { recipientName: 'Mali', recipientPhone: '0898765432' });
    expect((await send(accountId, first)).upcomingOrders[0]).toMatchObject({
      ownAddress: { postalCode: '50200' },
      recipientName: null,
      recipientPhone: null,
    });
  });

  test('keeps it when the account moves, and goes back to the account with the fee of its address', async () => {
    const { accountId, first } = await subscriber();
    await send(accountId, first);
    const phuket = { address: '1 Rawai', district: 'Mueang Phuket', province: 'Phuket', postalCode: '83100' };
    const moved = await updateAddress(world.ctx(), accountId, phuket);
    expect(moved.upcomingOrders.map(({ ownAddress }) => ownAddress?.postalCode ?? null)).toEqual([
      '50200',
      null,
      null,
    ]);
    expect(shown(await send(accountId, first, OFFICE))[0]).toBe('37525 to 10500');
    const back = await home(accountId, first);
    expect(back.upcomingOrders[0]).toMatchObject({ ownAddress: null, total: back.upcomingOrders[1]?.total });
    expect(await home(accountId, first)).toEqual(back);
    await send(accountId, first);
    expect((await send(accountId, first, phuket)).upcomingOrders[0]?.ownAddress).toBeNull();
  });

  test('charges an order the fee of its own address, and every other order the fee of the account’s address', async () => {
    const { accountId, first } = await subscriber();
    await send(accountId, first);
    const items = [{ productCode: 'panty-liners' as const, quantity: 3 }];
    expect(shown(await changeBox(world.ctx(), accountId, { items }))).toEqual([
      '32775 to 50200',
      '30775',
      '30775',
    ]);
    const night = [{ productCode: 'night-pads' as const, quantity: 4 }];
    const own = await changeOrderBox(world.ctx(), accountId, { orderId: first, items: night });
    expect(shown(own)).toEqual(['50700 to 50200', '30775', '30775']);
    expect(shown(await home(accountId, first))[0]).toBe('48700');
  });

  test('keeps it through a skip and another payment day, and loses it with the order', async () => {
    const { accountId, first, second } = await subscriber();
    await skipOrder(world.ctx(), accountId, { orderId: first, skip: true });
    await send(accountId, second);
    await skipOrder(world.ctx(), accountId, { orderId: first, skip: false });
    expect(shown(await changePaymentDay(world.ctx(), accountId, { paymentDay: 15 }))).toEqual([
      '37525',
      '39525 to 50200',
      '37525',
    ]);
    const after = parseDay('2026-12-15');
    const rare = await changeFrequency(world.ctx(), accountId, { frequency: 2, after });
    expect(shown(rare)).toEqual(['37525', '37525', '37525']);
  });

  test('changes without its total from its payment date on, until its parcel is handed over', async () => {
    const { accountId, first } = await subscriber();
    await goTo(world, '2026-12-31', '00:00');
    await send(accountId, first);
    await runBilling(world.ctx());
    await send(accountId, first, OFFICE);
    await payOn('2026-12-31');
    await send(accountId, first);
    expect((await ordersOf(world, accountId))[1]).toMatchObject({ status: 'paid', total: 37525 });
    expect((await getProfile(world.ctx(), accountId)).paidBox).not.toBe('follows');
    await runParcelsIn(world, { minutes: 10 });
    expect(await refusalOf(home(accountId, first))).toBe('PARCEL_TAKEN');
  });

  test('is where its lost parcel is sent again, unless the operator chooses the account', async () => {
    const { accountId, first } = await subscriber();
    await send(accountId, first);
    await payOn('2026-12-31');
    const ctx = { ...world.ctx(), operator: 'nok' };
    const lost = (number: number) => ({ orderId: first, number, loss: 'lost' as const });
    const shipAndLose = async (number: number, options = {}) => {
      await runParcelsIn(world, { minutes: 10 });
      await markShipped({ ...world.ctx(), operator: 'nok' }, first, {
        courier: 'Flash',
        number: `TH0${number}`,
        cancelledThere: true,
      });
      await resendParcel({ ...ctx, now: world.now() }, lost(number), options);
    };
    await shipAndLose(1);
    await shipAndLose(2, { toAccountAddress: true });
    await runParcelsIn(world, { minutes: 10 });
    const parcels = (await warehouseParcels(world)).map((parcel) => JSON.stringify(parcel));
    const sentTo = (orderNumber: string) => parcels.find((text) => text.includes(`"${orderNumber}"`));
    expect(sentTo(`${first}-2`)).toContain('Nimman');
    expect(sentTo(`${first}-3`)).not.toContain('Nimman');
  });
});

describe('another address is refused', () => {
  test('for another order or place, an old version, a skipped order and after a cancellation', async () => {
    const { accountId, first, second, paid } = await subscriber();
    const other = await walkSubscriber(world, { paymentDay: 31 });
    await runParcelsIn(world, { minutes: 10 });
    const outcome = (orderId: string, place = NIMMAN, more = {}) =>
      refusalOf(send(accountId, orderId, place, more));
    expect(await outcome('ord_unknown')).toBe('ORDER_NOT_FOUND');
    expect(await refusalOf(send(other.accountId, first))).toBe('ORDER_NOT_FOUND');
    expect(await outcome(paid)).toBe('PARCEL_TAKEN');
    expect(await outcome(second)).toBe('ORDER_NOT_NEXT');
    expect(await outcome(first, { ...NIMMAN, province: 'Phuket' })).toBe('PROVINCE_MISMATCH');
    expect(await outcome(first, { ...NIMMAN, postalCode: '5020' })).toBe('POSTCODE_INVALID');
    expect(await outcome(first, NIMMAN, { version: 99 })).toBe('STALE');
    await skipOrder(world.ctx(), accountId, { orderId: first, skip: true });
    expect(await outcome(first)).toBe('ORDER_NOT_NEXT');
    await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    expect(await outcome(second)).toBe('NOT_ACTIVE');
  });

  test('while the outcome of a charge is unknown', async () => {
    const { accountId } = await openRenewalAttempt(world);
    const order = (await ordersOf(world, accountId)).find(({ status }) => status === 'upcoming');
    expect(await refusalOf(send(accountId, order?.id ?? ''))).toBe('PAYMENT_PENDING');
    const { upcomingOrders } = await getSubscriptionView(world.ctx(), accountId);
    expect(upcomingOrders.every(({ ownAddress }) => ownAddress === null)).toBe(true);
  });
});
