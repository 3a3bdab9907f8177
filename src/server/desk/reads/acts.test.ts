import { and, eq, inArray, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '@/server/db';
import {
  accounts,
  auditEvents,
  messages,
  sessions,
  staff,
  staffNotes,
  staffSessions,
  subscriptions,
} from '@/server/db/schema';
import { skipOrder } from '@/server/subscriber/plan/plan-commands';
import { logInAs } from '@/testing/callers';
import { callDesk, memberBrowser } from '@/testing/desk';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { plantPending } from '@/testing/offline';
import {
  goTo,
  ordersOf,
  pass,
  plantRegistration,
  plantSubscriber,
  pointsOf,
  statusOf,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { newId } from '@/server/platform/ids';

const world = withWorld({ cleanup: 'check' });

/** A member of the support, and a subscriber with orders on 31 December, 31 January and 28 February. */
async function start() {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId, email, subscriptionId } = await plantSubscriber(world, { paymentDay: 31 });
  await world.sandbox.settled();
  await runJobs();
  const ids = (await ordersOf(world, accountId)).map(({ id }) => id);
  const member = await memberBrowser(world, 'support');
  const act = async (name: string, input: object, by = member) =>
    (await callDesk(by, `subscribers.${name}`, { input: { accountId, ...input } })).code;
  /** Returns the events about this subscriber. No test empties the audit. */
  const audited = (what: string) =>
    world.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.what, what), inArray(auditEvents.subject, [accountId, subscriptionId])));
  return { accountId, email, ids, member, act, audited };
}

const versionOf = async (accountId: string) =>
  (await world.db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId)))[0]?.version ??
  0;

const statusesOf = async (accountId: string) =>
  (await ordersOf(world, accountId)).map(({ status }) => status);

/** Returns the audit events of a member about anything but the log-in, oldest first. */
async function eventsBy(staffId: string) {
  const rows = await world.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.actor, `staff:${staffId}`)))
    .orderBy(auditEvents.at, auditEvents.what);
  return rows.filter(({ what }) => !['staff.logged_in', 'desk.read'].includes(what)).map(({ what }) => what);
}

test('skips an order for a subscriber and takes it back, with the member as actor and the reason as a note', async () => {
  const { accountId, ids, member, act, audited } = await start();
  expect(await act('skip', { orderId: ids[1], skip: true, reason: 'is abroad' })).toBe('ok');
  expect((await statusesOf(accountId))[1]).toBe('skipped');
  expect(await world.db.select().from(staffNotes)).toMatchObject([
    { accountId, staffId: member.staffId, body: 'is abroad' },
  ]);
  expect(await act('skip', { orderId: ids[1], skip: false })).toBe('ok');
  expect((await statusesOf(accountId))[1]).toBe('upcoming');
  expect(await eventsBy(member.staffId)).toEqual(['desk.note_added', 'order.skipped', 'order.unskipped']);
  expect(await audited('order.skipped')).toMatchObject([
    { detail: { cause: 'asked_by_operator', orderId: ids[1] } },
  ]);
  expect(JSON.stringify(await world.db.select().from(auditEvents))).not.toContain('is abroad');
});

test('refuses to skip an order too late, of another subscriber, or of a deleted account', async () => {
  const { ids, act } = await start();
  const other = await plantSubscriber(world);
  const [, foreign] = await ordersOf(world, other.accountId);
  expect(await act('skip', { orderId: foreign?.id, skip: true })).toBe('ORDER_NOT_FOUND');
  await goTo(world, '2026-12-30', '10:00');
  const late = await memberBrowser(world, 'support');
  expect(await act('skip', { orderId: ids[1], skip: true }, late)).toBe('SKIP_TOO_LATE');
  expect(await act('skip', { accountId: 'acc_unknown', orderId: ids[1], skip: true }, late)).toBe(
    'NOT_ALLOWED',
  );
});

test('two members who skip one order at once skip it once, with one note', async () => {
  const { accountId, ids, member, act, audited } = await start();
  const second = await memberBrowser(world, 'owner');
  const skip = { orderId: ids[1], skip: true, reason: 'asked by phone' };
  expect(await Promise.all([act('skip', skip, member), act('skip', skip, second)])).toEqual(['ok', 'ok']);
  expect((await statusesOf(accountId))[1]).toBe('skipped');
  expect(await audited('order.skipped')).toHaveLength(1);
  expect(await world.db.$count(staffNotes)).toBe(1);
});

test('shows a pause before it is made, makes it, and ends it', async () => {
  const { accountId, member, act } = await start();
  const version = await versionOf(accountId);
  const until = '2027-02-01';
  const seen = await callDesk(member, 'subscribers.pause', {
    input: { accountId, until, version, preview: true, reason: 'not kept by a preview' },
  });
  expect(seen.data).toMatchObject({
    upcomingOrders: [{ paused: true }, { paused: true }, { paused: false }],
  });
  expect(await statusesOf(accountId)).toEqual(['paid', 'upcoming', 'upcoming', 'upcoming']);
  expect(await world.db.$count(staffNotes)).toBe(0);
  expect(await act('pause', { until, version, preview: false })).toBe('ok');
  expect(await statusesOf(accountId)).toEqual(['paid', 'skipped', 'skipped', 'upcoming']);
  expect(await act('pause', { until: null, version: version + 1, preview: false })).toBe('ok');
  expect(await statusesOf(accountId)).toEqual(['paid', 'upcoming', 'upcoming', 'upcoming']);
  expect(await eventsBy(member.staffId)).toEqual(
    expect.arrayContaining(['subscription.paused', 'subscription.resumed']),
  );
});

test('refuses a pause outside its range, and one of a page that is out of date', async () => {
  const { accountId, ids, act } = await start();
  const version = await versionOf(accountId);
  expect(await act('pause', { until: '2027-12-01', version, preview: false })).toBe('DATE_OUT_OF_RANGE');
  await skipOrder(world.ctx(), accountId, { orderId: ids[2] ?? '', skip: true });
  expect(await act('pause', { until: '2027-02-01', version, preview: false })).toBe('STALE');
});

test('moves an order within its range, and refuses another day', async () => {
  const { accountId, ids, act } = await start();
  const move = async (date: string) =>
    act('move', { orderId: ids[1], date, version: await versionOf(accountId), preview: false });
  expect(await move('2027-01-31')).toBe('DATE_OUT_OF_RANGE');
  expect(await move('2027-01-05')).toBe('ok');
  expect((await ordersOf(world, accountId))[1]?.date).toBe('2027-01-05');
});

test('two members who cancel at once cancel once', async () => {
  const { accountId, member, act, audited } = await start();
  const second = await memberBrowser(world, 'support');
  const cancel = { why: 'leavingCountry', reason: 'moves to Laos' };
  const codes = await Promise.all([act('cancel', cancel, member), act('cancel', cancel, second)]);
  expect(codes.toSorted()).toEqual(['ALREADY_CANCELLED', 'ok']);
  expect(await statusOf(world, accountId)).toBe('cancelled');
  expect(await world.db.$count(staffNotes)).toBe(1);
  const [event] = await audited('subscription.cancelled');
  expect(event?.actor).toMatch(/^staff:/);
  expect(await act('cancel', { why: 'no reason of the list' })).toBe('INPUT_INVALID');
});

test('sends the open payment link again, at most once in ten minutes', async () => {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plantPending(world);
  const member = await memberBrowser(world, 'support');
  const send = async () => (await callDesk(member, 'subscribers.sendLink', { input: { accountId } })).code;
  const count = () =>
    world.db.$count(messages, and(eq(messages.accountId, accountId), eq(messages.kind, 'payment_link')));
  expect(await send()).toBe('MESSAGE_SENT_RECENTLY');
  await pass(world, { minutes: 11 });
  expect(await Promise.all([send(), send()]).then((codes) => codes.toSorted())).toEqual([
    'MESSAGE_SENT_RECENTLY',
    'ok',
  ]);
  expect(await count()).toBe(2);
  expect(await eventsBy(member.staffId)).toEqual(['payment.link_sent_again']);
  await pass(world, { days: 8 });
  const late = await memberBrowser(world, 'support');
  expect((await callDesk(late, 'subscribers.sendLink', { input: { accountId } })).code).toBe('NOT_ALLOWED');
});

test('refuses a payment link without anything to pay', async () => {
  const { act } = await start();
  expect(await act('sendLink', {})).toBe('NOTHING_TO_PAY');
});

test('sends a message without a secret again, and no other one', async () => {
  const { accountId, act } = await start();
  const find = async (kind: string) =>
    (
      await world.db
        .select()
        .from(messages)
        .where(and(eq(messages.accountId, accountId), eq(messages.kind, kind)))
    )[0];
  const paid = await find('order_paid');
  expect(paid?.status).toBe('sent');
  const resend = (messageId: string | undefined) => act('resend', { messageId });
  const codes = await Promise.all([resend(paid?.id), resend(paid?.id)]);
  expect(codes.toSorted()).toEqual(['MESSAGE_SENT_RECENTLY', 'ok']);
  const [again] = await world.db.select().from(messages).where(like(messages.dedupeKey, 'resent:%'));
  expect(again).toMatchObject({ kind: 'order_paid', status: 'queued', asked: true, payload: paid?.payload });
  expect(await resend(again?.id)).toBe('MESSAGE_NOT_RESENDABLE');
  const other = await plantSubscriber(world);
  const foreign = await world.db.select().from(messages).where(eq(messages.accountId, other.accountId));
  expect(await resend(foreign[0]?.id)).toBe('NOT_FOUND');
});

test('a message that had a secret link is never sent again', async () => {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plantPending(world);
  await runJobs();
  const member = await memberBrowser(world, 'support');
  const [link] = await world.db
    .select()
    .from(messages)
    .where(and(eq(messages.accountId, accountId), eq(messages.kind, 'payment_link')));
  expect(link?.status).toBe('sent');
  const input = { accountId, messageId: link?.id };
  expect((await callDesk(member, 'subscribers.resend', { input })).code).toBe('MESSAGE_NOT_RESENDABLE');
  expect((await callDesk(member, 'subscribers.message', { input, kind: 'query' })).code).toBe('NOT_FOUND');
});

test('logs a subscriber out everywhere, and the subscriber sees it', async () => {
  const { accountId, email, act, audited } = await start();
  await logInAs(world, { accountId, email, subscriptionId: '' });
  const open = () => world.db.$count(sessions, eq(sessions.userId, accountId));
  expect(await open()).toBe(1);
  expect(await act('endSessions', { reason: 'lost phone' })).toBe('ok');
  expect(await open()).toBe(0);
  expect(await act('endSessions', { reason: 'again' })).toBe('ok');
  expect(await audited('account.sessions_ended')).toHaveLength(1);
  expect(await world.db.$count(staffNotes)).toBe(1);
});

test('adds points as an apology, once for two members with the same page', async () => {
  const { accountId, member, act } = await start();
  const second = await memberBrowser(world, 'owner');
  const before = await pointsOf(world, accountId);
  const given = { points: 50, version: await versionOf(accountId), reason: 'late parcel' };
  const codes = await Promise.all([act('addPoints', given, member), act('addPoints', given, second)]);
  expect(codes.toSorted()).toEqual(['STALE', 'ok']);
  expect(await pointsOf(world, accountId)).toBe(before + 50);
  await expectInvariants(world);
});

test('a member gives at most 1,000 points a day and 3,000 a month, and a subscriber gets at most 500 a month', async () => {
  const { accountId, member, act } = await start();
  const give = async (points: number, to = accountId, by = member) =>
    act('addPoints', { accountId: to, points, version: await versionOf(to), reason: 'Sorry' }, by);
  const [second, third] = [await plantSubscriber(world), await plantSubscriber(world)];
  expect(await give(400)).toBe('ok');
  const colleague = await memberBrowser(world, 'support');
  expect(await give(101, accountId, colleague)).toBe('PERSON_LIMIT');
  expect(await give(100, accountId, colleague)).toBe('ok');
  expect(await give(500, second.accountId)).toBe('ok');
  expect(await give(101, third.accountId)).toBe('DAILY_LIMIT');
  const both = [third.accountId, third.accountId].map((to) => give(60, to));
  expect((await Promise.all(both)).filter((code) => code === 'ok')).toHaveLength(1);
  await transaction(world.db, (tx) =>
    tx.insert(auditEvents).values({
      id: newId('audit'),
      at: new Date('2026-11-02T10:00:00+07:00'),
      actor: `staff:${colleague.staffId}`,
      subject: 'another',
      what: 'points.apology_given',
      detail: { points: 2850 },
    }),
  );
  expect(await give(51, third.accountId, colleague)).toBe('MONTHLY_LIMIT');
  expect(await give(50, third.accountId, colleague)).toBe('ok');
  await goTo(world, '2026-12-01', '10:00');
  const again = await memberBrowser(world, 'support');
  await transaction(world.db, (tx) =>
    tx.update(staffSessions).set({ staffId: member.staffId }).where(eq(staffSessions.staffId, again.staffId)),
  );
  expect(await give(500, accountId, again)).toBe('ok');
});

test('a member gives no points to an account with the own e-mail', async () => {
  const { accountId, member, act } = await start();
  const [account] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
  const email = account?.emailNorm ?? '';
  await transaction(world.db, (tx) =>
    tx.update(staff).set({ email, emailNorm: email }).where(eq(staff.id, member.staffId)),
  );
  const given = { points: 1, version: await versionOf(accountId), reason: 'Sorry' };
  expect(await act('addPoints', given)).toBe('OWN_ACCOUNT');
});

test('a member changes no order and no subscription of an account of their own', async () => {
  const { accountId, ids, member, act } = await start();
  const [account] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
  const email = account?.emailNorm ?? '';
  await transaction(world.db, (tx) =>
    tx.update(staff).set({ email, emailNorm: email }).where(eq(staff.id, member.staffId)),
  );
  const version = await versionOf(accountId);
  const before = await statusesOf(accountId);
  expect(await act('skip', { orderId: ids[1], skip: true })).toBe('OWN_ACCOUNT');
  const move = { orderId: ids[1], date: '2027-01-05', version, preview: false };
  expect(await act('move', move)).toBe('OWN_ACCOUNT');
  expect(await act('pause', { until: '2027-02-01', version, preview: false })).toBe('OWN_ACCOUNT');
  expect(await act('cancel', { why: 'other' })).toBe('OWN_ACCOUNT');
  expect([await statusesOf(accountId), await versionOf(accountId)]).toEqual([before, version]);
});

test('refuses points without a reason, more than 500, and for a registration', async () => {
  const { accountId, act, member } = await start();
  const version = await versionOf(accountId);
  expect(await act('addPoints', { points: 1, version, reason: ' ' })).toBe('INPUT_INVALID');
  expect(await act('addPoints', { points: 501, version, reason: 'late' })).toBe('INPUT_INVALID');
  expect(await act('addPoints', { points: 1.5, version, reason: 'late' })).toBe('INPUT_INVALID');
  const registration = await plantRegistration(world);
  const input = { accountId: registration.accountId, points: 1, version: 1, reason: 'late' };
  expect((await callDesk(member, 'subscribers.addPoints', { input })).code).toBe('NOT_ALLOWED');
  expect(await pointsOf(world, accountId)).toBe(33);
});

test('a member of finance sees subscribers and changes nothing', async () => {
  const { accountId, ids, act } = await start();
  const finance = await memberBrowser(world, 'finance');
  const input = { accountId, page: 1, ordersPage: 1 };
  expect((await callDesk(finance, 'subscribers.view', { input, kind: 'query' })).code).toBe('ok');
  expect(await act('skip', { orderId: ids[1], skip: true }, finance)).toBe('NOT_ALLOWED');
  expect(await statusesOf(accountId)).toEqual(['paid', 'upcoming', 'upcoming', 'upcoming']);
});
