import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { transaction } from '@/server/db';
import { messages, replacedParcels } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { markShipped } from '@/server/desk/acts/parcel';
import { listStuck } from '@/server/desk/acts/stuck';
import { runJobs } from '@/testing/jobs';
import { expectInvariants } from '@/testing/invariants';
import { actOnParcel, parcelOf, runParcelsIn, warehouseParcels } from '@/testing/parcels';
import { injectFault } from '@/testing/providers';
import { goTo, ordersOf, walkSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'check' });

/** Creates a subscriber with a paid first order. */
async function paid() {
  const person = await walkSubscriber(world);
  await runJobs();
  const [order] = await ordersOf(world, person.accountId);
  return { ...person, orderId: order?.id ?? '' };
}

describe('a parcel', () => {
  test('requested without an answer and then sent by hand is listed if fulfilment has it, too', async () => {
    const { orderId } = await paid();
    await injectFault(world, { service: 'mycloud', op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, {
      service: 'mycloud',
      op: 'POST /orders',
      kind: 'reset',
      args: { after: true },
    });
    await runParcelsIn(world, { minutes: 10 });
    await markShipped({ ...world.ctx(), operator: 'operator' }, orderId, { courier: 'flash', number: '1' });
    await runParcelsIn(world, { minutes: 20 });
    expect((await listStuck(world.ctx())).parcels).toMatchObject([
      { id: orderId, about: expect.stringContaining('unclear') as string },
    ]);
    expect(await warehouseParcels(world)).toHaveLength(1);
  });

  test('is not sent by hand while fulfilment has it, unless it was cancelled there', async () => {
    const { orderId } = await paid();
    await runParcelsIn(world, { minutes: 10 });
    const operator = { ...world.ctx(), operator: 'operator' };
    const sent = { courier: 'flash', number: '1' };
    await expect(markShipped(operator, orderId, sent)).rejects.toThrow('a second one would go out');
    await markShipped(operator, orderId, { ...sent, cancelledThere: true });
    await actOnParcel(world, orderId, { status: 'PACKED' });
    await runJobs();
    const ended = { status: 'shipped', externalId: null, takenAt: null, checkAt: null, problem: null };
    expect(await parcelOf(world, orderId)).toMatchObject(ended);
  });
});

describe('a box that has not left for a week', () => {
  const OUT_OF_STOCK = {
    service: 'mycloud',
    op: 'POST /orders',
    kind: 'out_of_stock',
    times: 'always',
  } as const;
  const late = async (accountId: string) =>
    (await world.db.select().from(messages).where(eq(messages.accountId, accountId))).filter(
      ({ kind }) => kind === 'box_late',
    );
  const runOn = async (day: string) => {
    await goTo(world, day, '10:00');
    await runBilling(world.ctx());
    await runJobs();
  };
  const statuses = async (accountId: string) =>
    (await ordersOf(world, accountId)).slice(0, 2).map(({ status }) => status);

  test('is notified once with a link that skips the next order, which is charged nevertheless', async () => {
    await goTo(world, '2026-11-20', '09:00');
    await injectFault(world, OUT_OF_STOCK);
    const { accountId, orderId } = await paid();
    await runOn('2026-11-26');
    expect(await late(accountId)).toEqual([]);
    for (const day of ['2026-11-27', '2026-11-28']) await runOn(day);
    expect(await late(accountId)).toMatchObject([
      { status: 'sent', payload: { orderId, next: { paymentDate: '2026-12-31', waits: false } } },
    ]);
    expect((await late(accountId))[0]?.payload).not.toHaveProperty('skipLink');
    await runOn('2026-12-31');
    expect(await statuses(accountId)).toEqual(['paid', 'paid']);
  });

  test('is counted from the loss of the box that it replaces', async () => {
    await goTo(world, '2026-11-20', '09:00');
    await injectFault(world, OUT_OF_STOCK);
    const { accountId, orderId } = await paid();
    await goTo(world, '2026-11-25', '10:00');
    const lost = { orderId, number: 1, loss: 'lost', replacedAt: world.now() } as const;
    await transaction(world.db, (tx) => tx.insert(replacedParcels).values(lost));
    await runOn('2026-12-01');
    expect(await late(accountId)).toEqual([]);
    await runOn('2026-12-03');
    expect(await late(accountId)).toHaveLength(1);
  });

  test('holds the charge of the next order until it has left, if the shop lets charges wait', async () => {
    settings().LATE_BOX_CHARGING = 'wait';
    try {
      await goTo(world, '2026-11-20', '09:00');
      await injectFault(world, OUT_OF_STOCK);
      const { accountId, orderId } = await paid();
      await runOn('2026-12-31');
      expect(await statuses(accountId)).toEqual(['paid', 'charging']);
      expect(await late(accountId)).toMatchObject([{ payload: { orderId, next: { waits: true } } }]);
      await markShipped({ ...world.ctx(), operator: 'operator' }, orderId, { courier: 'flash', number: '1' });
      await runOn('2027-01-01');
      expect(await statuses(accountId)).toEqual(['paid', 'paid']);
    } finally {
      settings().LATE_BOX_CHARGING = 'continue';
    }
  });

  test('holds the charge of the next order for a week at most, so that a declined card has a retry', async () => {
    settings().LATE_BOX_CHARGING = 'wait';
    try {
      await goTo(world, '2026-11-20', '09:00');
      await injectFault(world, OUT_OF_STOCK);
      const { accountId } = await paid();
      await runOn('2026-12-31');
      await goTo(world, '2027-01-06', '10:00');
      await expectInvariants(world);
      await goTo(world, '2027-01-07', '08:59');
      await runBilling(world.ctx());
      expect(await statuses(accountId)).toEqual(['paid', 'charging']);
      await injectFault(world, {
        op: 'POST /charges',
        kind: 'status',
        args: { status: 400, code: 'insufficient_fund' },
      });
      await goTo(world, '2027-01-07', '09:00');
      await runBilling(world.ctx());
      expect(await statuses(accountId)).toEqual(['paid', 'charging']);
      await runOn('2027-01-13');
      expect(await statuses(accountId)).toEqual(['paid', 'paid']);
    } finally {
      settings().LATE_BOX_CHARGING = 'continue';
    }
  });
});
