import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { transaction } from '@/server/db';
import { auditEvents, orders, subscriptions } from '@/server/db/schema';
import { deactivateNow } from '@/testing/changes';
import { runJobs } from '@/testing/jobs';
import { goTo, ordersOf, plantRegistration, plantSubscriber, refusalOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { changeBox, changeFrequency, changePaymentDay } from './plan-commands';
import type { ChangeOptions } from './change-subscription';
import { getSubscriptionView, type SubscriptionView } from './queries';

const world = withWorld({ cleanup: 'check' });

type RunChange = (accountId: string, options?: ChangeOptions) => Promise<SubscriptionView>;

/**
 * The three changes of a subscription. The subscriber has orders on 31 December, 31 January and 28 February.
 */
const CHANGES: Record<string, { run: RunChange; what: string }> = {
  box: {
    run: (accountId, options = {}) =>
      changeBox(world.ctx(), accountId, {
        items: [{ productCode: 'panty-liners', quantity: 3 }],
        ...options,
      }),
    what: 'subscription.box_changed',
  },
  frequency: {
    run: (accountId, options = {}) =>
      changeFrequency(world.ctx(), accountId, { frequency: 2, after: parseDay('2026-12-31'), ...options }),
    what: 'subscription.frequency_changed',
  },
  'payment day': {
    run: (accountId, options = {}) =>
      changePaymentDay(world.ctx(), accountId, { paymentDay: 15, ...options }),
    what: 'subscription.payment_day_changed',
  },
};

async function subscriber() {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  return person;
}

const view = (accountId: string) => getSubscriptionView(world.ctx(), accountId);

/** Returns every row of every table, including jobs. The table of postal addresses is left out. */
async function readAllRows(): Promise<Record<string, unknown>> {
  const tables = await world.db.$client<{ name: string }[]>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'
      and table_name <> 'thai_addresses'`;
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    rows[name] = await world.db.$client.unsafe(`select to_jsonb(t)::text as row from ${name} t order by 1`);
  }
  return rows;
}

/** A view without the ids and numbers of planned orders, which differ between two runs. */
const comparable = ({ subscription, upcomingOrders }: SubscriptionView) => ({
  subscription,
  upcomingOrders: upcomingOrders.map(({ orderId: _id, orderNumber: _number, ...order }) => order),
});

describe.each(Object.entries(CHANGES))('a change of %s', (_name, { run, what }) => {
  test('raises the version by one, writes an audit event and returns the present view', async () => {
    const { accountId, subscriptionId } = await subscriber();
    const before = await view(accountId);
    const after = await run(accountId);
    expect(after).toEqual(await view(accountId));
    expect(after.subscription.version).toBe(before.subscription.version + 1);
    expect(after.upcomingOrders).toHaveLength(3);
    const audit = await world.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, subscriptionId), eq(auditEvents.what, what)));
    expect(audit).toMatchObject([{ actor: accountId }]);
  });

  test('requested again returns the same view and changes nothing', async () => {
    const { accountId } = await subscriber();
    const once = await run(accountId);
    const rows = await readAllRows();
    expect(await run(accountId)).toEqual(once);
    expect(await readAllRows()).toEqual(rows);
  });

  test('returns the future view as a preview and writes no row', async () => {
    const { accountId } = await subscriber();
    const rows = await readAllRows();
    const preview = await run(accountId, { preview: true });
    expect(await readAllRows()).toEqual(rows);
    expect(comparable(preview)).toEqual(comparable(await run(accountId)));
  });

  test('returns the present view as a preview of a change that is already made', async () => {
    const { accountId } = await subscriber();
    const once = await run(accountId);
    const { yearAhead, ...again } = await run(accountId, { preview: true });
    expect(again).toEqual(once);
    expect(yearAhead?.[0]?.paymentDate).toBe(once.upcomingOrders[0]?.paymentDate);
  });

  test('refuses an old version, preview or not, and returns the present view', async () => {
    const { accountId } = await subscriber();
    const { version } = (await view(accountId)).subscription;
    expect((await run(accountId, { version })).subscription.version).toBe(version + 1);
    const now = await view(accountId);
    for (const preview of [false, true]) {
      const refusal = await run(accountId, { version, preview }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(AppError);
      expect(refusal).toMatchObject({ code: 'STALE', details: { data: now } });
    }
    expect(await view(accountId)).toEqual(now);
  });

  test('accepts one of six concurrent requests with the same version and refuses the others as stale', async () => {
    const { accountId } = await subscriber();
    const { version } = (await view(accountId)).subscription;
    const results = await Promise.all(
      Array.from({ length: 6 }, () => refusalOf(run(accountId, { version }))),
    );
    expect(results.filter((code) => code === 'STALE')).toHaveLength(5);
    expect((await view(accountId)).subscription.version).toBe(version + 1);
  });

  test('runs once for six concurrent requests without a version', async () => {
    const { accountId } = await subscriber();
    const { version } = (await view(accountId)).subscription;
    const views = await Promise.all(Array.from({ length: 6 }, () => run(accountId)));
    expect(new Set(views.map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await view(accountId)).subscription.version).toBe(version + 1);
  });

  test('changes nothing for other subscribers', async () => {
    const { accountId } = await subscriber();
    const other = await subscriber();
    const before = await view(other.accountId);
    await run(accountId);
    expect(await view(other.accountId)).toEqual(before);
  });

  test('refuses a registration in progress and an account that does not exist', async () => {
    const { accountId } = await plantRegistration(world);
    expect(await refusalOf(run(accountId))).toBe('NOT_ALLOWED');
    expect(await refusalOf(run('acc_nobody'))).toBe('NOT_LOGGED_IN');
  });

  test('refuses an inactive and a cancelled subscription', async () => {
    const { accountId, subscriptionId } = await subscriber();
    await deactivateNow(world, subscriptionId);
    expect(await refusalOf(run(accountId))).toBe('NOT_ACTIVE');
    await transaction(world.db, (tx) =>
      tx
        .update(subscriptions)
        .set({ status: 'cancelled', cancelledAt: world.now(), cancelReason: 'other' })
        .where(eq(subscriptions.id, subscriptionId)),
    );
    expect(await refusalOf(run(accountId))).toBe('NOT_ACTIVE');
  });

  test('refuses while an offline payment is pending', async () => {
    const { accountId } = await subscriber();
    const [, due] = await ordersOf(world, accountId);
    const force = (values: Partial<typeof orders.$inferInsert>) =>
      transaction(world.db, (tx) => tx.update(orders).set(values).where(eq(orders.id, due!.id)));
    await force({ status: 'awaiting_payment', begunAt: world.now() });
    const rows = await readAllRows();
    expect(await refusalOf(run(accountId))).toBe('PAYMENT_PENDING');
    expect(await refusalOf(run(accountId, { preview: true }))).toBe('PAYMENT_PENDING');
    expect(await readAllRows()).toEqual(rows);
    await force({ status: 'upcoming', begunAt: null });
  });
});

test('runs two different concurrent changes one after the other', async () => {
  const { accountId } = await subscriber();
  const { version } = (await view(accountId)).subscription;
  await Promise.all(['box', 'payment day'].map((name) => CHANGES[name]!.run(accountId)));
  const { subscription, upcomingOrders } = await view(accountId);
  expect(subscription).toMatchObject({ version: version + 2, paymentDay: 15 });
  expect(upcomingOrders.map((order) => order.paymentDate)).toEqual([
    '2026-12-15',
    '2027-01-15',
    '2027-02-15',
  ]);
  for (const order of upcomingOrders) expect(order.items).toHaveLength(1);
});
