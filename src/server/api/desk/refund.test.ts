import { and, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { auditEvents, messages, staff, staffNotes, staffSessions } from '@/server/db/schema';
import type { previewRefund } from '@/server/desk/reads/refund-preview';
import type { Today } from '@/server/desk/reads/today';
import { callDesk, memberBrowser } from '@/testing/desk';
import type { Browser } from '@/testing/browser';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { plantOffline } from '@/testing/offline';
import { gatewayCharges } from '@/testing/providers';
import { ordersOf, pass, plantSubscriber, pointsOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

/* Refunds of paid orders at the desk, over its calls. The money path has its own tests in desk/acts. */

const world = withWorld({ cleanup: 'check', settings: { VAT_ID: '0105566000001' } });

const TOTAL = 37_525;

async function payer() {
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  const [order] = await ordersOf(world, person.accountId);
  return { ...person, orderId: order?.id ?? '' };
}

const refund = (by: Browser, orderId: string, change: object = {}) =>
  callDesk(by, 'money.refundOrder', {
    input: { orderId, amount: TOTAL, refunded: 0, reason: 'damaged', ...change },
  });
const preview = async (by: Browser, orderId: string, amount?: number) =>
  (await callDesk(by, 'money.previewRefund', { kind: 'query', input: { orderId, amount } })).data as Awaited<
    ReturnType<typeof previewRefund>
  >;
const refundedOf = async (accountId: string) =>
  (await gatewayCharges(world, accountId)).flatMap(({ refunds }) => refunds.map(({ amount }) => amount));

/** A member of the support who may refund `limit` satang a day. */
async function supportWith(limit: number) {
  const [owner, support] = [await memberBrowser(world, 'owner'), await memberBrowser(world, 'support')];
  const input = { staffId: support.staffId, limit };
  expect((await callDesk(owner, 'team.setRefundLimit', { input })).code).toBe('ok');
  return support;
}

test('goes back once although two members ask at once, with actor and reason in the audit and the note apart', async () => {
  const { orderId, accountId, subscriptionId } = await payer();
  const members = [await memberBrowser(world, 'finance'), await memberBrowser(world, 'owner')];
  const note = 'wet on one side';
  const answers = await Promise.all(members.map((member) => refund(member, orderId, { note })));
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['REFUSED', 'ok']);
  expect(await refundedOf(accountId)).toEqual([TOTAL]);
  const events = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, subscriptionId));
  const asked = events.filter(({ what }) => what === 'refund.asked');
  expect(asked).toMatchObject([{ detail: { orderId, amount: TOTAL, reason: 'damaged' } }]);
  expect(members.map(({ staffId }) => `staff:${staffId}`)).toContain(asked[0]?.actor);
  expect(JSON.stringify(events)).not.toContain(note);
  const notes = await world.db.select().from(staffNotes).where(eq(staffNotes.accountId, accountId));
  expect(notes.map(({ body }) => body)).toEqual([note]);
});

test('refuses more than what is left, an amount of nothing, an unknown reason, and the same refund again', async () => {
  const { orderId, accountId } = await payer();
  const member = await memberBrowser(world, 'finance');
  const body = { json: { orderId, amount: TOTAL + 1, refunded: 0, reason: 'other' } };
  const { body: answer } = await member.post('/api/desk/money.refundOrder', body, { 'x-ira-locale': 'th' });
  expect(JSON.stringify(answer)).toContain('฿375.26 มากกว่ายอดที่คืนได้ ฿375.25');
  for (const wrong of [{ amount: 0 }, { amount: 1.5 }, { reason: 'x' }, { refunded: undefined }])
    expect((await refund(member, orderId, wrong)).code).toBe('INPUT_INVALID');
  expect((await refund(member, orderId, { amount: 10_000 })).code).toBe('ok');
  expect((await refund(member, orderId, { amount: 10_000 })).code).toBe('REFUSED');
  expect(await refundedOf(accountId)).toEqual([10_000]);
});

test('the preview shows what the refund then does', async () => {
  const { orderId, accountId } = await payer();
  const member = await memberBrowser(world, 'finance');
  const before = await pointsOf(world, accountId);
  const seen = await preview(member, orderId, 10_000);
  expect(seen).toMatchObject({
    paid: TOTAL,
    reserved: 0,
    left: TOTAL,
    way: { kind: 'card', lastDigits: '4242' },
    blocked: null,
    allowance: null,
    effects: { left: TOTAL - 10_000, vat: 654, points: 8 },
    message: { channel: 'email', locale: 'en' },
  });
  await refund(member, orderId, { amount: 10_000 });
  expect(before - (await pointsOf(world, accountId))).toBe(seen.effects?.points);
  const after = await preview(member, orderId);
  expect(after).toMatchObject({ reserved: 10_000, left: seen.effects?.left, effects: null, message: null });
  await expectInvariants(world);
});

test('a bank transfer goes to the list of the operator, and is refunded when it was made', async () => {
  const person = await plantOffline(world);
  const [order] = await ordersOf(world, person.accountId);
  const orderId = order?.id ?? '';
  const member = await memberBrowser(world, 'finance');
  const seen = await preview(member, orderId);
  expect(seen.way).toEqual({ kind: 'transfer' });
  const { data } = await refund(member, orderId, { amount: seen.left });
  expect(data).toMatchObject({ status: 'manual' });
  expect((await ordersOf(world, person.accountId))[0]?.status).toBe('paid');
  const { refundId } = data as { refundId: string };
  await callDesk(member, 'money.confirmRefund', { input: { refundId, reference: 'KB-1' } });
  expect((await ordersOf(world, person.accountId))[0]?.status).toBe('refunded');
});

test('support refunds nothing without a limit, and never more than it in a day, also with two refunds at once', async () => {
  const [one, two] = [await payer(), await payer()];
  const newcomer = await memberBrowser(world, 'support');
  expect((await refund(newcomer, one.orderId, { amount: 1 })).code).toBe('DAILY_LIMIT');
  const support = await supportWith(15_000);
  expect((await preview(support, one.orderId)).allowance).toEqual({ limit: 15_000, left: 15_000 });
  const both = [one, two].map(({ orderId }) => refund(support, orderId, { amount: 10_000 }));
  expect((await Promise.all(both)).map(({ code }) => code).toSorted()).toEqual(['DAILY_LIMIT', 'ok']);
  expect((await preview(support, one.orderId)).allowance).toEqual({ limit: 15_000, left: 5_000 });
  await pass(world, { days: 1 });
  const again = await memberBrowser(world, 'support');
  await transaction(world.db, (tx) =>
    tx
      .update(staffSessions)
      .set({ staffId: support.staffId })
      .where(eq(staffSessions.staffId, again.staffId)),
  );
  expect((await preview(again, one.orderId)).allowance).toEqual({ limit: 15_000, left: 15_000 });
});

test('asking an owner refunds nothing, mails every owner once, and waits on Today until the refund or the answer no', async () => {
  const { orderId, accountId } = await payer();
  const [owner, support] = [await memberBrowser(world, 'owner'), await memberBrowser(world, 'support')];
  const input = { orderId, amount: TOTAL, reason: 'missing', note: 'Asked twice' };
  const ask = (other = {}) => callDesk(support, 'money.askOwnerToRefund', { input: { ...input, ...other } });
  expect((await Promise.all([ask(), ask()])).map(({ code }) => code)).toEqual(['ok', 'ok']);
  expect(await refundedOf(accountId)).toEqual([]);
  const [member] = await world.db.select().from(staff).where(eq(staff.id, owner.staffId));
  const told = await world.db
    .select()
    .from(messages)
    .where(and(eq(messages.kind, 'staff_act'), inArray(messages.toAddress, [member?.email ?? ''])));
  expect(told.filter(({ payload }) => JSON.stringify(payload).includes(orderId))).toHaveLength(1);
  const waiting = async (browser: Browser) =>
    ((await callDesk(browser, 'today.read', { kind: 'query' })).data as Today).cases
      .flatMap(({ kind, entries }) => (kind === 'askedRefunds' ? entries : []))
      .filter((entry) => entry.orderId === orderId);
  expect(await waiting(owner)).toMatchObject([{ amount: TOTAL, code: 'missing', person: { accountId } }]);
  expect(await waiting(support)).toEqual([]);
  const [{ id } = { id: '' }] = await waiting(owner);
  const answer = { input: { group: 'askedRefunds', id, why: 'Sent again instead' } };
  expect((await callDesk(support, 'today.dismissMoney', answer)).code).toBe('NOT_ALLOWED');
  expect((await callDesk(owner, 'today.dismissMoney', answer)).code).toBe('ok');
  expect(await waiting(owner)).toEqual([]);
  expect((await callDesk(owner, 'today.dismissMoney', answer)).code).toBe('REFUSED');
  expect((await ask({ amount: TOTAL - 1 })).code).toBe('ok');
  expect(await waiting(owner)).toMatchObject([{ amount: TOTAL - 1 }]);
  expect((await refund(owner, orderId)).code).toBe('ok');
  expect(await waiting(owner)).toEqual([]);
});

test('only an owner sets a limit, warehouse sees no refund, and finance has no limit', async () => {
  const { orderId } = await payer();
  const support = await memberBrowser(world, 'support');
  const [finance, warehouse] = [
    await memberBrowser(world, 'finance'),
    await memberBrowser(world, 'warehouse'),
  ];
  const input = { staffId: support.staffId, limit: 10_000 };
  for (const member of [support, finance])
    expect((await callDesk(member, 'team.setRefundLimit', { input })).code).toBe('NOT_ALLOWED');
  expect((await refund(warehouse, orderId)).code).toBe('NOT_ALLOWED');
  expect((await refund(finance, orderId)).code).toBe('ok');
});
