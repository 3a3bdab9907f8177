import { eq, sql } from 'drizzle-orm';
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

const LISTS = ['toSend', 'held', 'sent', 'late', 'problem', 'returned', 'arrived'] as const;
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
    expect([await dismiss(), await listsOf(warehouse, orderId)]).toEqual(['ok', ['held']]);
    await pass(world, { minutes: 1 });
    const at = world.now();
    await set({ status: 'delivered', shippedAt: at, deliveredAt: at, checkAt: null });
    expect(await listsOf(warehouse, orderId)).toEqual(['problem', 'arrived']);
    expect([await dismiss(), await listsOf(warehouse, orderId)]).toEqual(['ok', ['arrived']]);
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

describe('a parcel that was sent by hand', () => {
  async function sent() {
    const found = await paidOrder();
    const warehouse = await memberBrowser(world, 'warehouse');
    await call(warehouse, 'markShipped', shipped(found.orderId));
    return { ...found, warehouse };
  }

  test('stays visible on its way, and arrives', async () => {
    const { orderId, warehouse } = await sent();
    expect(await listsOf(warehouse, orderId)).toEqual(['sent']);
    expect((await call(warehouse, 'markDelivered', { orderId })).code).toBe('ok');
    expect(await listsOf(warehouse, orderId)).toEqual(['arrived']);
  });

  test('gets its right number once, with a message; support may not correct it', async () => {
    const { orderId, accountId, warehouse } = await sent();
    const support = await memberBrowser(world, 'support');
    const right = { orderId, courier: 'Flash', trackingNumber: 'TH9876543210' };
    const correct = (browser = warehouse, input: object = right) => call(browser, 'correctNumber', input);
    expect((await correct(support)).code).toBe('NOT_ALLOWED');
    expect((await correct(warehouse, { ...right, trackingNumber: '8.85012E+12' })).code).toBe('REFUSED');
    const codes = (await Promise.all([correct(), correct()])).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['REFUSED', 'ok']);
    await runJobs();
    expect((await messageKindsOf(world, accountId)).filter((kind) => kind === 'shipped')).toHaveLength(2);
    const [row] = await world.db.select().from(shipments).where(eq(shipments.orderId, orderId));
    expect(row).toMatchObject({ status: 'shipped', trackingNumber: 'TH9876543210' });
  });

  test('came back: it is in its list and on Today until it is sent again', async () => {
    const { orderId, warehouse } = await sent();
    const report = () => call(warehouse, 'report', { orderId, problem: 'came_back' });
    const codes = (await Promise.all([report(), report()])).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['REFUSED', 'ok']);
    expect(await listsOf(warehouse, orderId)).toEqual(['returned']);
    expect(await casesToday(warehouse)).toEqual({ parcels: 1 });
    const resent = await call(warehouse, 'resend', {
      orderId,
      parcel: 1,
      loss: 'returned',
      toAccountAddress: false,
    });
    expect(resent.code).toBe('ok');
    expect(await listsOf(warehouse, orderId)).toEqual(['toSend']);
  });

  test('is not reported before it was sent, and not by support', async () => {
    const { orderId } = await paidOrder();
    const input = { orderId, problem: 'turned_down' };
    const [warehouse, support] = [
      await memberBrowser(world, 'warehouse'),
      await memberBrowser(world, 'support'),
    ];
    expect((await call(warehouse, 'report', input)).code).toBe('REFUSED');
    expect((await call(support, 'report', input)).code).toBe('NOT_ALLOWED');
  });
});

describe('a list of parcels', () => {
  test('has pages without an end that nobody sees, and finds by number, name and tracking number', async () => {
    const warehouse = await memberBrowser(world, 'warehouse');
    const { orderId, accountId } = await paidOrder();
    const [order] = await ordersOf(world, accountId);
    const copies = sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', o.id || n,
        'order_number', 900000 + n, 'cycle_index', 1000 + n, 'payment_date', o.payment_date - n))).*
      from orders o, generate_series(1, 60) n where o.id = ${orderId}`;
    const parcels = sql`insert into shipments (order_id, status, updated_at)
      select id, 'preparing', created_at from orders where order_number > 900000`;
    for (const statement of [copies, parcels]) await transaction(world.db, (tx) => tx.execute(statement));
    const page = async (input: object) =>
      (await callDesk(warehouse, 'parcels.list', { kind: 'query', input: { list: 'toSend', ...input } }))
        .data as Parcels;
    const first = await page({});
    const second = await page({ after: first.next });
    const ids = [...first.parcels, ...second.parcels].map((one) => one.orderId);
    expect([first.parcels.length, second.next, new Set(ids).size]).toEqual([50, null, 61]);
    const found = async (q: string) => (await page({ q })).parcels.map((one) => one.orderId);
    expect(await found(`#${order?.orderNumber}`)).toEqual([orderId]);
    expect(await found('๙๐๐๐๐๑')).toEqual([`${orderId}1`]);
    expect(await found('mali')).toHaveLength(50);
    expect(await found('nobody')).toEqual([]);
    await transaction(world.db, async (tx) => {
      await tx.execute(sql`delete from shipments where order_id <> ${orderId}`);
      await tx.execute(sql`delete from orders where order_number > 900000`);
    });
  });

  test('of boxes to send has a pick list: the packs of all of them, starter packs dissolved', async () => {
    const warehouse = await memberBrowser(world, 'warehouse');
    await paidOrder();
    const { data } = await callDesk(warehouse, 'parcels.list', { kind: 'query', input: { list: 'toSend' } });
    const { pick, parcels } = data as Parcels;
    expect(pick?.map(({ productCode }) => productCode)).not.toContain('starter-pack');
    expect(pick?.length).toBeGreaterThan(0);
    expect(parcels[0]).toMatchObject({ isHeld: false, isDisputed: false, isOwed: true, isFirst: true });
  });

  test('of one cause is asked again for all parcels at once by warehouse or owner', async () => {
    const { orderId } = await paidOrder();
    const [warehouse, support] = [
      await memberBrowser(world, 'warehouse'),
      await memberBrowser(world, 'support'),
    ];
    await transaction(world.db, (tx) => tx.update(shipments).set({ problem: 'out_of_stock', checkAt: null }));
    expect((await call(support, 'retryProblem', { problem: 'out_of_stock' })).code).toBe('NOT_ALLOWED');
    const { data } = await call(warehouse, 'retryProblem', { problem: 'out_of_stock' });
    expect(data).toEqual({ retried: 1 });
    expect(await listsOf(warehouse, orderId)).toEqual(['toSend']);
    expect((await call(warehouse, 'retryProblem', { problem: 'out_of_stock' })).data).toEqual({ retried: 0 });
  });

  test('is printed as labels and slips, without the address of a refunded order, for warehouse and owner', async () => {
    const { orderId } = await paidOrder();
    const [warehouse, support] = [
      await memberBrowser(world, 'warehouse'),
      await memberBrowser(world, 'support'),
    ];
    const papers = (browser: Browser, kind: string) =>
      callDesk(browser, 'parcels.papers', {
        kind: 'query',
        input: { orderIds: [orderId, 'ord_none'], kind },
      });
    for (const kind of ['sheets', 'labels', 'slips']) {
      const { pdf, count } = (await papers(warehouse, kind)).data as { pdf: string; count: number };
      expect([count, Buffer.from(pdf, 'base64').subarray(0, 5).toString()]).toEqual([1, '%PDF-']);
    }
    expect((await papers(support, 'labels')).code).toBe('NOT_ALLOWED');
    await transaction(world.db, (tx) => tx.execute(sql`update money_received set reserved_refund = amount`));
    expect((await papers(warehouse, 'labels')).data).toEqual({ pdf: '', count: 0 });
    await transaction(world.db, (tx) => tx.execute(sql`update money_received set reserved_refund = 0`));
  });
});
