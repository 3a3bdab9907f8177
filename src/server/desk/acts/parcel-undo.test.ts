import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { TAKE_BACK_MS } from '@/domain/parcel';
import { transaction } from '@/server/db';
import { auditEvents, messages, orderAddresses, replacedParcels } from '@/server/db/schema';
import { enqueueMessages, listDueMessages } from '@/server/lifecycle/delivery-jobs';
import { setOrderAddress } from '@/server/subscriber/plan/plan-commands';
import { runJobs } from '@/testing/jobs';
import { parcelOf } from '@/testing/parcels';
import { ordersOf, pass, plantWithParcel } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import {
  correctNumber,
  markDelivered,
  markShipped,
  reportParcel,
  retryParcel,
  type ParcelAct,
} from './parcel';
import { resendParcel } from './parcel-loss';
import { takeBackParcel } from './parcel-undo';

const world = withWorld({ cleanup: 'check' });

const nok = () => ({ ...world.ctx(), operator: 'staff:nok' });
const flash = (number: string) => ({ courier: 'Flash', number });
const ship = (orderId: string) => markShipped(nok(), orderId, flash('TH0123456789'));
const arrive = (orderId: string) => markDelivered(nok(), orderId);
const report = (orderId: string) => reportParcel(nok(), orderId, 'came_back');
const correct = (orderId: string) => correctNumber(nok(), orderId, flash('TH9876543210'));
const resend = (orderId: string) =>
  resendParcel(nok(), { orderId, number: 1, loss: 'lost' }, { toAccountAddress: true });
const takeBack = (act: ParcelAct<unknown>, ctx = nok()) => takeBackParcel(ctx, act.undo ?? '');

const PLACE = {
  address: '1 Sukhumvit Road',
  subdistrict: 'Khlong Toei',
  district: 'Khlong Toei',
  province: 'Bangkok',
  postalCode: '10110',
};

/** Plants a parcel that goes to an own address and has not left. */
async function paid(): Promise<string> {
  const { accountId } = await plantWithParcel(world);
  const [order] = await ordersOf(world, accountId);
  const orderId = order?.id ?? '';
  await setOrderAddress(world.ctx(), accountId, { orderId, ...PLACE });
  return orderId;
}

/** Sends the messages that are due. */
async function deliver() {
  const due = await listDueMessages(world.ctx(), 100);
  await enqueueMessages(
    world.ctx(),
    due.map(({ id }) => id),
  );
  await runJobs();
}

/** Plants a parcel that was sent by hand, and whose message was sent. */
async function shipped(): Promise<string> {
  const orderId = await paid();
  await ship(orderId);
  await pass(world, { minutes: 1 });
  await deliver();
  return orderId;
}

/** Returns all rows that an act on a parcel changes. */
async function rowsOf(orderId: string) {
  const { db } = world;
  return {
    parcel: await parcelOf(world, orderId),
    replaced: await db.select().from(replacedParcels).where(eq(replacedParcels.orderId, orderId)),
    place: await db.select().from(orderAddresses).where(eq(orderAddresses.orderId, orderId)),
    messages: (await db.select().from(messages)).map(({ dedupeKey, status }) => [dedupeKey, status]).sort(),
  };
}

test.each([
  ['shipped', paid, ship],
  ['delivered', shipped, arrive],
  ['reported', shipped, report],
  ['number_corrected', shipped, correct],
  ['sent_again', shipped, resend],
] as const)(
  'takes "%s" back: all rows are as before, and the audit has both acts',
  async (what, plant, act) => {
    const orderId = await plant();
    const before = await rowsOf(orderId);
    const done = await act(orderId);
    await deliver();
    expect(await rowsOf(orderId)).not.toEqual(before);
    await takeBack(done);
    expect(await rowsOf(orderId)).toEqual(before);
    const audit = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, orderId));
    expect(
      audit.slice(-2).map((entry) => [entry.what, entry.actor, (entry.detail as { act?: string }).act]),
    ).toEqual([
      [`parcel.${what}`, 'staff:nok', undefined],
      ['parcel.taken_back', 'staff:nok', `parcel.${what}`],
    ]);
  },
);

test('takes an act back once when asked twice at once', async () => {
  const act = await ship(await paid());
  const answers = await Promise.allSettled([takeBack(act), takeBack(act)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('refuses to take an act back too late, for another member, and with a changed text', async () => {
  const orderId = await paid();
  const act = await ship(orderId);
  await expect(takeBack(act, { ...nok(), operator: 'staff:mali' })).rejects.toThrow('Only the member');
  await expect(takeBack({ ...act, undo: `${act.undo}AA` })).rejects.toThrow('any more');
  await world.setNow(new Date(world.now().getTime() + TAKE_BACK_MS + 1));
  await expect(takeBack(act)).rejects.toThrow('too late');
  expect((await parcelOf(world, orderId)).status).toBe('shipped');
});

test('refuses to take an act back after a later change, or once its message may be sent', async () => {
  const orderId = await paid();
  const first = await ship(orderId);
  await arrive(orderId);
  await expect(takeBack(first)).rejects.toThrow('has changed since');

  const other = await paid();
  const told = await ship(other);
  await transaction(world.db, (tx) => tx.update(messages).set({ leaseUntil: world.now() }));
  await expect(takeBack(told)).rejects.toThrow('has the message already');
  expect((await parcelOf(world, other)).status).toBe('shipped');
});

test('offers to take nothing back after fulfilment is asked again', async () => {
  expect((await retryParcel(nok(), await paid())).undo).toBeNull();
});
