import { sql, type SQL } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { transaction } from '@/server/db/client';
import { openRenewalAttempt } from '@/testing/attempts';
import { runJobs } from '@/testing/jobs';
import { forgetEverybody, goTo, plantSubscriber } from '@/testing/subscribers';
import { openWorld, type World } from '@/testing/world';
import { findViolations, INVARIANTS } from './invariants';

let world: World;
beforeAll(async () => {
  world = await openWorld('2026-11-20T10:00:00+07:00');
  // What a constraint makes impossible is planted without the constraint: the monitor must see it all the same.
  await transaction(world.db, async (tx) => {
    await tx.execute(sql`drop index money_received_one_kept, charge_attempts_one_live, orders_one_per_date`);
    await tx.execute(sql`alter table orders drop constraint orders_refunded`);
  });
});
afterAll(() => world.close());
afterEach(async () => {
  await forgetEverybody(world);
  await goTo(world, '2026-11-20', '10:00');
});

const FUTURE = '2031-01-01T00:00:00Z';

/** One planted fault for each promise; `renewal`: on somebody whose renewal is being charged. */
const PLANTED: [string, SQL, 'renewal'?][] = [
  [
    'at most one payment is kept per order',
    sql`insert into money_received select 'mon_2', provider, 'chrg_2', order_id, attempt_id, amount, verdict,
      reserved_refund, paid_at, recorded_at from money_received`,
  ],
  ['an order is paid exactly when its total was kept, or nothing was due', sql`delete from money_received`],
  [
    'money that was not kept for an order goes back within a day',
    sql`update money_received set verdict = 'late'`,
  ],
  [
    'no more is given back than came in',
    sql`insert into refunds (id, money_id, amount, status, why, created_at, closed_at)
      select 'rfd_1', id, amount + 1, 'succeeded', 'late', paid_at, paid_at from money_received`,
  ],
  [
    'at most one attempt of an order is open',
    sql`insert into charge_attempts (id, order_id, account_id, attempt_no, source, trigger, status, amount, created_at, sent_at)
      select 'att_2', order_id, account_id, 9, source, trigger, 'sent', amount, created_at, sent_at
      from charge_attempts where status = 'sent'`,
    'renewal',
  ],
  [
    'no attempt stays open a day longer than it may',
    sql`update charge_attempts set sent_at = sent_at - interval '2 days' where status = 'sent'`,
    'renewal',
  ],
  [
    'an order that is being charged waits for something',
    sql`delete from charge_attempts where status = 'sent'`,
    'renewal',
  ],
  [
    'nothing that is due is a day late',
    sql`update payments set due_at = '2026-12-25T02:00:00Z' where status = 'pending'`,
    'renewal',
  ],
  ['order and payment agree', sql`update payments set status = 'failed'`],
  [
    'an active subscription has exactly three orders ahead',
    sql`delete from order_items where order_id in
    (select id from orders where cycle_index = 2)`,
  ],
  [
    'the dates of a subscription strictly increase',
    sql`update orders set payment_date = '2026-12-31' where cycle_index = 2`,
  ],
  [
    'a cancelled or inactive subscription is silent',
    sql`update subscriptions set status = 'cancelled', cancelled_at = now()`,
  ],
  [
    'whoever cancelled owes nothing, and no void order can be paid',
    sql`update orders set status = 'void' where status = 'charging'`,
    'renewal',
  ],
  [
    'a reactivation is charged only while the subscription is not active',
    sql`update orders set kind = 'reactivation' where status = 'charging'`,
    'renewal',
  ],
  [
    'points are not held for an order that will not be sent',
    sql`update orders set status = 'void', free_product_code = 'day-pads', free_product_points = 150
      where cycle_index = 2`,
  ],
  [
    'a registration nobody paid for lapses',
    sql`update subscriptions set status = 'awaiting_payment', registered_on = '2026-11-10'`,
  ],
  ['a balance is the sum of its entries', sql`update points_balances set balance = balance + 1`],
  ['a paid order earns its points once, and no other order does', sql`delete from points_entries`],
  [
    'a code is used no more often than it may be',
    sql`with made as (insert into discount_codes (code, kind, value, valid_from, uses_max) values ('X', 'amount', 1, ${FUTURE}, 0))
      insert into code_uses (code, slot, subscription_id, created_at) select 'X', 1, id, created_at from subscriptions`,
  ],
  [
    'a message leaves within a day of its time',
    sql`update messages set status = 'queued', sent_at = null, not_before = '2026-11-01T00:00:00Z'`,
  ],
  [
    "a provider's event is settled within a day",
    sql`update provider_events set settled_at = null, received_at = '2026-11-01T00:00:00Z'`,
  ],
];

test.each(PLANTED)('the monitor sees it broken: %s', async (name, fault, state) => {
  if (state === 'renewal') await openRenewalAttempt(world);
  else await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  expect(await findViolations(world.ctx())).toEqual([]);
  await transaction(world.db, async (tx) => {
    await tx.execute(fault);
    if (name.startsWith('an active')) await tx.execute(sql`delete from orders where cycle_index = 2`);
  });
  const found = await findViolations(world.ctx());
  expect(found.map((violation) => violation.name)).toContain(name);
  expect(found.find((violation) => violation.name === name)?.ids[0]).toMatch(/^\w+$/);
});

test('every promise has a fault planted against it', () => {
  expect(PLANTED.map(([name]) => name).sort()).toEqual(INVARIANTS.map(({ name }) => name).sort());
});
