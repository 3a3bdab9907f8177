import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { BILLING_JOBS } from '@/server/work/jobs/scheduled-jobs';
import { transaction } from '@/server/db';
import { accounts, auditEvents, messages, sessions } from '@/server/db/schema';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { deepTest } from '@/testing/deep';
import { runJobs } from '@/testing/jobs';
import { lineInbox, plantFriend } from '@/testing/line';
import { mailsTo } from '@/testing/providers';
import { createBrowser, createSubscriber } from '@/testing/browser';
import { goTo, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { announceErasure, eraseDormant } from './dormant';

const world = withWorld({ cleanup: 'empty' });

interface Former {
  accountId: string;
  email: string;
}

/** Returns a subscriber who cancelled on 20 November 2026 and has received the only box. */
async function formerSubscriber(locale: 'en' | 'th' = 'en'): Promise<Former> {
  const { email } = await createSubscriber(world, { registration: { locale } });
  const [account] = await world.db.select().from(accounts).where(eq(accounts.email, email));
  const accountId = account?.id ?? '';
  await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
  await change(sql`update shipments set status = 'delivered'
    where order_id in (select id from orders where account_id = ${accountId})`);
  await runJobs();
  return { accountId, email };
}

const change = (statement: ReturnType<typeof sql>) =>
  transaction(world.db, (tx) => tx.execute(statement)).then(() => undefined);

const ERASURE_JOBS = BILLING_JOBS.filter(({ name }) => /Erasures$|Dormant$/.test(name));

async function runOn(day: string, time = '10:00'): Promise<void> {
  await goTo(world, day, time);
  expect((await runBilling(world.ctx(), undefined, ERASURE_JOBS)).failed).toBe(0);
  await runJobs();
}

async function isErased({ accountId }: Former): Promise<boolean> {
  const [row] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
  return row?.deletedAt !== null;
}

const notices = ({ email }: Former) => mailsTo(world, email).filter((one) => /deleted|ถูกลบ/.test(one));
const logIn = ({ email }: Former, password = 'correct horse') =>
  createBrowser(world).post('/api/login', { email, password });

test('deletes an account without a log-in and an order for three years, 30 days after a notice', async () => {
  const [english, thai, friend] = [
    await formerSubscriber(),
    await formerSubscriber('th'),
    await formerSubscriber(),
  ];
  const phone = await plantFriend(world, friend.accountId);
  await runOn('2029-11-19');
  expect(notices(english)).toEqual([]);
  await runOn('2029-11-21');
  await runOn('2029-11-22');
  expect(notices(english)).toEqual(['Your account will be deleted']);
  expect(notices(thai)).toEqual(['บัญชีของคุณจะถูกลบ']);
  expect(notices(friend)).toEqual([]);
  const bubble = (await lineInbox(world, phone)).at(-1);
  expect(bubble?.text).toContain('log in by the end of 21 Dec 2029');
  expect((await world.latestMail(english.email))?.text).toContain('21 Dec 2029');

  await runOn('2029-12-21', '23:59');
  expect(await isErased(english)).toBe(false);
  await runOn('2029-12-22', '00:00');
  expect(await Promise.all([english, thai, friend].map(isErased))).toEqual([true, true, true]);
  // At night, only messages that the reader requested are sent.
  expect(notices(english)).toHaveLength(1);
  await goTo(world, '2029-12-22', '08:00');
  await runBilling(
    world.ctx(),
    undefined,
    BILLING_JOBS.filter(({ name }) => name === 'deliverMessages'),
  );
  await runJobs();
  expect(notices(english)).toEqual(['Your account was deleted', 'Your account will be deleted']);
  expect((await world.latestMail(english.email))?.text).toContain('been used for three years');
  const [left] = await world.db.select().from(accounts).where(eq(accounts.id, english.accountId));
  expect(left).toMatchObject({ firstName: 'Deleted', phone: '', address: null });
});

deepTest(
  'a log-in after the notice keeps the account for three more years; a failed one does not',
  async () => {
    const [owner, stranger] = [await formerSubscriber(), await formerSubscriber()];
    await runOn('2029-11-21');
    await goTo(world, '2029-12-21', '23:00');
    expect((await logIn(owner)).status).toBe(200);
    expect((await logIn(stranger, 'a wrong guess')).status).toBe(401);
    await runOn('2029-12-22');
    expect(await Promise.all([owner, stranger].map(isErased))).toEqual([false, true]);
    expect((await logIn(stranger)).body.code).toBe('LOGIN_INCORRECT');
    await runOn('2032-12-20');
    expect(notices(owner)).toHaveLength(1);
    await runOn('2032-12-22');
    await runOn('2033-01-21');
    expect(await isErased(owner)).toBe(false);
    expect(notices(owner)).toHaveLength(2);
    await runOn('2033-01-22');
    expect(await isErased(owner)).toBe(true);
  },
);

test('overlapping runs announce once; a log-in during the deletion keeps the account or is refused', async () => {
  const former = await Promise.all([1, 2, 3, 4].map(() => formerSubscriber()));
  await goTo(world, '2029-11-21', '10:00');
  const [first] = former;
  await Promise.all([1, 2].map(() => announceErasure(world.ctx(), first?.accountId ?? '')));
  const written = await world.db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(eq(auditEvents.subject, first?.accountId ?? ''), eq(auditEvents.what, 'account.erasure_announced')),
    );
  expect(written).toHaveLength(1);
  await runOn('2029-11-21');
  expect(await world.db.select().from(messages).where(eq(messages.kind, 'account_dormant'))).toHaveLength(4);
  await goTo(world, '2029-12-22', '10:00');
  for (const one of former) {
    const [answer] = await Promise.all([
      logIn(one),
      eraseDormant(world.ctx(), one.accountId),
      eraseDormant(world.ctx(), one.accountId),
    ]);
    expect(await isErased(one)).toBe(answer.status !== 200);
    const open = await world.db.select().from(sessions).where(eq(sessions.userId, one.accountId));
    expect(open).toHaveLength(answer.status === 200 ? 1 : 0);
  }
});

test('an account that is in use, owes money or is owed anything is kept', async () => {
  const active = await plantSubscriber(world);
  const kept: Record<string, Former> = { active };
  const own = ({ accountId }: Former) => sql`(select id from orders where account_id = ${accountId})`;
  const keep = async (name: string, statement: (one: Former) => ReturnType<typeof sql>) => {
    const one = await formerSubscriber();
    await change(statement(one));
    kept[name] = one;
  };
  await keep(
    'cancelled later',
    ({ accountId }) =>
      sql`update subscriptions set cancelled_at = '2028-01-01T00:00:00Z' where account_id = ${accountId}`,
  );
  await keep(
    'box under way',
    (one) => sql`update shipments set status = 'shipped' where order_id in ${own(one)}`,
  );
  await keep(
    'refund by hand',
    (one) => sql`insert into refunds (id, money_id, amount, status, why, created_at)
      select 'rfd_dormant', id, 123, 'manual', 'operator', now() from money_received where order_id in ${own(one)}`,
  );
  await keep(
    'open dispute',
    (one) => sql`insert into disputes
      (id, money_id, provider_ref, kind, status, amount, reason, charging, opened_at, changed_at, held_at)
      select 'dsp_dormant', id, 'dspt_dormant', 'dispute', 'open', 456, 'fraudulent', 'held', now(), now(), now()
      from money_received where order_id in ${own(one)}`,
  );
  const debtor = await formerSubscriber();
  const former = await formerSubscriber();
  for (const { accountId } of [debtor, former])
    await change(
      sql`update subscriptions set status = 'inactive', cancelled_at = null where account_id = ${accountId}`,
    );
  await change(sql`update orders set status = 'unpaid', begun_at = now()
    where account_id = ${debtor.accountId} and cycle_index = 1`);
  kept['unpaid order'] = debtor;

  await runOn('2029-11-21');
  await runOn('2029-12-22');
  for (const [name, one] of Object.entries(kept))
    expect({ name, erased: await isErased(one), notices: notices(one) }).toEqual({
      name,
      erased: false,
      notices: [],
    });
  expect(await isErased(former)).toBe(true);
});
