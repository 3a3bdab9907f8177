import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { UNDELIVERED_ADDRESS_DAYS } from '@/domain/retention';
import { accounts, messages, orders, subscriptions } from '@/server/db/schema';
import { queueMessage } from '@/server/lifecycle/outbox';
import { attachToCustomer } from '@/server/money/cards/attach-card';
import { lockSubscriptionOf } from '@/server/lifecycle/locks';
import { accountOf, codeOf, countCodes, openPaymentLink } from '@/testing/account-caller';
import { createCardToken } from '@/testing/cards';
import { expectInvariants } from '@/testing/invariants';
import { makeJobsDue, runJobs } from '@/testing/jobs';
import { gatewayCharges, clearFaults, mailsTo, injectFault } from '@/testing/providers';
import {
  createBrowser,
  createSubscriber,
  DELIVERY,
  GOOD_CARD,
  registerUpToPayment,
  registration,
} from '@/testing/browser';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, ordersOf, pass, refusalOf, statusOf } from '@/testing/subscribers';
import { untilLocked } from '@/testing/waiting';
import { withWorld } from '@/testing/with-world';
import { updateDetails } from './details';

const world = withWorld();
afterEach(async () => {
  await clearFaults(world);
  await runJobs();
  await world.sandbox.settled();
  await runJobs();
  await expectInvariants(world);
  await forgetEverybody(world);
  await goTo(world, '2026-11-20', '10:00');
});

const PASSWORD = 'correct horse';

async function subscriber(registrationOverrides: Record<string, unknown> = {}) {
  const person = await createSubscriber(world, { registration: registrationOverrides });
  const [account] = await world.db.select().from(accounts).where(eq(accounts.email, person.email));
  if (!account) throw new Error('no account');
  return { ...person, accountId: account.id };
}
type Person = Awaited<ReturnType<typeof subscriber>>;

const deleteIt = ({ browser }: Pick<Person, 'browser'>, password: string | undefined = PASSWORD) =>
  accountOf(browser).delete({ password });

async function accountRow(accountId: string) {
  const [row] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
  return row;
}

/** Returns the table and column of every text in the database that contains one of the words. */
async function findWords(words: string[]): Promise<string[]> {
  const columns = await world.db.execute<{ t: string; c: string }>(sql`
    select table_name as t, column_name as c from information_schema.columns where table_schema = 'public'`);
  const found: string[] = [];
  for (const { t, c } of columns) {
    const [hit] = await world.db.execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.identifier(t)}
        where strpos_any(${sql.identifier(c)}::text, ${words.join('|')})`,
    );
    if (hit && hit.n > 0) found.push(`${t}.${c}`);
  }
  return found;
}
beforeAll(() =>
  transaction(world.db, (tx) =>
    tx.execute(sql`create function strpos_any(t text, words text) returns boolean language sql immutable as
      $$ select t ~* words $$`),
  ),
);

const SOMEBODY = {
  details: { firstName: 'Zenobia', lastName: 'Quartermain', phone: '0877777777', ageGroup: '25-34' },
  email: 'zenobia.quartermain@example.test',
};
const TRACES = ['zenobia', 'quartermain', '0877777777', 'Sukhumvit', 'TEST PERSON'];

describe('deleting the account', () => {
  test.each([
    ['en', 'Your account was deleted'],
    ['th', 'ลบบัญชีของคุณแล้ว'],
  ])('in %s sends the last mail to the old address, and no mail afterwards', async (locale, subject) => {
    const person = await subscriber({ locale });
    await runJobs();
    const before = mailsTo(world, person.email).length;
    await deleteIt(person);
    await runJobs();
    expect(mailsTo(world, person.email)).toHaveLength(before + 1);
    expect(mailsTo(world, person.email)[0]).toBe(subject);
  });

  test('takes effect at once: no session, no log-in, no next order, and the cookie is deleted', async () => {
    const person = await subscriber();
    const other = createBrowser(world);
    await other.post('/api/login', { email: person.email, password: PASSWORD });
    const answer = await world.request(
      'POST',
      '/api/trpc/account.delete',
      { json: { password: PASSWORD } },
      { cookie: person.browser.cookie() },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).toMatch(/session=;/);
    for (const browser of [person.browser, other]) {
      expect((await browser.get('/api/me')).status).toBe(401);
      expect(await codeOf(accountOf(browser).profile())).toBe('NOT_LOGGED_IN');
    }
    const logIn = await createBrowser(world).post('/api/login', { email: person.email, password: PASSWORD });
    expect([logIn.status, logIn.body.code]).toEqual([401, 'LOGIN_INCORRECT']);
    expect(await statusOf(world, person.accountId)).toBe('cancelled');
    expect((await ordersOf(world, person.accountId)).map((order) => order.status)).toEqual([
      'paid',
      'void',
      'void',
      'void',
    ]);
  });

  test('deletes the customer at the gateway, also after an outage', async () => {
    const person = await subscriber();
    expect(world.sandbox.gateway.customers.size()).toBe(1);
    await injectFault(world, { op: 'DELETE /customers/{id}', kind: 'status', args: { status: 503 } });
    await deleteIt(person);
    await runJobs();
    expect(world.sandbox.gateway.customers.size()).toBe(1);
    const repeatNow = async () => {
      await makeJobsDue();
      await runJobs();
      return world.sandbox.gateway.customers.size();
    };
    await expect.poll(repeatNow, { timeout: 20_000 }).toBe(0);
  });

  test('is never followed by a charge', async () => {
    const person = await subscriber();
    await deleteIt(person);
    await runJobs();
    for (const day of ['2026-12-26', '2026-12-31', '2027-01-31', '2027-02-28']) {
      await goTo(world, day);
      await runBilling(world.ctx());
      await runJobs();
    }
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
  });

  test('leaves no personal data after the last box has arrived, except tax records', async () => {
    const person = await subscriber(SOMEBODY);
    await accountOf(person.browser).updateEmail({
      email: 'zenobia.new@example.test',
      password: PASSWORD,
    });
    await deleteIt(person);
    await runJobs();
    await transaction(world.db, (tx) => tx.execute(sql`update shipments set status = 'delivered'`));
    await runBilling(world.ctx());
    expect(await findWords(TRACES)).toEqual([]);
    for (const table of ['orders', 'order_items', 'payments', 'charge_attempts', 'money_received']) {
      const [row] = await world.db.execute<{ n: number }>(
        sql`select count(*)::int as n from ${sql.identifier(table)}`,
      );
      expect([table, row?.n]).not.toEqual([table, 0]);
    }
    const points = await world.db.execute(sql`select points from points_entries`);
    expect(points.map((row) => row.points)).toEqual([33]);
    for (const table of ['sessions', 'one_time_tokens', 'identities', 'cards', 'box_items']) {
      expect(await world.db.execute(sql`select * from ${sql.identifier(table)}`)).toEqual([]);
    }
    expect(await accountRow(person.accountId)).toMatchObject({
      email: `${person.accountId}@deleted.invalid`,
      passwordHash: null,
      omiseCustomerId: null,
      deletedAt: expect.any(Date) as Date,
    });
  });

  test('frees the e-mail for a new account that inherits nothing', async () => {
    const person = await subscriber(SOMEBODY);
    await deleteIt(person);
    const again = await createSubscriber(world, { registration: SOMEBODY });
    const { body } = await again.browser.get('/api/me');
    expect(body.data).toMatchObject({ points: 33, subscription: { status: 'active' } });
    expect((body.data.account as { id: string }).id).not.toBe(person.accountId);
    expect(await statusOf(world, person.accountId)).toBe('cancelled');
  });

  test('ends the referral code', async () => {
    const person = await subscriber();
    const now = world.now().toISOString();
    await transaction(world.db, (tx) =>
      tx.execute(
        sql`insert into referral_codes (account_id, code, created_at) values (${person.accountId}, 'IRA-7K3M9Q', ${now})`,
      ),
    );
    await deleteIt(person);
    const friend = await createBrowser(world).post('/api/register', registration({ code: 'IRA-7K3M9Q' }));
    expect(friend.body.data.codeError).toBe('CODE_INVALID');
  });

  test.each(['cancelled', 'inactive'] as const)('works for a subscription that is %s', async (status) => {
    const person = await subscriber();
    await transaction(world.db, async (tx) => {
      await tx
        .update(subscriptions)
        .set({
          status,
          cancelledAt: status === 'cancelled' ? world.now() : null,
          cancelReason: 'pregnant',
          cancelComment: 'see you in a year',
        })
        .where(eq(subscriptions.accountId, person.accountId));
      await tx.update(orders).set({ status: 'void' }).where(eq(orders.status, 'upcoming'));
    });
    await deleteIt(person);
    const [row] = await world.db.select().from(subscriptions);
    expect(row).toMatchObject({ status: 'cancelled', cancelReason: null, cancelComment: null });
  });

  test('requires cancelling first while a payment link is open, which closes the link', async () => {
    const person = await subscriber();
    await openPaymentLink(world, person.email);
    expect(await codeOf(deleteIt(person))).toBe('PAYMENT_PENDING');
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect((await person.browser.post('/api/subscriptions/cancel', { reason: 'other' })).status).toBe(200);
    await deleteIt(person);
    expect(await accountRow(person.accountId)).toMatchObject({ firstName: 'Deleted' });
    expect((await ordersOf(world, person.accountId)).map((order) => [order.status, order.payment])).toEqual([
      ['paid', 'succeeded'],
      ['void', 'void'],
      ['void', null],
      ['void', null],
    ]);
  });
});

describe('the address of a deleted account', () => {
  test("stays with the recipient's name until the last paid box has arrived; then a billing run deletes it", async () => {
    const person = await subscriber(SOMEBODY);
    await deleteIt(person);
    await runBilling(world.ctx());
    expect(await accountRow(person.accountId)).toMatchObject({
      firstName: 'Deleted',
      phone: '',
      ...DELIVERY,
      address: `Zenobia Quartermain, 0877777777, ${DELIVERY.address}`,
    });
    expect((await findWords(['Sukhumvit'])).sort()).toEqual(['accounts.address']);
    await transaction(world.db, (tx) => tx.execute(sql`update shipments set status = 'shipped'`));
    await runBilling(world.ctx());
    expect(await accountRow(person.accountId)).toMatchObject({ postalCode: DELIVERY.postalCode });
    await transaction(world.db, (tx) => tx.execute(sql`update shipments set status = 'delivered'`));
    await Promise.all([runBilling(world.ctx()), runBilling(world.ctx())]);
    const none = { address: null, subdistrict: null, district: null, province: null, postalCode: null };
    expect(await accountRow(person.accountId)).toMatchObject(none);
    const events = await world.db.execute(
      sql`select 1 from audit_events where what = 'account.address_erased' and subject = ${person.accountId}`,
    );
    expect(events).toHaveLength(1);
  });

  test('is deleted after ninety days if the box never arrives', async () => {
    const person = await subscriber(SOMEBODY);
    await deleteIt(person);
    await transaction(world.db, (tx) => tx.execute(sql`update shipments set status = 'shipped'`));
    const deletedDaysAgo = (days: number) => {
      const deletedAt = new Date(world.now().getTime() - days * 86_400_000);
      return transaction(world.db, (tx) => tx.update(accounts).set({ deletedAt }));
    };
    await deletedDaysAgo(UNDELIVERED_ADDRESS_DAYS - 1);
    await runBilling(world.ctx());
    expect(await accountRow(person.accountId)).toMatchObject({ postalCode: DELIVERY.postalCode });
    await deletedDaysAgo(UNDELIVERED_ADDRESS_DAYS);
    await runBilling(world.ctx());
    expect(await accountRow(person.accountId)).toMatchObject({ address: null, postalCode: null });
  });

  test('is deleted at once when no paid box is on its way; other accounts keep theirs', async () => {
    const [person, stays] = [await subscriber(), await subscriber()];
    await transaction(world.db, (tx) => tx.execute(sql`update shipments set status = 'delivered'`));
    await deleteIt(person);
    expect(await accountRow(person.accountId)).toMatchObject({ address: null, postalCode: null });
    await runBilling(world.ctx());
    expect(await accountRow(stays.accountId)).toMatchObject(DELIVERY);
  });
});

describe('messages of a deleted account', () => {
  test('that are waiting or written later are never sent', async () => {
    const person = await subscriber();
    await runJobs();
    const before = mailsTo(world, person.email).length;
    const say = (key: string) =>
      transaction(world.db, (tx) =>
        queueMessage(tx, world.now(), {
          kind: 'password_changed',
          accountId: person.accountId,
          dedupeKey: key,
          asked: true,
          payload: { firstName: 'Mali', notMeUrl: 'http://localhost:3999/not-me#secret' },
        }),
      );
    await say('earlier');
    await deleteIt(person);
    await say('later');
    await runJobs();
    expect(mailsTo(world, person.email)).toHaveLength(before + 1);
    const rows = await world.db
      .select({ kind: messages.kind, status: messages.status, to: messages.toAddress })
      .from(messages)
      .where(eq(messages.accountId, person.accountId))
      .orderBy(messages.kind);
    expect(rows).toEqual([
      { kind: 'account_deleted', status: 'sent', to: null },
      { kind: 'password_changed', status: 'dropped', to: null },
    ]);
  });

  test('end with the last mail, sent once the mail server is available again', async () => {
    const person = await subscriber();
    await runJobs();
    await injectFault(world, { service: 'mail', op: '*', kind: 'status', args: { status: 451 } });
    await deleteIt(person);
    await runJobs();
    await clearFaults(world);
    await goTo(world, '2026-11-20', '10:20');
    await runBilling(world.ctx());
    await runJobs();
    const mail = await world.latestMail(person.email);
    expect(mail?.subject).toBe('Your account was deleted');
    expect(mail?.text).toContain('Hi Mali,');
    expect(mail?.text).toContain('We keep your name, phone number and address until it arrives');
  });
});

describe('a refused deletion', () => {
  test('without the right password is PASSWORD_INCORRECT and changes nothing', async () => {
    const person = await subscriber();
    expect(await codeOf(deleteIt(person, 'wrong horse'))).toBe('PASSWORD_INCORRECT');
    await pass(world, { minutes: 10 });
    expect(await codeOf(accountOf(person.browser).delete({}))).toBe('PROOF_REQUIRED');
    expect((await person.browser.get('/api/me')).status).toBe(200);
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  test('is NOT_ALLOWED for a registration in progress and NOT_LOGGED_IN without a session', async () => {
    const { browser } = await registerUpToPayment(world);
    expect(await codeOf(deleteIt({ browser }))).toBe('NOT_ALLOWED');
    expect(await codeOf(deleteIt({ browser: createBrowser(world) }))).toBe('NOT_LOGGED_IN');
  });

  test('is PAYMENT_PENDING while the outcome of a payment is unknown, and cancels nothing', async () => {
    const person = await subscriber();
    await runJobs();
    await goTo(world, '2026-12-31');
    const again = createBrowser(world);
    await again.post('/api/login', { email: person.email, password: PASSWORD });
    await injectFault(world, { op: 'POST /charges', kind: 'status', times: 1, args: { status: 500 } });
    await runBilling(world.ctx());
    expect(await codeOf(deleteIt({ browser: again }))).toBe('PAYMENT_PENDING');
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect((await again.get('/api/me')).status).toBe(200);
    await forgetEverybody(world);
  });

  test('is PAYMENT_PENDING after a payment link opened meanwhile, and changes nothing', async () => {
    const person = await subscriber();
    const deleting = await transaction(world.db, async (tx) => {
      await lockSubscriptionOf(tx, person.accountId);
      const said = codeOf(deleteIt(person));
      await untilLocked(world);
      await openPaymentLink(world, person.email, tx);
      return { said };
    });
    expect(await deleting.said).toBe('PAYMENT_PENDING');
    expect(await accountRow(person.accountId)).toMatchObject({ firstName: 'Mali', deletedAt: null });
    expect(await statusOf(world, person.accountId)).toBe('active');
    await forgetEverybody(world);
  });

  test('ten at once delete once and send one mail; the others find no account', async () => {
    const person = await subscriber();
    const codes = await countCodes(Array.from({ length: 10 }, () => deleteIt(person)));
    expect(codes.accepted).toBe(1);
    expect(Object.keys(codes).every((code) => code === 'accepted' || code === 'NOT_LOGGED_IN')).toBe(true);
    await runJobs();
    const told = mailsTo(world, person.email).filter((one) => one === 'Your account was deleted');
    expect(told).toHaveLength(1);
  });

  test('makes concurrent changes of the same account fail', async () => {
    const person = await subscriber(SOMEBODY);
    await deleteIt(person);
    expect(await refusalOf(updateDetails(world.ctx(), person.accountId, { firstName: 'Zenobia' }))).toBe(
      'NOT_LOGGED_IN',
    );
    expect(await codeOf(accountOf(person.browser).myData())).toBe('NOT_LOGGED_IN');
    expect((await accountRow(person.accountId))?.firstName).toBe('Deleted');
  });
});

test('a card that is being saved during the deletion leaves no customer behind', async () => {
  const person = await subscriber();
  await deleteIt(person);
  const late = attachToCustomer(world.ctx(), person.accountId, await createCardToken(GOOD_CARD));
  expect(await refusalOf(late)).toBe('NOT_LOGGED_IN');
  await runJobs();
  expect(world.sandbox.gateway.customers.size()).toBe(0);
  expect((await accountRow(person.accountId))?.omiseCustomerId).toBeNull();
});
