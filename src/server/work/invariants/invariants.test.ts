import { readFileSync } from 'node:fs';
import { sql, type SQL } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { openRenewalAttempt } from '@/testing/attempts';
import { issueDocuments } from '@/testing/documents';
import { runJobs } from '@/testing/jobs';
import { catchUpParcels } from '@/testing/parcels';
import { plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { findViolations, INVARIANTS } from './invariants';

const world = withWorld({ cleanup: 'empty' });
beforeAll(async () => {
  // Drops the constraints that prevent a violation: the check must find it without them, too.
  await transaction(world.db, async (tx) => {
    await tx.execute(sql`drop index money_received_one_kept, charge_attempts_one_live, orders_one_per_date`);
    await tx.execute(sql`alter table orders drop constraint orders_refunded`);
  });
});

const FUTURE = '2031-01-01T00:00:00Z';

/**
 * SQL that violates an invariant or a part of it. `renewal`: the violation needs a subscriber whose renewal
 * is being charged.
 */
const PLANTED: [string, SQL, 'renewal'?][] = [
  [
    'an order has at most one captured payment',
    sql`insert into money_received select 'mon_2', provider, 'chrg_2', order_id, attempt_id, amount, verdict,
      reserved_refund, paid_at, recorded_at from money_received`,
  ],
  [
    'an order is paid exactly when its total was captured or nothing was due',
    sql`delete from money_received`,
  ],
  [
    'a payment that no order can use is refunded within a day',
    sql`update money_received set verdict = 'late'`,
  ],
  [
    'refunds never exceed the payment',
    sql`insert into refunds (id, money_id, amount, status, why, created_at, closed_at)
      select 'rfd_1', id, amount + 1, 'succeeded', 'late', paid_at, paid_at from money_received`,
  ],
  [
    'an order has at most one open attempt',
    sql`insert into charge_attempts (id, order_id, account_id, attempt_no, source, trigger, status, amount, created_at, sent_at)
      select 'att_2', order_id, account_id, 9, source, trigger, 'sent', amount, created_at, sent_at
      from charge_attempts where status = 'sent'`,
    'renewal',
  ],
  [
    'no attempt is open for more than a day after its deadline',
    sql`update charge_attempts set sent_at = sent_at - interval '2 days' where status = 'sent'`,
    'renewal',
  ],
  [
    'an order in charging has a due payment or an open attempt',
    sql`delete from charge_attempts where status = 'sent'`,
    'renewal',
  ],
  [
    'no due payment or order is a day late',
    sql`update payments set due_at = '2026-12-25T02:00:00Z' where status = 'pending'`,
    'renewal',
  ],
  ['the statuses of order and payment agree', sql`update payments set status = 'failed'`],
  [
    'an active subscription has exactly three planned orders',
    sql`delete from order_items where order_id in
    (select id from orders where cycle_index = 2)`,
  ],
  [
    'the payment dates of a subscription strictly increase',
    sql`update orders set payment_date = '2026-12-31' where cycle_index = 2`,
  ],
  [
    'an order costs more than the order before it only after a notice or a change by the subscriber',
    sql`update orders set box_price = box_price + 100, list_price = list_price + 100, total = total + 100
      where cycle_index = 3`,
  ],
  [
    'only a subscriber who ordered now has an order before its planned date by more than a move',
    sql`update orders set ordered_from = payment_date + 30 where status = 'charging'`,
    'renewal',
  ],
  [
    'a pause skips the orders before its end until their cut-off, and no others',
    sql`update orders set status = 'skipped', paused = true where cycle_index = 2`,
  ],
  [
    'a pause skips the orders before its end until their cut-off, and no others',
    sql`with paused as (update subscriptions set paused_until = '2999-01-01' returning id)
      insert into audit_events (id, at, actor, subject, what, detail)
        select 'aud_2', '2020-01-01', 'a', id, 'subscription.paused', '{}' from paused`,
  ],
  [
    'an order has the contents of the box, or its own contents at the request of its subscriber',
    sql`update orders set own_box = true where cycle_index = 2`,
  ],
  [
    'an order has the contents of the box, or its own contents at the request of its subscriber',
    sql`update order_items set quantity = quantity + 1 where order_id in (select id from orders where cycle_index = 2)`,
  ],
  [
    'an order has its own address at the request of its subscriber, and not after the account was erased',
    sql`insert into order_addresses (order_id, address, province, postal_code, changed_at)
      select id, '9 Nimman', 'Chiang Mai', '50200', created_at from orders where cycle_index = 2`,
  ],
  [
    'a cancelled or inactive subscription has no open orders and no charges',
    sql`update subscriptions set status = 'cancelled', cancelled_at = now()`,
  ],
  [
    'an imported subscription has no orders, charges and reminders',
    sql`update subscriptions set status = 'imported', next_index = 0, activated_at = null, code = null`,
  ],
  [
    'a cancelled subscription has no unpaid order, and no void order can be paid',
    sql`update orders set status = 'void' where status = 'charging'`,
    'renewal',
  ],
  [
    'a reactivation is charged only while the subscription is not active',
    sql`update orders set kind = 'reactivation' where status = 'charging'`,
    'renewal',
  ],
  [
    'a subscription with an unpaid order after its last retry or link is not active',
    sql`with ended as (update payments set status = 'suspended', due_at = null where status = 'pending')
      update orders set status = 'unpaid' where status = 'charging'`,
    'renewal',
  ],
  [
    'no points are held for a void order',
    sql`update orders set status = 'void', free_product_code = 'day-pads', free_product_points = 150
      where cycle_index = 2`,
  ],
  [
    'an unpaid registration expires',
    sql`update subscriptions set status = 'awaiting_payment', activated_at = null, registered_on = '2026-11-10'`,
  ],
  [
    'an open payment link has the total of its order, and the order is unpaid',
    sql`insert into payment_links (id, order_id, token, reference, amount, status, created_at, expires_at)
      select 'lnk_1', id, 't', 'r', 1, 'open', created_at, ${FUTURE} from orders where kind = 'first'`,
  ],
  [
    'an order awaiting payment has an open link or a due one',
    sql`with off as (update payments set method = 'offline', due_at = null where status = 'pending')
      update orders set status = 'awaiting_payment' where status = 'charging'`,
    'renewal',
  ],
  [
    'a link is closed within a day of its expiry unless its QR code may be paid or a transfer is not booked',
    sql`insert into payment_links (id, order_id, token, reference, amount, status, created_at, expires_at)
      select 'lnk_1', id, 't', 'r', total, 'open', created_at, '2026-11-01T00:00:00Z' from orders where kind = 'first'`,
  ],
  [
    'the order of a paid link is paid',
    sql`insert into payment_links (id, order_id, token, reference, amount, status, created_at, expires_at, closed_at)
      select 'lnk_1', id, 't', 'r', total, 'paid', created_at, ${FUTURE}, created_at from orders where status = 'upcoming' limit 1`,
  ],
  [
    'an order that was given up by its repair link is void',
    sql`insert into order_links (token_hash, order_id, action, payment_date, created_at, used_at)
      select 'hash', id, 'fix', payment_date, created_at, created_at from orders where kind = 'first'`,
  ],
  [
    'a QR code ends with its link and within a day',
    sql`update charge_attempts set source = 'promptpay', card_id = null, expires_at = sent_at + interval '25 hours'`,
  ],
  [
    'a reactivated subscription awaiting payment has an open order',
    sql`update subscriptions set status = 'awaiting_payment'`,
  ],
  [
    'a bank transfer is booked exactly when its payment is recorded',
    sql`insert into bank_transfers (id, provider_ref, reference, amount, paid_on, status, actor, recorded_at)
      values ('trf_1', 'line', 'r', 1, '2026-11-20', 'matched', 'operator', '2026-11-20T00:00:00Z')`,
  ],
  ['a points balance is the sum of its entries', sql`update points_balances set balance = balance + 1`],
  ['a paid order earns its points once, and no other order earns points', sql`delete from points_entries`],
  [
    'a discount code is not used more often than its limit',
    sql`with made as (insert into discount_codes (code, kind, value, valid_from, uses_max) values ('X', 'amount', 1, ${FUTURE}, 0))
      insert into code_uses (code, slot, subscription_id, created_at) select 'X', 1, id, created_at from subscriptions`,
  ],
  [
    'a message is sent within a day after it is due',
    sql`update messages set status = 'queued', sent_at = null, not_before = '2026-11-01T00:00:00Z'`,
  ],
  [
    'a provider event is settled within a day',
    sql`update provider_events set settled_at = null, received_at = '2026-11-01T00:00:00Z'`,
  ],
  [
    'a paid order has a parcel, and no other order has a requested one',
    sql`update orders set status = 'unpaid', paid_at = null, paid_on = null where kind = 'first'`,
  ],
  [
    'a parcel is requested and polled in time, or has a problem for an operator',
    sql`update shipments set status = 'preparing', requested_at = null, taken_at = null, shipped_at = null,
      check_at = null`,
  ],
  [
    'a captured payment has an attempt that was written before its charge',
    sql`update charge_attempts set sent_at = sent_at + interval '1 hour'`,
  ],
  [
    'the refunded amount of an order is the sum of its refunds',
    sql`update orders set refunded = 1 where total > 0`,
  ],
  [
    'points are taken back only in proportion to refunds',
    sql`insert into points_entries select 'pts_2', account_id, 'taken_back', 'rfd_1', -1, order_id, created_at
      from points_entries where kind = 'earned'`,
  ],
  [
    'a refunded first order leaves no referral reward',
    sql`with referrer as (insert into accounts (id, email, email_norm, first_name, last_name, phone, locale, consent_at, created_at)
        select 'acc_referrer', 'r', 'r', 'R', 'R', '0811111111', locale, consent_at, created_at from accounts limit 1 returning id),
      refunded as (update orders set status = 'refunded' where kind = 'first' returning account_id)
      insert into referrals select 'ref_1', referrer.id, refunded.account_id, 'rewarded', now() from referrer, refunded`,
  ],
  [
    'no off-session charge is made before the outcome of the previous charge',
    sql`insert into charge_attempts (id, order_id, account_id, attempt_no, source, trigger, status, amount, created_at, sent_at)
      select 'att_2', order_id, account_id, 9, source, 'retry', 'sent', amount, created_at, sent_at
      from charge_attempts where status = 'sent'`,
    'renewal',
  ],
  [
    'a card or bank account with a hard decline is not charged off-session again',
    sql`with refused as (update charge_attempts set status = 'declined', reason = 'stolen_or_lost_card', closed_at = sent_at
        where status = 'sent' returning *)
      insert into charge_attempts (id, order_id, account_id, attempt_no, source, trigger, status, amount, card_id, created_at, sent_at)
        select 'att_2', order_id, account_id, attempt_no + 1, source, 'retry', 'sent', amount, card_id, created_at, sent_at
        from refused`,
    'renewal',
  ],
  [
    'an order has at most six off-session charges',
    sql`insert into charge_attempts (id, order_id, account_id, attempt_no, source, trigger, status, amount, created_at, sent_at, closed_at)
      select 'att_' || n, order_id, account_id, n, source, 'retry', 'declined', amount, created_at, sent_at, sent_at
      from charge_attempts, generate_series(2, 7) n where status = 'sent'`,
    'renewal',
  ],
  [
    'a subscription has off-session charges of at most one order per day',
    sql`insert into charge_attempts (id, order_id, account_id, attempt_no, source, trigger, status, amount, created_at, sent_at)
      select 'att_' || o.cycle_index, o.id, a.account_id, 1, a.source, 'billing_run', 'sent', a.amount, a.created_at, a.sent_at
      from charge_attempts a, orders o where a.status = 'sent' and o.cycle_index = 2`,
    'renewal',
  ],
  [
    'no order is skipped or unskipped later than two days before its payment date',
    sql`insert into audit_events (id, at, actor, subject, what, detail)
      select 'aud_late', '2026-12-29T17:00:00Z', account_id, subscription_id, 'order.skipped',
        jsonb_build_object('orderId', id) from orders where cycle_index = 1`,
  ],
  [
    'a skipped order is never charged',
    sql`update orders set status = 'skipped' where status = 'charging'`,
    'renewal',
  ],
  [
    'held points equal the points of free products in orders',
    sql`update orders set free_product_code = 'day-pads', free_product_points = 150 where cycle_index = 1`,
  ],
  [
    'a milestone is rewarded once per ten paid orders',
    sql`insert into points_entries select 'pts_2', account_id, 'milestone', '1', 50, order_id, created_at
      from points_entries where kind = 'earned'`,
  ],
  [
    'a referrer is rewarded once per friend, after the first paid order',
    sql`insert into points_entries select 'pts_2', account_id, 'referral', 'ref_1', 100, null, created_at
      from points_entries where kind = 'earned'`,
  ],
  [
    'referral points are held for at most 30 days and until the second paid order',
    sql`with referrer as (insert into accounts (id, email, email_norm, first_name, last_name, phone, locale, consent_at, created_at)
        select 'acc_referrer', 'r', 'r', 'R', 'R', '0811111111', locale, consent_at, created_at from accounts limit 1 returning id),
      written as (insert into points_entries select 'pts_2', id, 'referral_held', 'ref_1', 0, null, '2026-10-01' from referrer)
      insert into referrals (id, referrer_id, friend_id, status, created_at, held_at)
        select 'ref_1', referrer.id, orders.account_id, 'held', '2026-10-01', '2026-10-01' from referrer, orders where kind = 'first'`,
  ],
  [
    'every redeemed free product is in exactly one order',
    sql`with held as (insert into points_entries select 'pts_2', account_id, 'held', 'rdm_1', -300, null, created_at
        from points_entries where kind = 'earned')
      update orders set free_product_code = 'day-pads', free_product_points = 150 where cycle_index in (1, 2)`,
  ],
  [
    'the prices of an order are the sums of its items',
    sql`update order_items set line_price = line_price - 1`,
  ],
  [
    'the prices of an order are the sums of its items',
    sql`update order_items set list_price = list_price + 1`,
  ],
  [
    'no order is open for more than three weeks',
    sql`update orders set payment_date = payment_date - 30 where status = 'charging'`,
    'renewal',
  ],
  [
    'a cancelled subscription gets no order reminders',
    sql`with cancelled as (update subscriptions set status = 'cancelled', cancelled_at = now() - interval '1 year')
      update messages set kind = 'order_reminder'`,
  ],
  [
    'documents of a kind are numbered from 1 without gaps or duplicates',
    sql`update documents set number = 3`,
  ],
  [
    'a paid order has one receipt within a day, and no other order has a receipt',
    sql`with lost as (delete from documents)
      update money_received set recorded_at = recorded_at - interval '2 days'`,
  ],
  [
    'a refund of an order has one credit note within a day, and no other refund has a credit note',
    sql`insert into refunds (id, money_id, amount, status, why, created_at, closed_at)
      select 'rfd_1', id, 100, 'succeeded', 'operator', paid_at, paid_at - interval '2 days' from money_received`,
  ],
  [
    'a corrected refund with a credit note has one debit note that names it, and no other refund has a debit note',
    sql`with r as (insert into refunds (id, money_id, amount, status, why, created_at, closed_at, corrected_at)
        select 'rfd_1', id, 100, 'corrected', 'dispute', paid_at, paid_at, paid_at from money_received returning id)
      insert into documents (id, kind, number, order_id, refund_id, issued_on, amount, vat, content, created_at)
      select 'doc_9', 'credit_note', 1, d.order_id, r.id, d.issued_on, 100, 7,
        d.content || '{"net":93,"before":100,"after":0}', d.created_at from documents d, r where d.kind = 'receipt'`,
  ],
  [
    'a tax invoice is the only one of its order, names the receipt that it replaces, and has a buyer',
    sql`insert into tax_invoice_buyers
      select id, 'A', 'B', '0107537000521', null, created_at from orders where status = 'paid'`,
  ],
  [
    'the amount and the VAT of a document equal the payment or the refund',
    sql`update documents set vat = vat + 1`,
  ],
];

test.each(PLANTED)('the check finds a violation of: %s', async (name, fault, state) => {
  if (state === 'renewal') await openRenewalAttempt(world);
  else await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  await catchUpParcels(world);
  await issueDocuments(world);
  expect(await findViolations(world.ctx())).toEqual([]);
  await transaction(world.db, async (tx) => {
    await tx.execute(fault);
    if (name.startsWith('an active')) await tx.execute(sql`delete from orders where cycle_index = 2`);
  });
  const found = await findViolations(world.ctx());
  expect(found.map((violation) => violation.name)).toContain(name);
  expect(found.find((violation) => violation.name === name)?.ids[0]).toMatch(/^\w+$/);
});

test.each([
  [47, 0],
  [49, 1],
])('a charge that has been unknown for %i hours gives %i violations', async (hours, violations) => {
  await openRenewalAttempt(world);
  await runJobs();
  await catchUpParcels(world);
  await transaction(world.db, (tx) =>
    tx.execute(sql`update charge_attempts set status = 'unknown', unknown_since = sent_at,
      sent_at = ${world.now().toISOString()}::timestamptz - ${`${hours} hours`}::interval where status = 'sent'`),
  );
  const found = await findViolations(world.ctx());
  const name = 'no attempt is open for more than a day after its deadline';
  expect(found.filter((violation) => violation.name === name)).toHaveLength(violations);
});

test('every invariant has a test with a violation', () => {
  const planted = new Set(PLANTED.map(([name]) => name));
  expect([...planted].sort()).toEqual(INVARIANTS.map(({ name }) => name).sort());
});

test('docs/reliability.md lists every invariant', () => {
  const text = readFileSync('docs/reliability.md', 'utf8');
  expect(INVARIANTS.map(({ name }) => name).filter((name) => !text.includes(name))).toEqual([]);
});
