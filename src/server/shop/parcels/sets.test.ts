import { eq, inArray, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { orders, shipments, subscriptions } from '@/server/db/schema';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { clearFaults, injectFault } from '@/testing/providers';
import { actOnParcel, hint, parcelOf, runParcels, warehouseParcels } from '@/testing/parcels';
import { queriesOf } from '@/testing/queries';
import { forgetEverybody } from '@/testing/forget-everybody';
import { pass, walkSubscriber, messageKindsOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { listParcelsToSend } from './due';
import { syncParcels } from './sync';
import { settleParcelEvent } from './webhooks';

let call: typeof fetch;
const world = withWorld();
beforeAll(async () => {
  call = globalThis.fetch;
});
afterEach(async () => {
  globalThis.fetch = call;
  await clearFaults(world);
  await world.sandbox.settled();
  await forgetEverybody(world);
  await world.setNow(world.openedAt);
});

const write = (statement: string) => transaction(world.db, (tx) => tx.execute(sql.raw(statement)));

/** Plants due parcels of different subscribers and drops all webhooks. @returns their orders */
async function plantParcels(count: number): Promise<string[]> {
  const person = await walkSubscriber(world);
  await cloneSubscriber(world, person, count);
  await injectFault(world, { service: 'mycloud', op: 'webhook', kind: 'drop', times: 'always' });
  const now = world.now().toISOString();
  await write(`delete from shipments`);
  await write(`update orders set status = 'paid', begun_at = '${now}', paid_at = '${now}', paid_on = '2026-11-20'
    where id in (select distinct on (account_id) id from orders where status = 'upcoming'
      and account_id <> '${person.accountId}' order by account_id, payment_date)`);
  await write(`insert into shipments (order_id, status, check_at, updated_at)
    select id, 'preparing', '${now}', '${now}' from orders where status = 'paid' and account_id <> '${person.accountId}'`);
  const rows = await world.db.select({ id: shipments.orderId }).from(shipments).orderBy(shipments.orderId);
  return rows.map(({ id }) => id);
}

const takenOf = async (ids: readonly string[]) => {
  const rows = await world.db
    .select()
    .from(shipments)
    .where(inArray(shipments.orderId, [...ids]));
  const isTaken = new Map(rows.map((row) => [row.orderId, row.takenAt !== null]));
  return ids.map((id) => isTaken.get(id));
};
const perOrder = async (ids: readonly string[]) => {
  const numbers = (await warehouseParcels(world)).map(({ orderNumber }) => orderNumber);
  return ids.map((id) => numbers.filter((number) => number === id).length);
};

test('sends and polls a hundred parcels in at most five statements a set, and writes one without news once', async () => {
  const ids = await plantParcels(100);
  // The first set claims all parcels; their results are written when a second has passed, on a slow machine in several sets.
  const sentBy = async () => {
    const sent = await queriesOf(world.db, () => syncParcels(world.ctx(), ids));
    const sets = sent.filter((query) => /^begin\b/i.test(query)).length;
    const statements = sent.filter((query) => !/^(begin|commit)\b/i.test(query));
    expect(statements.length).toBeLessThanOrEqual(5 * sets);
    return statements;
  };
  await sentBy();
  expect(new Set(await takenOf(ids))).toEqual(new Set([true]));
  await pass(world, { hours: 14 });
  await sentBy();
  expect((await parcelOf(world, ids[99] ?? '')).status).toBe('packed');
  await pass(world, { hours: 4 });
  const polled = await sentBy();
  expect(polled.filter((query) => query.startsWith('update shipments'))).toHaveLength(1);
});

/**
 * The kinds of parcels. Each kind changes rows before the first call, and before the next call half a day
 * later.
 */
const asked = (kind: string, args?: Record<string, unknown>) => ({
  first: (id: string) =>
    injectFault(world, {
      service: 'mycloud' as const,
      op: 'POST /orders',
      kind,
      args,
      match: { order_number: id },
    }),
});
const later = (act: Record<string, string>) => ({ then: (id: string) => actOnParcel(world, id, act) });
const VARIETIES: Record<string, Partial<Record<'first' | 'then', (id: string) => Promise<unknown>>>> = {
  'is packed by then': {},
  'is out of stock': asked('out_of_stock'),
  'was asked for, and the response was lost': asked('reset', { after: true }),
  'was asked for, and the request was lost': asked('reset'),
  'is of a refunded order': {
    first: (id) => write(`update orders set status = 'refunded', refunded = total where id = '${id}'`),
  },
  'has no address': {
    first: (id) =>
      write(`update accounts set address = null, postal_code = null
      where id = (select account_id from orders where id = '${id}')`),
  },
  'is refunded after a lost request': {
    ...asked('reset'),
    then: (id) => write(`update orders set status = 'refunded', refunded = total where id = '${id}'`),
  },
  'is shipped': later({ status: 'SHIPPED' }),
  'has arrived': later({ status: 'DELIVERED' }),
  'is unknown to fulfilment': later({ action: 'lose' }),
};

test('a set of parcels has the same results as each parcel alone, and requests each once', async () => {
  const varieties = Object.values(VARIETIES);
  const ids = await plantParcels(2 * varieties.length);
  const [together, alone] = [ids.slice(0, varieties.length), ids.slice(varieties.length)];
  for (const when of ['first', 'then'] as const) {
    for (const group of [together, alone])
      for (const [at, vary] of varieties.entries()) await vary[when]?.(group[at] ?? '');
    await syncParcels(world.ctx(), together);
    for (const id of alone) await syncParcels(world.ctx(), [id]);
    if (when === 'first') await pass(world, { hours: 14 });
  }
  const left = (group: string[]) =>
    Promise.all(
      group.map(async (id) => {
        const { status, reportedStatus, courier, problem, tries, number, ...row } = await parcelOf(world, id);
        const [order] = await world.db.select().from(orders).where(eq(orders.id, id));
        const minutes = [
          row.requestedAt,
          row.takenAt,
          row.shippedAt,
          row.deliveredAt,
          row.checkAt,
          row.updatedAt,
        ];
        return {
          status,
          reportedStatus,
          courier,
          problem,
          tries,
          number,
          isLeased: row.leaseUntil !== null,
          isTracked: row.trackingNumber !== null && row.trackingUrl !== null,
          times: minutes.map((at) => at && Math.round(at.getTime() / 600_000)),
          told: await messageKindsOf(world, order?.accountId ?? ''),
        };
      }),
    );
  const ends = await left(together);
  expect(ends).toEqual(await left(alone));
  const [packed, none, lost, again, ...others] = ends;
  expect([packed, lost, again].map((one) => one?.reportedStatus)).toEqual(['PACKED', 'PACKED', 'APPROVED']);
  expect(none).toMatchObject({ problem: 'out_of_stock', reportedStatus: null });
  expect(others.map(({ status, problem }) => [status, problem])).toEqual([
    ...[
      ['preparing', null],
      ['preparing', 'no_address'],
      ['preparing', null],
    ],
    ...[
      ['shipped', null],
      ['delivered', null],
      ['preparing', 'not_found'],
    ],
  ]);
  expect(others.map(({ told }) => told.includes('shipped'))).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
  ]);
  const once = [1, 0, 1, 1, 0, 0, 0, 1, 1, 0];
  expect(await perOrder(ids)).toEqual([...once, ...once]);
});

describe('a failing parcel of a set', () => {
  test.each([
    ['cannot be claimed', 'new.requested_at is not null', 0],
    ['cannot be booked', 'new.taken_at is not null', 1],
  ])('%s: the others are sent, and it is sent once later', async (_name, condition, there) => {
    const ids = await plantParcels(5);
    await write(`create function refuse_row() returns trigger language plpgsql as $$ begin
      if new.order_id = '${ids[2]}' and ${condition} then raise exception 'poisoned'; end if; return new; end $$`);
    await write(
      `create trigger poisoned before update on shipments for each row execute function refuse_row()`,
    );
    try {
      await runParcels(world);
    } finally {
      await write('drop function refuse_row cascade');
    }
    expect(await takenOf(ids)).toEqual([true, true, false, true, true]);
    expect(await perOrder(ids)).toEqual([1, 1, there, 1, 1]);
    await pass(world, { minutes: 10 });
    await runParcels(world);
    expect(await takenOf(ids)).toEqual(ids.map(() => true));
    expect(await perOrder(ids)).toEqual(ids.map(() => 1));
  });
});

test('sends each parcel once by two concurrent workers, and the one with a locked subscription last', async () => {
  const ids = await plantParcels(20);
  const [order] = await world.db
    .select()
    .from(orders)
    .where(eq(orders.id, ids[7] ?? ''));
  const swept: Promise<void>[] = [];
  await transaction(world.db, async (tx) => {
    await tx
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.id, order?.subscriptionId ?? ''))
      .for('update');
    swept.push(runParcels(world), runParcels(world));
    await expect.poll(async () => (await takenOf(ids)).filter(Boolean).length).toBe(19);
  });
  await Promise.all(swept);
  expect(await takenOf(ids)).toEqual(ids.map(() => true));
  expect(await perOrder(ids)).toEqual(ids.map(() => 1));
});

test('lists a due parcel that another worker has leased only after the lease', async () => {
  const [id = ''] = await plantParcels(1);
  const listed = async () => (await listParcelsToSend(world.ctx(), 10)).map((row) => row.id);
  const leaseUntil = (day: string) => write(`update shipments set lease_until = '${day}'`);
  await leaseUntil('2099-01-01');
  expect(await listed()).toEqual([]);
  await leaseUntil('2000-01-01');
  expect(await listed()).toEqual([id]);
});

describe('an event', () => {
  const told = async (orderId: string, status: string) => {
    await hint(world, { mc_number: 'MC1', order_number: orderId, status });
    await settleParcelEvent(world.ctx(), `${orderId}:${status}`);
  };

  test('is settled while another transaction refers to the parcel', async () => {
    const [orderId = ''] = await plantParcels(1);
    await runParcels(world);
    await actOnParcel(world, orderId, { status: 'PACKED' });
    await transaction(world.db, async (tx) => {
      await tx.select().from(shipments).where(eq(shipments.orderId, orderId)).for('key share');
      await told(orderId, 'PACKED');
    });
    expect((await parcelOf(world, orderId)).status).toBe('packed');
  });

  test('is settled during an earlier call, whose result is dropped', async () => {
    const [orderId = ''] = await plantParcels(1);
    await runParcels(world);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let calls = 0;
    globalThis.fetch = async (input, init) => {
      const response = await call(input, init);
      if (typeof input === 'string' && /\/orders\/\d+$/.test(input) && (calls += 1) === 1) await released;
      return response;
    };
    const first = told(orderId, 'PICKING');
    await expect.poll(() => calls).toBe(1);
    await actOnParcel(world, orderId, { status: 'PACKED' });
    await told(orderId, 'PACKED');
    release();
    await first;
    expect(await parcelOf(world, orderId)).toMatchObject({ status: 'packed', reportedStatus: 'PACKED' });
  });
});
