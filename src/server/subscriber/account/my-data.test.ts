import { getTableColumns, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import * as schema from '@/server/db/schema';
import { accountOf, codeOf, openPaymentLink } from '@/testing/account-caller';
import { sealText } from '@/server/lifecycle/conversations';
import { LEFT_OUT } from '@/testing/left-out';
import { runJobs } from '@/testing/jobs';
import { createBrowser, createSubscriber, registerUpToPayment, type Browser } from '@/testing/browser';
import { withWorld } from '@/testing/with-world';

let browser: Browser;
let accountId: string;
let data: Record<string, unknown>;
let text: string;

const NOW = '2026-11-20T03:00:00.000Z';

const world = withWorld();
beforeAll(async () => {
  const person = await createSubscriber(world, {
    registration: {
      details: { firstName: 'Mali', lastName: 'Suk', phone: '0812345678', ageGroup: '25-34' },
    },
  });
  browser = person.browser;
  await runJobs();
  await accountOf(browser).updateEmail({ email: 'mali.new@example.test', password: 'correct horse' });
  const [account] = await world.db.select().from(schema.accounts);
  accountId = account?.id ?? '';
  await plantTheRest(accountId);
  data = await accountOf(browser).myData();
  text = JSON.stringify(data);
});

/** Adds a row to each table that a first order by card leaves empty. */
async function plantTheRest(id: string): Promise<void> {
  const order = sql`(select id from orders where account_id = ${id} and kind = 'first')`;
  const subscription = sql`(select id from subscriptions where account_id = ${id})`;
  await transaction(world.db, async (tx) => {
    await tx.execute(sql`insert into identities (provider, subject, account_id, display_name, connected_at)
      values ('line', 'U1234567890', ${id}, 'Mali on LINE', ${NOW})`);
    await tx.execute(sql`insert into passkeys
      (id, account_id, credential_id, public_key, counter, transports, synced, name, created_at, last_used_at)
      values ('psk_1', ${id}, 'secret-credential', 'secret-key', 7, '{internal}', true, 'Mali’s phone', ${NOW}, ${NOW})`);
    await tx.execute(sql`update accounts set passkey_handle = 'secret-handle' where id = ${id}`);
    await tx.execute(sql`insert into line_flows
      (id, state_hash, nonce, code_verifier, intent, account_id, next_path, locale, created_at, expires_at)
      values ('flow', 'state', 'nonce', 'verifier', 'link', ${id}, '/', 'en', ${NOW}, ${NOW})`);
    await tx.execute(sql`insert into referral_codes values (${id}, 'IRA-7K3M9Q', ${NOW})`);
    await tx.execute(
      sql`insert into code_uses (code, slot, subscription_id, created_at) values ('TENOFF', 1, ${subscription}, ${NOW})`,
    );
    await tx.execute(sql`insert into payment_links (id, order_id, token, reference, amount, status, created_at, expires_at, closed_at)
      values ('lnk_1', ${order}, 'secret-link-token', 'IRA-REF-1', 37525, 'paid', ${NOW}, ${NOW}, ${NOW})`);
    await tx.execute(sql`insert into order_links (token_hash, order_id, action, payment_date, created_at)
      values ('secret-hash', ${order}, 'fix', '2026-11-20', ${NOW})`);
    await tx.execute(sql`insert into bank_transfers (id, provider_ref, reference, amount, paid_on, status, order_id, actor, recorded_at)
      values ('trf_1', 'line 1', 'IRA-REF-1', 1, '2026-11-20', 'wrong_amount', ${order}, 'operator', ${NOW})`);
    await tx.execute(sql`insert into refunds (id, money_id, amount, status, why, created_at, pay_to, pay_to_at, reference)
      values ('rfd_1', (select id from money_received), 123, 'manual', 'operator', ${NOW}, 'sealed', ${NOW}, 'bank-ref-1')`);
    await tx.execute(sql`insert into slips (id, order_id, link_id, bank, ref, via, state, picture, amount, paid_on, paid_at_time, created_at)
      values ('slp_1', ${order}, 'lnk_1', '014', 'TRANSFER0001', 'page', 'stored', 'sealed', 789, '2026-11-20', '09:01:02', ${NOW})`);
    await tx.execute(sql`insert into disputes
      (id, money_id, provider_ref, kind, status, amount, reason, charging, opened_at, changed_at, held_at)
      values ('dsp_1', (select id from money_received), 'dspt_test_1', 'dispute', 'open', 456, 'fraudulent', 'allowed', ${NOW}, ${NOW}, ${NOW})`);
    await tx.execute(sql`insert into order_addresses
      (order_id, address, subdistrict, district, province, postal_code, changed_at) values
      (${order}, '9 Nimman', 'Suthep', 'Mueang Chiang Mai', 'Chiang Mai', '50200', ${NOW})`);
    await tx.execute(sql`insert into tax_invoice_buyers values
      (${order}, 'Mali Trading', '9 Silom, Bangkok', '0107537000521', '00012', ${NOW})`);
    await tx.execute(sql`insert into replaced_parcels (order_id, number, loss, replaced_at)
      values (${order}, 1, 'lost', ${NOW})`);
    await tx.execute(sql`insert into price_notices values (${subscription}, 1, 'day-pads@2 delivery=4000', 37525, 39025,
      '2027-02-28', ${NOW})`);
    await tx.execute(sql`insert into calendar_feeds values (${id}, 'secret-feed-hash', ${NOW})`);
    await tx.execute(sql`insert into bank_accounts (id, account_id, bank, status, linked_account_id, token, last_digits, created_at, expires_at, linked_at)
      values ('bac_1', ${id}, 'kbank', 'linked', 'lnac_test_1', 'secret-bank-token', '1234', ${NOW}, ${NOW}, ${NOW})`);
    await tx.execute(sql`insert into staff_notes values ('not_1', ${id}, 'stf_1', 'prefers LINE', ${NOW})`);
    await tx.execute(
      sql`insert into subscriber_marks values (${id}, '{VIP}', '2026-12-01', 'stf_1', ${NOW})`,
    );
    await tx.execute(sql`insert into conversations (id, channel, account_id, locale, topic, order_id, state, created_at, last_at, closed_at)
      values ('cnv_1', 'form', ${id}, 'en', 'delivery', ${order}, 'closed', ${NOW}, ${NOW}, ${NOW})`);
    await tx.execute(sql`insert into conversation_messages (id, conversation_id, author, content, body_sealed, event_key, created_at)
      values ('cms_1', 'cnv_1', 'person', 'text', ${sealText('Where is my parcel?')}, 'form:1', ${NOW})`);
    await tx.execute(sql`insert into conversation_messages (id, conversation_id, author, content, event_key, created_at)
      values ('cms_2', 'cnv_1', 'person', 'picture', 'line:1', ${NOW})`);
    await tx.execute(
      sql`insert into conversation_pictures values ('cms_2', ${sealText('/9j/picture')}, ${NOW})`,
    );
    await tx.execute(sql`insert into bulk_changes (id, key, change, en, th, created_by, actor, created_at)
      values ('blk_1', gen_random_uuid(), '{}', '', '', 'staff:stf_1', 'staff:stf_1', ${NOW})`);
    await tx.execute(sql`insert into bulk_rows (bulk_id, line, account_id) values ('blk_1', 1, ${id})`);
    await tx.execute(sql`insert into imports (id, source, file_name, file_hash, columns, created_by, created_at)
      values ('imp_1', 'old shop', 'file.csv', 'hash', '{}', 'staff:stf_1', ${NOW})`);
    await tx.execute(sql`insert into import_rows (import_id, line, state, source, external_id, faults, account_id)
      values ('imp_1', 2, 'active', 'old shop', 'sub-77', '[]', ${id})`);
    await tx.execute(sql`update subscriptions set cancel_comment = 'see you in a year', offered_at = ${NOW}`);
  });
}

/** The lines of the bank to which these refer are payouts of the gateway, which are of no account. */
const OF_NO_ACCOUNT: readonly PgTable[] = [schema.gatewayTransfers];

/** Returns every table with rows of an account: `accounts`, and all tables with a reference to `accounts`. */
function personTables(): PgTable[] {
  const every = Object.values(schema).filter((one) => is(one, PgTable)) as PgTable[];
  const all = every.filter((table) => !OF_NO_ACCOUNT.includes(table));
  const reached = new Set<PgTable>([schema.accounts]);
  for (let before = 0; before !== reached.size;) {
    before = reached.size;
    for (const table of all) {
      const targets = getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable);
      if (targets.some((target) => reached.has(target))) reached.add(table);
    }
  }
  return [...reached];
}

const TABLES = personTables().map((table) => [getTableConfig(table).name, table] as const);

test('every table that can contain data of an account is listed here', () => {
  expect(TABLES.map(([name]) => name).sort()).toEqual(Object.keys(LEFT_OUT).sort());
});

test.each(TABLES)('every column of %s is in the download, or has a reason why not', async (name, table) => {
  const rows = await world.db.execute<Record<string, unknown>>(sql`select * from ${table}`);
  if (name !== 'referrals') expect(rows.length).toBeGreaterThan(0);
  const columns = Object.values(getTableColumns(table));
  const left = LEFT_OUT[name] ?? {};
  const names = columns.map((column) => column.name);
  expect(Object.keys(left).filter((column) => !names.includes(column))).toEqual([]);
  const missing = columns
    .filter((column) => !(column.name in left))
    .filter((column) =>
      rows.some((row) => {
        const stored = row[column.name];
        if (stored === null) return false;
        const value = column.mapFromDriverValue(stored);
        return !text.includes(JSON.stringify(value instanceof Date ? value.toISOString() : value));
      }),
    );
  expect(missing.map((column) => column.name)).toEqual([]);
});

test('the download contains no secret, hash or token', async () => {
  const secrets = await world.db.execute<{ secret: string | null }>(sql`
    select password_hash as secret from accounts union all select omise_customer_id from accounts
    union all select id from sessions union all select token_hash from one_time_tokens
    union all select credential_id from passkeys union all select public_key from passkeys
    union all select passkey_handle from accounts
    union all select linked_account_id from bank_accounts union all select token from bank_accounts
    union all select omise_card_id from cards union all select fingerprint from cards
    union all select token from payment_links union all select token_hash from charge_attempts
    union all select token_hash from calendar_feeds
    union all select split_part(payload ->> 'link', '#', 2) from messages where payload ? 'link'`);
  const known = secrets.map((row) => row.secret).filter((one): one is string => one !== null);
  expect(known.length).toBeGreaterThan(8);
  for (const secret of known) expect(text).not.toContain(secret);
});

test('the download describes each of its parts', () => {
  const { about, collectedAt, ...parts } = data as { about: Record<string, string> } & typeof data;
  expect(collectedAt).toEqual(expect.any(Date));
  const { amounts, days, ...described } = about;
  expect([amounts, days].every((sentence) => (sentence ?? '').length > 20)).toBe(true);
  expect(Object.keys(described)).toEqual(Object.keys(parts));
});

test('the download contains what was written in conversations', () => {
  expect(data.conversations).toMatchObject([
    { channel: 'form', topic: 'delivery', author: 'person', text: 'Where is my parcel?', picture: null },
    { content: 'picture', text: null, picture: '/9j/picture' },
  ]);
});

test('an order in the download states how it was paid', () => {
  const [first] = data.orders as Record<string, unknown>[];
  expect(first).toMatchObject({
    orderNumber: expect.any(Number) as number,
    position: 1,
    status: 'paid',
    total: 37525,
    items: [
      { productCode: 'day-pads', quantity: 2, unitPrice: 11175, linePrice: 22350 },
      { productCode: 'night-pads', quantity: 1, unitPrice: 11175, linePrice: 11175 },
    ],
    payment: { method: 'card', status: 'succeeded', amount: 37525 },
    charges: [{ number: 1, trigger: 'registration', outcome: 'succeeded', amount: 37525 }],
    moneyReceived: [
      { by: 'omise', amount: 37525, verdict: 'kept', refunds: [{ amount: 123, status: 'manual' }] },
    ],
    parcel: { status: 'preparing' },
  });
});

test('the download counts referred friends without data of other people', async () => {
  const friend = await createSubscriber(world, {
    registration: { details: { firstName: 'Narin', lastName: 'Friend', phone: '0899999999' } },
  });
  await createSubscriber(world, {
    registration: { details: { firstName: 'Somsak', lastName: 'Stranger', phone: '0888888888' } },
  });
  await transaction(world.db, (tx) =>
    tx.execute(sql`insert into referrals (id, referrer_id, friend_id, status, created_at)
      select 'ref_1', ${accountId}, id, 'rewarded', ${NOW} from accounts where email = ${friend.email}`),
  );
  const mine = await accountOf(browser).myData();
  expect(mine.codes).toMatchObject({
    friends: [{ status: 'rewarded', createdAt: new Date(NOW) }],
    joinedThroughFriend: null,
  });
  const friends = await accountOf(friend.browser).myData();
  expect(friends.codes).toMatchObject({ friends: [], joinedThroughFriend: { status: 'rewarded' } });
  expect(JSON.stringify(mine)).not.toMatch(/Narin|Somsak|0899999999|0888888888|Stranger/);
  expect(JSON.stringify(friends)).not.toMatch(/Mali"|0812345678/);
  const others = await world.db.execute<{ id: string }>(
    sql`select id from accounts where id <> ${accountId} union all select id from orders where account_id <> ${accountId}`,
  );
  for (const { id } of others) expect(JSON.stringify(mine)).not.toContain(id);
});

test('the download is recorded in the audit', async () => {
  const [latest] = (await accountOf(browser).myData()).events as { what: string; byYou: boolean }[];
  expect(latest?.byYou).toBe(true);
  const rows = await world.db.execute(
    sql`select 1 from audit_events where what = 'account.data_downloaded' and actor = ${accountId}`,
  );
  expect(rows.length).toBeGreaterThan(1);
});

test('the download is for subscribers, also while a payment link is open, and not for accounts without a finished registration', async () => {
  const { browser: registering } = await registerUpToPayment(world);
  expect(await codeOf(accountOf(registering).myData())).toBe('NOT_ALLOWED');
  expect(await codeOf(accountOf(createBrowser(world)).myData())).toBe('NOT_LOGGED_IN');
  const person = await createSubscriber(world);
  await openPaymentLink(world, person.email);
  expect(await codeOf(accountOf(person.browser).myData())).toBe('accepted');
});
