import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents, shipments } from '@/server/db/schema';
import { transaction } from '@/server/db';
import type { Browser } from '@/testing/browser';
import { callDesk, memberBrowser } from '@/testing/desk';
import { runJobs } from '@/testing/jobs';
import { messageKindsOf, ordersOf, pass, walkSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import type { ListedParcel, Parcels } from '../../desk/reads/parcels';
import type { Today } from '../../desk/reads/today';

const world = withWorld({ cleanup: 'check' });

const LISTS = ['problem', 'toSend', 'late', 'sent'] as const;
const call = (browser: Browser, name: string, input: unknown) =>
  callDesk(browser, `parcels.${name}`, { input });

async function paidOrder() {
  const { accountId } = await walkSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  const [order] = await ordersOf(world, accountId);
  return { orderId: order?.id ?? '', accountId };
}

/** Returns the lists that contain the parcel of an order. */
async function listsOf(browser: Browser, orderId: string): Promise<string[]> {
  const found = await Promise.all(
    LISTS.map(async (list) => {
      const { data } = await callDesk(browser, 'parcels.list', { kind: 'query', input: { list } });
      return (data as Parcels).parcels.some((parcel) => parcel.orderId === orderId) ? [list] : [];
    }),
  );
  return found.flat();
}

/** Returns the number of parcels of each case of Today. */
const casesToday = async (browser: Browser) => {
  const { cases } = (await callDesk(browser, 'today.read', { kind: 'query' })).data as Today;
  return Object.fromEntries(cases.map(({ kind, count }) => [kind, count]));
};

const shipped = (orderId: string) => ({ orderId, courier: 'Flash', trackingNumber: 'TH0123456789' });

describe('a parcel at the desk', () => {
  test('is in one list at a time: to send, on its way, late; Today counts what is late, and not what fulfilment prepares', async () => {
    const warehouse = await memberBrowser(world, 'warehouse');
    const { orderId } = await paidOrder();
    expect(await listsOf(warehouse, orderId)).toEqual(['toSend']);
    expect(await casesToday(warehouse)).toEqual({});
    await transaction(world.db, (tx) =>
      tx
        .update(shipments)
        .set({ status: 'shipped', shippedAt: world.now(), problem: null, checkAt: world.now() })
        .where(eq(shipments.orderId, orderId)),
    );
    expect(await listsOf(warehouse, orderId)).toEqual(['sent']);
    await pass(world, { hours: 8 * 24 });
    const later = await memberBrowser(world, 'warehouse');
    expect(await listsOf(later, orderId)).toEqual(['late']);
    expect(await casesToday(later)).toEqual({ late: 1 });
  });

  test('that was delivered leaves the list of problems when a member dismisses it, others do not', async () => {
    const warehouse = await memberBrowser(world, 'warehouse');
    const { orderId } = await paidOrder();
    const set = (change: Partial<typeof shipments.$inferInsert>) =>
      transaction(world.db, (tx) =>
        tx
          .update(shipments)
          .set({ problem: 'unclear', updatedAt: world.now(), ...change })
          .where(eq(shipments.orderId, orderId)),
      );
    const dismiss = async () =>
      (
        await callDesk(warehouse, 'today.dismissParcel', {
          input: { group: 'parcels', id: orderId, why: 'One parcel only' },
        })
      ).code;
    await set({});
    expect([await dismiss(), await listsOf(warehouse, orderId)]).toEqual(['ok', ['problem']]);
    await pass(world, { minutes: 1 });
    const at = world.now();
    await set({ status: 'delivered', shippedAt: at, deliveredAt: at, checkAt: null });
    expect(await listsOf(warehouse, orderId)).toEqual(['problem']);
    expect([await dismiss(), await listsOf(warehouse, orderId)]).toEqual(['ok', []]);
  });

  test('has the recipient and the contents, and the count of its list', async () => {
    const warehouse = await memberBrowser(world, 'warehouse');
    const { orderId } = await paidOrder();
    const { data } = await callDesk(warehouse, 'parcels.list', { kind: 'query', input: { list: 'toSend' } });
    const { counts, parcels } = data as Parcels;
    expect(counts.toSend).toBe(parcels.length);
    const own = parcels.find((parcel) => parcel.orderId === orderId);
    expect(own?.to?.name).not.toBe('');
    expect(own?.to?.phone).toMatch(/^0\d{9}$/);
    expect(own?.items.length).toBeGreaterThan(0);
  });

  test('is marked as sent once by two members at once: a message, and the member as actor', async () => {
    const { orderId, accountId } = await paidOrder();
    const members = [await memberBrowser(world, 'warehouse'), await memberBrowser(world, 'owner')];
    await Promise.all(members.map((member) => call(member, 'markShipped', shipped(orderId))));
    await runJobs();
    const kinds = await messageKindsOf(world, accountId);
    expect(kinds.filter((kind) => kind === 'shipped')).toHaveLength(1);
    const events = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, orderId));
    const actors = events.filter(({ what }) => what === 'parcel.shipped').map(({ actor }) => actor);
    expect(actors.toSorted()).toEqual(members.map(({ staffId }) => `staff:${staffId}`).toSorted());
  });

  test('that was delivered is not marked as sent, and an order without a parcel is refused', async () => {
    const warehouse = await memberBrowser(world, 'warehouse');
    const { orderId } = await paidOrder();
    expect((await call(warehouse, 'markDelivered', { orderId })).code).toBe('ok');
    expect((await call(warehouse, 'markDelivered', { orderId })).code).toBe('REFUSED');
    expect((await call(warehouse, 'markShipped', shipped(orderId))).code).toBe('REFUSED');
    expect((await call(warehouse, 'markShipped', shipped('ord_none'))).code).toBe('REFUSED');
  });

  test('is not marked as sent with a number that a spreadsheet has changed, and its subscriber gets no message', async () => {
    const warehouse = await memberBrowser(world, 'warehouse');
    const { orderId, accountId } = await paidOrder();
    const damaged = { ...shipped(orderId), trackingNumber: '8.85012E+12' };
    expect((await call(warehouse, 'markShipped', damaged)).code).toBe('REFUSED');
    await runJobs();
    expect(await messageKindsOf(world, accountId)).not.toContain('shipped');
  });

  test('is shown as it is now before many are changed; unknown orders are left out', async () => {
    const warehouse = await memberBrowser(world, 'warehouse');
    const { orderId, accountId } = await paidOrder();
    const [order] = await ordersOf(world, accountId);
    for (const named of [[orderId], [order?.orderNumber], [orderId, order?.orderNumber]]) {
      const input = { orders: ['ord_none', 99_999_999, ...named] };
      const { data } = await callDesk(warehouse, 'parcels.preview', { kind: 'query', input });
      expect((data as ListedParcel[]).map((parcel) => [parcel.orderId, parcel.status])).toEqual([
        [orderId, 'preparing'],
      ]);
    }
  });

  test('that was lost is sent again once, and refunded by finance or the owner only', async () => {
    const warehouse = await memberBrowser(world, 'warehouse');
    const { orderId } = await paidOrder();
    await call(warehouse, 'markShipped', shipped(orderId));
    const lost = { orderId, parcel: 1, loss: 'lost' };
    expect((await call(warehouse, 'refund', lost)).code).toBe('NOT_ALLOWED');
    const resend = () => call(warehouse, 'resend', { ...lost, toAccountAddress: false });
    const answers = await Promise.all([resend(), resend()]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['REFUSED', 'ok']);
  });
});
