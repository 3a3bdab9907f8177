import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { transaction } from '@/server/db';
import { auditEvents, orders, subscriptions } from '@/server/db/schema';
import { deactivateNow } from '@/testing/changes';
import { runJobs } from '@/testing/jobs';
import { withMoneyWorld } from '@/testing/money-world';
import { goTo, ordersOf, plantRegistration, plantSubscriber, refusalOf } from '@/testing/subscribers';
import type { World } from '@/testing/world';
import { changeBox } from './change-box';
import { changeFrequency } from './change-frequency';
import { changePaymentDay } from './change-payment-day';
import type { ChangeWish } from './changing';
import { viewSubscription, type SubscriptionView } from './shown';

let world: World;
withMoneyWorld((opened) => (world = opened));

type Ask = (accountId: string, wish?: ChangeWish) => Promise<SubscriptionView>;

/** Each of the three: as asked for by somebody whose orders follow on 31 December, 31 January and 28 February. */
const CHANGES: Record<string, { ask: Ask; what: string }> = {
  box: {
    ask: (accountId, wish = {}) =>
      changeBox(world.ctx(), accountId, { items: [{ productCode: 'panty-liners', quantity: 3 }], ...wish }),
    what: 'subscription.box_changed',
  },
  frequency: {
    ask: (accountId, wish = {}) =>
      changeFrequency(world.ctx(), accountId, { frequency: 2, after: parseDay('2026-12-31'), ...wish }),
    what: 'subscription.frequency_changed',
  },
  'payment day': {
    ask: (accountId, wish = {}) => changePaymentDay(world.ctx(), accountId, { paymentDay: 15, ...wish }),
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

const view = (accountId: string) => viewSubscription(world.ctx(), accountId);

/** Every row of every table, jobs included. */
async function everything(): Promise<Record<string, unknown>> {
  const tables = await world.db.$client<{ name: string }[]>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`;
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    rows[name] = await world.db.$client.unsafe(`select to_jsonb(t)::text as row from ${name} t order by 1`);
  }
  return rows;
}

/** A view without what is made anew each time: the ids of orders that are planned. */
const comparable = ({ subscription, upcomingOrders }: SubscriptionView) => ({
  subscription,
  upcomingOrders: upcomingOrders.map(({ orderId: _id, ...order }) => order),
});

describe.each(Object.entries(CHANGES))('a change of %s', (_name, { ask, what }) => {
  test('raises the version by one, is in the audit, and answers the view as it now is', async () => {
    const { accountId, subscriptionId } = await subscriber();
    const before = await view(accountId);
    const after = await ask(accountId);
    expect(after).toEqual(await view(accountId));
    expect(after.subscription.version).toBe(before.subscription.version + 1);
    expect(after.upcomingOrders).toHaveLength(3);
    const audit = await world.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, subscriptionId), eq(auditEvents.what, what)));
    expect(audit).toMatchObject([{ actor: accountId }]);
  });

  test('asked for again answers the same and changes nothing', async () => {
    const { accountId } = await subscriber();
    const once = await ask(accountId);
    const rows = await everything();
    expect(await ask(accountId)).toEqual(once);
    expect(await everything()).toEqual(rows);
  });

  test('as a preview answers what would be, and not a row is written', async () => {
    const { accountId } = await subscriber();
    const rows = await everything();
    const preview = await ask(accountId, { preview: true });
    expect(await everything()).toEqual(rows);
    expect(comparable(preview)).toEqual(comparable(await ask(accountId)));
  });

  test('as a preview of what is so already answers that', async () => {
    const { accountId } = await subscriber();
    const once = await ask(accountId);
    expect(await ask(accountId, { preview: true })).toEqual(once);
  });

  test('of a stale tab is refused, preview or not, with what is true now', async () => {
    const { accountId } = await subscriber();
    const { version } = (await view(accountId)).subscription;
    expect((await ask(accountId, { version })).subscription.version).toBe(version + 1);
    const now = await view(accountId);
    for (const preview of [false, true]) {
      const refusal = await ask(accountId, { version, preview }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(AppError);
      expect(refusal).toMatchObject({ code: 'STALE', kind: 'conflict', details: { data: now } });
    }
    expect(await view(accountId)).toEqual(now);
  });

  test('of two tabs at once with one version: one wins, the other is told', async () => {
    const { accountId } = await subscriber();
    const { version } = (await view(accountId)).subscription;
    const told = await Promise.all(Array.from({ length: 6 }, () => refusalOf(ask(accountId, { version }))));
    expect(told.filter((answer) => answer === 'STALE')).toHaveLength(5);
    expect((await view(accountId)).subscription.version).toBe(version + 1);
  });

  test('many times at once without a version is done once', async () => {
    const { accountId } = await subscriber();
    const { version } = (await view(accountId)).subscription;
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(accountId)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await view(accountId)).subscription.version).toBe(version + 1);
  });

  test('leaves everybody else alone', async () => {
    const { accountId } = await subscriber();
    const other = await subscriber();
    const theirs = await view(other.accountId);
    await ask(accountId);
    expect(await view(other.accountId)).toEqual(theirs);
  });

  test('is refused for a registration in progress and for an account that does not exist', async () => {
    const { accountId } = await plantRegistration(world);
    expect(await refusalOf(ask(accountId))).toBe('NOT_ALLOWED');
    expect(await refusalOf(ask('acc_nobody'))).toBe('NOT_LOGGED_IN');
  });

  test('is not for an inactive or cancelled subscription', async () => {
    const { accountId, subscriptionId } = await subscriber();
    await deactivateNow(world, subscriptionId);
    expect(await refusalOf(ask(accountId))).toBe('NOT_ACTIVE');
    await transaction(world.db, (tx) =>
      tx
        .update(subscriptions)
        .set({ status: 'cancelled', cancelledAt: world.now(), cancelReason: 'other' })
        .where(eq(subscriptions.id, subscriptionId)),
    );
    expect(await refusalOf(ask(accountId))).toBe('NOT_ACTIVE');
  });

  test('waits for a pending offline payment', async () => {
    const { accountId } = await subscriber();
    const [, due] = await ordersOf(world, accountId);
    const force = (values: Partial<typeof orders.$inferInsert>) =>
      transaction(world.db, (tx) => tx.update(orders).set(values).where(eq(orders.id, due!.id)));
    await force({ status: 'awaiting_payment', begunAt: world.now() });
    const rows = await everything();
    expect(await refusalOf(ask(accountId))).toBe('PAYMENT_PENDING');
    expect(await refusalOf(ask(accountId, { preview: true }))).toBe('PAYMENT_PENDING');
    expect(await everything()).toEqual(rows);
    await force({ status: 'upcoming', begunAt: null });
  });
});

test('two different changes at once both happen, one after another', async () => {
  const { accountId } = await subscriber();
  const { version } = (await view(accountId)).subscription;
  await Promise.all(['box', 'payment day'].map((name) => CHANGES[name]!.ask(accountId)));
  const { subscription, upcomingOrders } = await view(accountId);
  expect(subscription).toMatchObject({ version: version + 2, paymentDay: 15 });
  expect(upcomingOrders.map((order) => order.paymentDate)).toEqual([
    '2026-12-15',
    '2027-01-15',
    '2027-02-15',
  ]);
  for (const order of upcomingOrders) expect(order.items).toHaveLength(1);
});
