import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Cause } from '@/domain/lifecycle/changes';
import { AHEAD } from '@/domain/lifecycle/orders';
import { deactivate } from '@/domain/lifecycle/subscriptions';
import { transaction } from '@/server/db';
import { auditEvents, subscriptions } from '@/server/db/schema';
import { lockSubscription } from '@/server/lifecycle/locks';
import { holdFreeProduct, ordersOf, plantSubscriber, pointsOf, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { applyChanges, type Applied } from './apply-changes';
import { loadOrders } from './load-facts';
import { withdrawReminders } from './withdraw-reminders';

const world = withWorld({ cleanup: 'check' });

const about = (subscriptionId: string, cause: Cause = 'retries_ended') => ({
  cause,
  actor: 'billing',
  subscriptionId,
});
const statuses = async (person: Planted) =>
  (await ordersOf(world, person.accountId)).map(({ status }) => status);
const auditOf = (person: Planted, what: string) =>
  world.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, person.subscriptionId), eq(auditEvents.what, what)));
const apply = (changes: Applied[]) => transaction(world.db, (tx) => applyChanges(tx, world.now(), changes));

/** Returns the changes of deactivating a subscription. */
const decide = (person: Planted) =>
  transaction(world.db, async (tx) => {
    const subscription = await lockSubscription(tx, person.subscriptionId);
    if (!subscription) throw new Error('no subscription');
    return deactivate(subscription, await loadOrders(tx, subscription, AHEAD));
  });

test('writes the changes of two subscriptions like each alone, with one audit entry per transition', async () => {
  const people = [await plantSubscriber(world), await plantSubscriber(world)];
  const [, next] = await ordersOf(world, people[0]!.accountId);
  await holdFreeProduct(world, people[0]!.accountId, next?.id ?? '');
  const before = await pointsOf(world, people[0]!.accountId);
  const changes: Applied[] = [];
  for (const person of people) changes.push({ ...about(person.subscriptionId), ...(await decide(person)) });
  await apply(changes);
  for (const person of people) {
    expect(await statuses(person)).toEqual(['paid', 'void', 'void', 'void']);
    expect(await auditOf(person, 'order.voided')).toHaveLength(3);
    const [entry] = await auditOf(person, 'subscription.deactivated');
    expect(entry).toMatchObject({
      actor: 'billing',
      detail: { cause: 'retries_ended', from: 'active', to: 'inactive' },
    });
  }
  expect(await pointsOf(world, people[0]!.accountId)).toBe(before + 150);
});

test('writes nothing if one of several rows has changed since the decision', async () => {
  const [stale, other] = [await plantSubscriber(world), await plantSubscriber(world)];
  const decided = [
    { ...about(other.subscriptionId), ...(await decide(other)) },
    { ...about(stale.subscriptionId), ...(await decide(stale)) },
  ];
  const [, next] = await ordersOf(world, stale.accountId);
  await apply([
    {
      ...about(stale.subscriptionId, 'asked_by_subscriber'),
      orders: [{ id: next?.id ?? '', from: 'upcoming', to: 'skipped' }],
    },
  ]);
  await expect(apply(decided)).rejects.toThrow('changed since');
  expect(await statuses(other)).toEqual(['paid', 'upcoming', 'upcoming', 'upcoming']);
  expect(await statuses(stale)).toEqual(['paid', 'skipped', 'upcoming', 'upcoming']);
});

test('refuses a transition that an order, its payment or a subscription does not have', async () => {
  const person = await plantSubscriber(world);
  const [first] = await ordersOf(world, person.accountId);
  const orderId = first?.id ?? '';
  const reason = about(person.subscriptionId);
  await expect(apply([{ ...reason, orders: [{ id: orderId, from: 'paid', to: 'unpaid' }] }])).rejects.toThrow(
    'No step leads from paid to unpaid',
  );
  await expect(apply([{ ...reason, payments: [{ orderId, status: 'pending' }] }])).rejects.toThrow(
    'changed since',
  );
  const { accountId, subscriptionId: id } = person;
  const [{ version } = { version: 0 }] = await world.db
    .select({ version: subscriptions.version })
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId));
  const returns = { id, version, from: 'active', to: 'awaiting_payment' } as const;
  await expect(apply([{ ...reason, subscription: returns }])).rejects.toThrow('No step leads from active');
  expect(await statuses(person)).toEqual(['paid', 'upcoming', 'upcoming', 'upcoming']);
});

test('reads none of the messages that are queued for other orders', async () => {
  const person = await plantSubscriber(world);
  const [, next, later] = await ordersOf(world, person.accountId);
  await transaction(world.db, (tx) =>
    tx.execute(sql`
    insert into messages (id, account_id, kind, dedupe_key, payload, status, asked, retry_key, not_before, created_at)
    select 'msg_queue_' || n, ${person.accountId}, 'order_reminder', 'queue:' || n, '{}', 'queued', false, gen_random_uuid(),
      ${world.now().toISOString()}::timestamptz, ${world.now().toISOString()}::timestamptz
    from generate_series(1, 3000) n`),
  );
  const rowsRead = await transaction(world.db, async (tx) => {
    // PostgreSQL also counts what the session has read in earlier transactions of the same second.
    const countRead = async () => {
      const [read] = await tx.execute<{ rows: number }>(sql`
        select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'messages'`);
      return read?.rows ?? 0;
    };
    const before = await countRead();
    const skip = { id: next?.id ?? '', from: 'upcoming', to: 'skipped' } as const;
    const links = [{ orderId: next?.id ?? '', as: 'void' as const }];
    await applyChanges(tx, world.now(), [
      { ...about(person.subscriptionId, 'asked_by_subscriber'), orders: [skip], links },
    ]);
    await withdrawReminders(tx, [later?.id ?? '']);
    return (await countRead()) - before;
  });
  expect(rowsRead).toBeLessThan(10);
  await transaction(world.db, (tx) => tx.execute(sql`delete from messages where id like 'msg_queue_%'`));
});

test('swaps the dates of two orders', async () => {
  const person = await plantSubscriber(world);
  const [, second, third] = await ordersOf(world, person.accountId);
  if (!second || !third) throw new Error('no orders');
  const swap = (id: string, paymentDate: typeof second.date) => ({
    ...({ id, from: 'upcoming', to: 'upcoming', paymentDate, moves: true } as const),
  });
  const change = (orders: Applied['orders']) =>
    apply([{ ...about(person.subscriptionId, 'schedule_changed'), orders }]);
  await change([swap(second.id, third.date), swap(third.id, second.date)]);
  const moved = await ordersOf(world, person.accountId);
  expect(moved.find(({ id }) => id === second.id)?.date).toBe(third.date);
  expect(moved.find(({ id }) => id === third.id)?.date).toBe(second.date);
  await change([swap(second.id, second.date), swap(third.id, third.date)]);
});

test('raises the version once per decision', async () => {
  const person = await plantSubscriber(world);
  const changes = await decide(person);
  await apply([{ ...about(person.subscriptionId), ...changes }]);
  const [row] = await world.db
    .select({ version: subscriptions.version })
    .from(subscriptions)
    .where(eq(subscriptions.id, person.subscriptionId));
  expect(row?.version).toBe((changes.subscription?.version ?? 0) + 1);
});
