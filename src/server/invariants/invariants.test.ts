import { readFileSync } from 'node:fs';
import { sql, type SQL } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { openRenewalAttempt } from '@/testing/attempts';
import { runJobs } from '@/testing/jobs';
import { catchUpParcels } from '@/testing/parcels';
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

/** A planted fault for each promise, or for each half of one; `renewal`: on somebody whose renewal is being charged. */
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
    'a subscription is not active while the last try or the link of an order came to nothing',
    sql`with ended as (update payments set status = 'suspended', due_at = null where status = 'pending')
      update orders set status = 'unpaid' where status = 'charging'`,
    'renewal',
  ],
  [
    'points are not held for an order that will not be sent',
    sql`update orders set status = 'void', free_product_code = 'day-pads', free_product_points = 150
      where cycle_index = 2`,
  ],
  [
    'a registration nobody paid for lapses',
    sql`update subscriptions set status = 'awaiting_payment', activated_at = null, registered_on = '2026-11-10'`,
  ],
  [
    'an open link asks for what its order costs, and the order is owed',
    sql`insert into payment_links (id, order_id, token, reference, amount, status, created_at, expires_at)
      select 'lnk_1', id, 't', 'r', 1, 'open', created_at, ${FUTURE} from orders where kind = 'first'`,
  ],
  [
    'an order that awaits payment has a link, or one is due',
    sql`with off as (update payments set method = 'offline', due_at = null where status = 'pending')
      update orders set status = 'awaiting_payment' where status = 'charging'`,
    'renewal',
  ],
  [
    'a link ends when its time is over, unless a QR code of it may have been paid',
    sql`insert into payment_links (id, order_id, token, reference, amount, status, created_at, expires_at)
      select 'lnk_1', id, 't', 'r', total, 'open', created_at, '2026-11-01T00:00:00Z' from orders where kind = 'first'`,
  ],
  [
    'a link is paid when its order is',
    sql`insert into payment_links (id, order_id, token, reference, amount, status, created_at, expires_at, closed_at)
      select 'lnk_1', id, 't', 'r', total, 'paid', created_at, ${FUTURE}, created_at from orders where status = 'upcoming' limit 1`,
  ],
  [
    'no QR code outlives its link, or a day',
    sql`update charge_attempts set source = 'promptpay', card_id = null, expires_at = sent_at + interval '25 hours'`,
  ],
  [
    'whoever came back and awaits a payment has one to make',
    sql`update subscriptions set status = 'awaiting_payment'`,
  ],
  [
    'a bank transfer is booked exactly when it could be',
    sql`insert into bank_transfers (id, provider_ref, reference, amount, paid_on, status, actor, recorded_at)
      values ('trf_1', 'line', 'r', 1, '2026-11-20', 'matched', 'operator', '2026-11-20T00:00:00Z')`,
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
  [
    'a paid order has a parcel, and only a paid order is asked for one',
    sql`update orders set status = 'unpaid', paid_at = null, paid_on = null where kind = 'first'`,
  ],
  [
    'no parcel is forgotten: it is asked for or after in time, or a person is told',
    sql`update shipments set check_at = null`,
  ],
  [
    'money is kept only for a charge that was written down before it was made',
    sql`update charge_attempts set sent_at = sent_at + interval '1 hour'`,
  ],
  [
    'what an order says was given back is what went back',
    sql`update orders set refunded = 1 where total > 0`,
  ],
  [
    'points are taken back only for what was given back',
    sql`insert into points_entries select 'pts_2', account_id, 'taken_back', 'rfd_1', -1, order_id, created_at
      from points_entries where kind = 'earned'`,
  ],
  [
    'the reward for a friend does not outlive the refund of the first order',
    sql`with referrer as (insert into accounts (id, email, email_norm, first_name, last_name, phone, locale, consent_at, created_at)
        select 'acc_referrer', 'r', 'r', 'R', 'R', '0811111111', locale, consent_at, created_at from accounts limit 1 returning id),
      refunded as (update orders set status = 'refunded' where kind = 'first' returning account_id)
      insert into referrals select 'ref_1', referrer.id, refunded.account_id, 'rewarded', now() from referrer, refunded`,
  ],
  [
    'no charge is made by itself before the outcome of the one before',
    sql`insert into charge_attempts (id, order_id, account_id, attempt_no, source, trigger, status, amount, created_at, sent_at)
      select 'att_2', order_id, account_id, 9, source, 'retry', 'sent', amount, created_at, sent_at
      from charge_attempts where status = 'sent'`,
    'renewal',
  ],
  [
    'a card that was refused for good is not charged again by itself',
    sql`with refused as (update charge_attempts set status = 'declined', reason = 'stolen_or_lost_card', closed_at = sent_at
        where status = 'sent' returning *)
      insert into charge_attempts (id, order_id, account_id, attempt_no, source, trigger, status, amount, card_id, created_at, sent_at)
        select 'att_2', order_id, account_id, attempt_no + 1, source, 'retry', 'sent', amount, card_id, created_at, sent_at
        from refused`,
    'renewal',
  ],
  [
    'an order is charged at most six times by itself',
    sql`insert into charge_attempts (id, order_id, account_id, attempt_no, source, trigger, status, amount, created_at, sent_at, closed_at)
      select 'att_' || n, order_id, account_id, n, source, 'retry', 'declined', amount, created_at, sent_at, sent_at
      from charge_attempts, generate_series(2, 7) n where status = 'sent'`,
    'renewal',
  ],
  [
    'two orders of one subscription are never charged on one day by themselves',
    sql`insert into charge_attempts (id, order_id, account_id, attempt_no, source, trigger, status, amount, created_at, sent_at)
      select 'att_' || o.cycle_index, o.id, a.account_id, 1, a.source, 'billing_run', 'sent', a.amount, a.created_at, a.sent_at
      from charge_attempts a, orders o where a.status = 'sent' and o.cycle_index = 2`,
    'renewal',
  ],
  [
    'nothing is skipped or put back later than two days before its payment date',
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
    'held points are in exactly one order',
    sql`update orders set free_product_code = 'day-pads', free_product_points = 150 where cycle_index = 1`,
  ],
  [
    'a milestone is rewarded once for ten paid orders, and not before',
    sql`insert into points_entries select 'pts_2', account_id, 'milestone', '1', 50, order_id, created_at
      from points_entries where kind = 'earned'`,
  ],
  [
    'a referrer is rewarded once for a friend, when the first order is paid',
    sql`insert into points_entries select 'pts_2', account_id, 'referral', 'ref_1', 100, null, created_at
      from points_entries where kind = 'earned'`,
  ],
  [
    'points for a friend are held for 30 days at most, and only until the second paid order',
    sql`with referrer as (insert into accounts (id, email, email_norm, first_name, last_name, phone, locale, consent_at, created_at)
        select 'acc_referrer', 'r', 'r', 'R', 'R', '0811111111', locale, consent_at, created_at from accounts limit 1 returning id),
      written as (insert into points_entries select 'pts_2', id, 'referral_held', 'ref_1', 0, null, '2026-10-01' from referrer)
      insert into referrals (id, referrer_id, friend_id, status, created_at, held_at)
        select 'ref_1', referrer.id, orders.account_id, 'held', '2026-10-01', '2026-10-01' from referrer, orders where kind = 'first'`,
  ],
  [
    'every free product in an order was redeemed, and is in one order',
    sql`with held as (insert into points_entries select 'pts_2', account_id, 'held', 'rdm_1', -300, null, created_at
        from points_entries where kind = 'earned')
      update orders set free_product_code = 'day-pads', free_product_points = 150 where cycle_index in (1, 2)`,
  ],
  ['an order costs what its lines say', sql`update order_items set line_price = line_price - 1`],
  ['an order costs what its lines say', sql`update order_items set list_price = list_price + 1`],
  [
    'every order comes to an end within three weeks',
    sql`update orders set payment_date = payment_date - 30 where status = 'charging'`,
    'renewal',
  ],
  [
    'whoever cancelled is not reminded of any order',
    sql`with cancelled as (update subscriptions set status = 'cancelled', cancelled_at = now() - interval '1 year')
      update messages set kind = 'order_reminder'`,
  ],
  [
    'documents of a kind are numbered from 1 on, without a gap and none twice',
    sql`update documents set number = 3`,
  ],
  [
    'an order has one receipt, a day after it is booked as paid at the latest, and no other order has any',
    sql`with lost as (delete from documents)
      update money_received set recorded_at = recorded_at - interval '2 days'`,
  ],
  [
    "what went back of an order's money has one credit note, a day later at the latest, and no other refund has any",
    sql`insert into refunds (id, money_id, amount, status, why, created_at, closed_at)
      select 'rfd_1', id, 100, 'succeeded', 'operator', paid_at, paid_at - interval '2 days' from money_received`,
  ],
  ['a document says what was paid or went back, and the VAT in it', sql`update documents set vat = vat + 1`],
];

test.each(PLANTED)('the monitor sees it broken: %s', async (name, fault, state) => {
  if (state === 'renewal') await openRenewalAttempt(world);
  else await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  await catchUpParcels(world);
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
  const planted = new Set(PLANTED.map(([name]) => name));
  expect([...planted].sort()).toEqual(INVARIANTS.map(({ name }) => name).sort());
});

test('every promise stands in docs/reliability.md', () => {
  const text = readFileSync('docs/reliability.md', 'utf8');
  expect(INVARIANTS.map(({ name }) => name).filter((name) => !text.includes(name))).toEqual([]);
});
