import { eq, sql, type SQL } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { plantRegistration, plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { transaction, violatedConstraint } from '.';
import { accounts, orders } from './schema';

// Products are never deleted and their codes never change, so nothing reads rows by them.
const WITHOUT_INDEX = [
  'box_items(product_code)',
  'order_items(product_code)',
  'orders(free_product_code)',
  'plan_items(product_code)',
  'product_contents(contained_code)',
];

let person: Planted;
let orderId: string;
const world = withWorld();

const AT = '2026-11-20T03:00:00Z';
const write = (statement: SQL) => transaction(world.db, (tx) => tx.execute(statement));

/**
 * Runs a write on many connections at the same time.
 * @returns the number of successful writes, and the constraints that refused the others
 */
async function race(
  times: number,
  statement: (n: number) => SQL,
): Promise<{ through: number; stoppedBy: string[] }> {
  const results = await Promise.allSettled(Array.from({ length: times }, (_, n) => write(statement(n))));
  const stoppedBy = results.flatMap((result) =>
    result.status === 'rejected' ? [violatedConstraint(result.reason) ?? String(result.reason)] : [],
  );
  return { through: times - stoppedBy.length, stoppedBy: [...new Set(stoppedBy)] };
}

/**
 * Runs a statement that must be refused.
 * @returns the name of the constraint that refused it
 */
async function stops(statement: SQL): Promise<string | null> {
  return write(statement).then(
    () => 'nothing stopped it',
    (error: unknown) =>
      violatedConstraint(error) ?? (error as { cause?: { code?: string } }).cause?.code ?? null,
  );
}

const newOrder = (n: number, over: { index?: number; date?: string; status?: string } = {}) => sql`
  insert into orders (id, subscription_id, account_id, cycle_index, kind, status, payment_date, list_price, box_price,
    delivery_fee, total, points, begun_at, created_at)
  values (${`ord_${n}_${Math.random()}`}, ${person.subscriptionId}, ${person.accountId}, ${over.index ?? n}, 'renewal',
    ${over.status ?? 'upcoming'}, ${over.date ?? `2031-01-${10 + n}`}, 2000, 2000, 0, 2000, 2, ${AT}, ${AT})`;

const newAttempt = (
  n: number,
  over: { no?: number; status?: string; charge?: string; amount?: number } = {},
) => sql`
  insert into charge_attempts (id, order_id, account_id, attempt_no, source, trigger, status, amount, charge_id,
    created_at, sent_at, unknown_since, closed_at)
  values (${`att_${n}_${Math.random()}`}, ${orderId}, ${person.accountId}, ${over.no ?? 100 + n}, 'card', 'retry',
    ${over.status ?? 'sent'}, ${over.amount ?? 5000}, ${over.charge ?? null}, ${AT}, ${AT}, ${AT},
    ${['declined', 'succeeded'].includes(over.status ?? '') ? AT : null})`;

const newMoney = (n: number, over: { verdict?: string; ref?: string } = {}) => sql`
  insert into money_received (id, provider, provider_ref, order_id, amount, verdict, paid_at, recorded_at)
  values (${`mon_${n}_${Math.random()}`}, 'omise', ${over.ref ?? `chrg_${n}_${Math.random()}`}, ${orderId}, 1000,
    ${over.verdict ?? 'kept'}, ${AT}, ${AT})`;

beforeEach(async () => {
  person = await plantSubscriber(world);
  const [upcoming] = await world.db
    .select({ id: orders.id })
    .from(orders)
    .where(sql`${eq(orders.accountId, person.accountId)} and ${orders.cycleIndex} = 1`);
  orderId = upcoming?.id ?? '';
});

describe('only one of 16 concurrent writers gets', () => {
  test('a subscription of an account', async () => {
    const { accountId } = await plantRegistration(world);
    await write(sql`delete from subscriptions where account_id = ${accountId}`);
    const subscribe = (
      n: number,
    ) => sql`insert into subscriptions (id, account_id, status, frequency, payment_day,
      payment_method, registered_on, created_at)
      values (${`reg_${n}`}, ${accountId}, 'awaiting_payment', 1, 31, 'card', '2026-11-20', ${AT})`;
    expect(await race(16, subscribe)).toEqual({ through: 1, stoppedBy: ['subscriptions_one_per_account'] });
  });

  test('an e-mail, whatever its case', async () => {
    const one = (
      n: number,
    ) => sql`insert into accounts (id, email, email_norm, first_name, last_name, phone, locale,
      consent_at, created_at) values (${`acc_case_${n}`}, ${n % 2 ? 'One@x.test' : 'one@X.test'}, 'one@x.test', 'a', 'b',
      '0812345678', 'en', ${AT}, ${AT})`;
    expect(await race(16, one)).toEqual({ through: 1, stoppedBy: ['accounts_email_once'] });
  });

  test('an order of one cycle', async () => {
    expect(await race(16, (n) => newOrder(n, { index: 50 }))).toEqual({
      through: 1,
      stoppedBy: ['orders_one_per_cycle'],
    });
  });

  test('an order on one date', async () => {
    const onOneDate = (n: number) => newOrder(n, { index: 50 + n, date: '2031-02-01' });
    expect(await race(16, onOneDate)).toEqual({ through: 1, stoppedBy: ['orders_one_per_date'] });
  });

  test('an order that is being paid', async () => {
    const open = (n: number) =>
      newOrder(n, { index: 50 + n, status: n % 2 ? 'charging' : 'awaiting_payment' });
    expect(await race(16, open)).toEqual({ through: 1, stoppedBy: ['orders_one_open'] });
  });

  test('an open attempt of an order', async () => {
    const statuses = ['created', 'sent', 'action_required', 'unknown'];
    const live = (n: number) => newAttempt(n, { status: statuses[n % 4] });
    expect(await race(16, live)).toEqual({ through: 1, stoppedBy: ['charge_attempts_one_live'] });
  });

  test('an attempt number of an order', async () => {
    const numbered = (n: number) => newAttempt(n, { no: 7, status: 'declined' });
    expect(await race(16, numbered)).toEqual({ through: 1, stoppedBy: ['charge_attempts_number_once'] });
  });

  test('a charge of the gateway for an attempt', async () => {
    const same = (n: number) => newAttempt(n, { status: 'declined', charge: `chrg_of_${person.accountId}` });
    expect(await race(16, same)).toEqual({ through: 1, stoppedBy: ['charge_attempts_charge_once'] });
  });

  test('the captured payment of an order', async () => {
    expect(await race(16, (n) => newMoney(n))).toEqual({
      through: 1,
      stoppedBy: ['money_received_one_kept'],
    });
  });

  test('a charge recorded as money', async () => {
    const same = (n: number) => newMoney(n, { verdict: 'late', ref: `chrg_late_${person.accountId}` });
    expect(await race(16, same)).toEqual({ through: 1, stoppedBy: ['money_received_once'] });
  });

  test('a default card, and a card by its fingerprint', async () => {
    const card = (
      n: number,
      fingerprint: string,
      isDefault: boolean,
    ) => sql`insert into cards (id, account_id,
      omise_card_id, brand, last_digits, name, expiry_month, expiry_year, fingerprint, is_default, created_at) values
      (${`card_${n}_${Math.random()}`}, ${person.accountId}, ${`c_${n}_${Math.random()}`}, 'Visa', '4242', '', 12, 2040,
      ${fingerprint}, ${isDefault}, ${AT})`;
    await write(sql`update cards set is_default = false where account_id = ${person.accountId}`);
    expect(await race(16, (n) => card(n, `f${n}`, true))).toEqual({
      through: 1,
      stoppedBy: ['cards_one_default'],
    });
    expect(await race(16, (n) => card(n, 'same', false))).toEqual({ through: 1, stoppedBy: ['cards_once'] });
  });

  test('a pending link of a bank account, and a linked bank account', async () => {
    const bankAccount = (
      n: number,
      status: string,
    ) => sql`insert into bank_accounts (id, account_id, bank, status,
      linked_account_id, token, last_digits, created_at, expires_at, linked_at, check_at) values (${`bac_${status}_${n}`},
      ${person.accountId}, 'scb', ${status}, ${`l_${status}_${n}`}, ${`t_${status}_${n}`}, '1234', ${AT}, ${AT}, ${AT},
      ${status === 'pending' ? AT : null})`;
    for (const status of ['pending', 'linked'])
      expect(await race(16, (n) => bankAccount(n, status))).toEqual({
        through: 1,
        stoppedBy: [`bank_accounts_one_${status}`],
      });
  });

  test('an event of a provider', async () => {
    const event = () => sql`insert into provider_events (provider, event_id, kind, subject, body, received_at)
      values ('omise', 'evnt_1', 'charge.complete', 'chrg_1', '{}', ${AT})`;
    expect((await race(16, event)).through).toBe(1);
  });

  test('a message by its reason', async () => {
    const message = (
      n: number,
    ) => sql`insert into messages (id, account_id, kind, dedupe_key, payload, status, asked,
      not_before, retry_key, created_at) values (${`msg_${n}_${Math.random()}`}, ${person.accountId}, 'order_paid',
      ${`order_paid:twice:${person.accountId}`}, '{}', 'queued', false, ${AT}, gen_random_uuid(), ${AT})`;
    expect(await race(16, message)).toEqual({ through: 1, stoppedBy: ['messages_once'] });
  });

  test('the last use of a code', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => plantRegistration(world)));
    const use = (n: number) => sql`insert into code_uses (code, slot, subscription_id, created_at)
      values ('LAST', 1, ${people[n]?.subscriptionId}, ${AT})`;
    expect(await race(8, use)).toEqual({ through: 1, stoppedBy: ['code_uses_slot_once'] });
  });

  test('points for one reason, and an open refund of one payment', async () => {
    const earn = (
      n: number,
    ) => sql`insert into points_entries (id, account_id, kind, source, points, created_at)
      values (${`pts_${n}_${Math.random()}`}, ${person.accountId}, 'milestone', '1', 50, ${AT})`;
    expect(await race(16, earn)).toEqual({ through: 1, stoppedBy: ['points_entries_once'] });
    const refund = (n: number) => sql`insert into refunds (id, money_id, amount, status, why, created_at)
      select ${`rfd_${n}_${Math.random()}`}, id, 1, 'created', 'late', ${AT} from money_received
      where order_id in (select id from orders where account_id = ${person.accountId}) limit 1`;
    expect(await race(16, refund)).toEqual({ through: 1, stoppedBy: ['refunds_one_open'] });
    await write(sql`delete from points_entries where kind = 'milestone'`);
    await write(sql`delete from refunds`);
  });

  test('a passkey by its credential', async () => {
    expect(await race(16, newPasskey)).toEqual({ through: 1, stoppedBy: ['passkeys_credential_once'] });
    await write(sql`delete from passkeys`);
  });
});

const newPasskey = (n: number, over: { name?: string; counter?: number } = {}) => sql`
  insert into passkeys (id, account_id, credential_id, public_key, counter, transports, synced, name, created_at)
  values (${`psk_${n}_${Math.random()}`}, ${person.accountId}, 'one-credential', 'key', ${over.counter ?? 0}, '{}', false,
    ${over.name ?? 'Phone'}, ${AT})`;

describe('no number of concurrent writers', () => {
  test('takes a balance of 33 points below zero', async () => {
    const spend = () =>
      sql`update points_balances set balance = balance - 10 where account_id = ${person.accountId}`;
    expect(await race(64, spend)).toEqual({ through: 3, stoppedBy: ['points_balances_not_negative'] });
    await write(sql`update points_balances set balance = 33 where account_id = ${person.accountId}`);
  });

  test('refunds more than was received, or more than an order cost', async () => {
    const money = sql`select id from money_received where order_id in
      (select id from orders where account_id = ${person.accountId})`;
    const reserve = () =>
      sql`update money_received set reserved_refund = reserved_refund + 15000 where id in (${money})`;
    expect(await race(16, reserve)).toEqual({ through: 2, stoppedBy: ['money_received_refund_within'] });
    const refund = () => sql`update orders set refunded = refunded + 15000
      where account_id = ${person.accountId} and status = 'paid'`;
    expect(await race(16, refund)).toEqual({ through: 2, stoppedBy: ['orders_refunded'] });
  });
});

describe('the database refuses', () => {
  test('own contents of a first order, and an own address without street, with a wrong postcode or half a recipient', async () => {
    expect(await stops(sql`update orders set own_box = true, kind = 'first' where id = ${orderId}`)).toBe(
      'orders_own_box',
    );
    const place = (
      street: string,
      postcode: string,
      name: string | null = null,
    ) => sql`insert into order_addresses (order_id, address, province, postal_code, changed_at, recipient_name)
      values (${orderId}, ${street}, 'Chiang Mai', ${postcode}, ${AT}, ${name})`;
    expect(await stops(place('', '50200'))).toBe('order_addresses_street');
    expect(await stops(place('9 Nimman', '5020'))).toBe('order_addresses_postcode');
    expect(await stops(place('9 Nimman', '50200', 'Mali'))).toBe('order_addresses_recipient');
  });

  test('an order that was ordered now and keeps its planned date, is still planned, or is the first order', async () => {
    const now = (changes: ReturnType<typeof sql>) =>
      stops(sql`update orders set status = 'charging', begun_at = ${AT}, ${changes} where id = ${orderId}`);
    expect(await now(sql`ordered_from = payment_date`)).toBe('orders_ordered_now');
    expect(await now(sql`ordered_from = payment_date - 1`)).toBe('orders_ordered_now');
    expect(await now(sql`ordered_from = payment_date + 1, kind = 'first'`)).toBe('orders_ordered_now');
    expect(await now(sql`restarts = true`)).toBe('orders_ordered_now');
    const planned = sql`update orders set ordered_from = payment_date + 1 where id = ${orderId}`;
    expect(await stops(planned)).toBe('orders_ordered_now');
    const moved = sql`ordered_from = payment_date + 30, moved_from = payment_date + 9`;
    expect(await now(moved)).toBe('orders_moved');
    const far = sql`ordered_from = payment_date + 30, moved_from = payment_date + 10`;
    expect(await now(far)).toBe('nothing stopped it');
    await write(sql`update orders set status = 'upcoming', begun_at = null, ordered_from = null, moved_from = null
      where id = ${orderId}`);
  });

  test('two orders of one date, unless one of them is a skipped order whose date has begun', async () => {
    const [other] = await world.db.execute<{
      id: string;
      date: string;
    }>(sql`select id, payment_date::text as date
      from orders where account_id = ${person.accountId} and status = 'upcoming' and id <> ${orderId} limit 1`);
    const same = sql`payment_date = (select payment_date from orders where id = ${orderId})`;
    const skip = (begunAt: string | null) =>
      stops(
        sql`update orders set status = 'skipped', begun_at = ${begunAt}, ${same} where id = ${other?.id}`,
      );
    expect(await skip(null)).toBe('orders_one_per_date');
    expect(await skip(AT)).toBe('nothing stopped it');
    await write(sql`update orders set status = 'upcoming', begun_at = null, payment_date = ${other?.date}
      where id = ${other?.id}`);
  });

  test('an order whose total is not the sum of its parts, or that is paid without an instant', async () => {
    expect(await stops(sql`update orders set total = total + 1 where id = ${orderId}`)).toBe('orders_total');
    const pay = sql`update orders set status = 'paid', begun_at = ${AT} where id = ${orderId}`;
    expect(await stops(pay)).toBe('orders_paid_when');
  });

  test('an order that is charged before its payment date was begun', async () => {
    expect(await stops(sql`update orders set status = 'charging' where id = ${orderId}`)).toBe(
      'orders_begun',
    );
  });

  test("an attempt below the gateway's smallest charge", async () => {
    expect(await stops(newAttempt(1, { amount: 1999 }))).toBe('charge_attempts_amount');
  });

  test('a referral of oneself', async () => {
    const own = sql`insert into referrals (id, referrer_id, friend_id, status, created_at)
      values ('ref_1', ${person.accountId}, ${person.accountId}, 'applied', ${AT})`;
    expect(await stops(own)).toBe('referrals_not_self');
  });

  test('an active subscription that was never activated', async () => {
    const { subscriptionId } = await plantRegistration(world);
    const activate = sql`update subscriptions set status = 'active' where id = ${subscriptionId}`;
    expect(await stops(activate)).toBe('subscriptions_active_once_activated');
  });

  test('a passkey without a name or with an impossible counter, and a session of it by another method', async () => {
    expect(await stops(newPasskey(1, { name: '' }))).toBe('passkeys_name');
    expect(await stops(newPasskey(1, { counter: -1 }))).toBe('passkeys_counter');
    await write(newPasskey(1));
    const session = sql`insert into sessions (id, account_id, expires_at, created_at, method, passkey_id)
      select 'ses_of_passkey', account_id, ${AT}, ${AT}, 'line', id from passkeys`;
    expect(await stops(session)).toBe('sessions_passkey');
    await write(sql`delete from passkeys`);
  });

  test('a passkey challenge of no purpose, for a log-in of one account, and for a proof of any account', async () => {
    const challenge = (purpose: string, subject: string | null) =>
      sql`insert into passkey_challenges values ('c', 'h', ${purpose}, ${subject}, ${AT})`;
    expect(await stops(challenge('nothing', person.accountId))).toBe('passkey_challenges_purpose');
    expect(await stops(challenge('log_in', person.accountId))).toBe('passkey_challenges_subject');
    expect(await stops(challenge('prove', null))).toBe('passkey_challenges_subject');
  });

  test('a cancel offer that is open but never shown, or accepted more often than shown', async () => {
    const open = sql`update subscriptions set offer_open = true where id = ${person.subscriptionId}`;
    expect(await stops(open)).toBe('subscriptions_offer');
    const counts = sql`insert into cancel_offer_counts values ('pause', 'away', 1, 2)`;
    expect(await stops(counts)).toBe('cancel_offer_counts_accepted');
  });

  test('a price change saved without a reason or a rehearsal, rehearsed without a result, or withdrawn unsaved', async () => {
    const change = (columns: string, ...values: string[]) =>
      sql`insert into price_changes (id, change, base, created_by, created_at, ${sql.raw(columns)})
        values ('prc', '{}', '{}', 'staff:mali', ${AT}, ${sql.join(
          values.map((value) => sql`${value}`),
          sql`, `,
        )})`;
    expect(await stops(change('status', 'lost'))).toBe('price_changes_status');
    expect(await stops(change('status', 'done'))).toBe('price_changes_rehearsed');
    expect(await stops(change('result, status', '{}', 'done'))).toBe('price_changes_rehearsed');
    expect(await stops(change('saved_at', AT))).toBe('price_changes_saved');
    const saved = change('saved_at, valid_from, saved_by, reason', AT, AT, 'staff:mali', 'Cotton');
    expect(await stops(saved)).toBe('price_changes_saved');
    expect(await stops(change('withdrawn_at', AT))).toBe('price_changes_withdrawn');
    const version = sql`insert into delivery_rates (zone, fee) values ('bangkok', 1)`;
    expect(await stops(version)).toBe('delivery_rates_zone_version_pk');
  });

  test.each([
    ['points_entries', sql`points = points + 1`],
    ['schedule_epochs', sql`payment_day = 1`],
    ['audit_events', sql`what = 'other'`],
  ])('a change of %s, which is append-only', async (table, change) => {
    await write(sql`insert into audit_events (id, at, actor, subject, what)
      values (${`aud_${Math.random()}`}, ${AT}, 'test', 'x', 'y')`);
    expect(await stops(sql`update ${sql.identifier(table)} set ${change}`)).toBe('42501');
  });
});

test('deleting an account row deletes its data, and the audit stays', async () => {
  const { accountId } = await plantRegistration(world);
  await write(
    sql`insert into audit_events (id, at, actor, subject, what) values ('aud_kept', ${AT}, 'a', ${accountId}, 'w')`,
  );
  await transaction(world.db, (tx) => tx.delete(accounts).where(eq(accounts.id, accountId)));
  for (const loss of [sql`delete from audit_events where id = 'aud_kept'`, sql`truncate audit_events`])
    expect(await stops(loss)).toBe('42501');
  const left = await world.db.execute(sql`select id from subscriptions where account_id = ${accountId}`);
  expect(left).toHaveLength(0);
});

test('every foreign key has an index over all rows, except those to products', async () => {
  const unindexed = await world.db.execute<{ key: string }>(sql`
    select c.conrelid::regclass || '(' || a.attname || ')' as key
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (select from pg_index i
      where i.indrelid = c.conrelid and i.indpred is null and i.indkey[0] = c.conkey[1]) order by 1`);
  expect(unindexed.map(({ key }) => key)).toEqual(WITHOUT_INDEX);
});
