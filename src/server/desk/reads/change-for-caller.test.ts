import { and, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts, auditEvents, messages, staff, staffNotes, subscriptions } from '@/server/db/schema';
import type { Browser } from '@/testing/browser';
import { callDesk, memberBrowser } from '@/testing/desk';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { goTo, ordersOf, pass, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import type { changeForCaller } from './change-for-caller';

const world = withWorld({ cleanup: 'check' });

const MOVED = {
  kind: 'address',
  address: '44/2 Huay Kaew Road',
  province: 'Chiang Mai',
  postalCode: '50200',
};

async function start() {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world, { paymentDay: 31 });
  await world.sandbox.settled();
  await runJobs();
  const { accountId, subscriptionId } = person;
  const member = await memberBrowser(world, 'support');
  const versionNow = async () =>
    (await world.db.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId)))[0]?.version;
  const call = async (name: string, change: object, by: Browser = member, more: object = {}) =>
    callDesk(by, `subscribers.${name}`, {
      input: { accountId, version: await versionNow(), change, ...more },
    });
  const accountNow = async () =>
    (await world.db.select().from(accounts).where(eq(accounts.id, accountId)))[0];
  const told = () =>
    world.db
      .select()
      .from(messages)
      .where(and(eq(messages.accountId, accountId), eq(messages.kind, 'changed_for_you')));
  const audited = (what: string) =>
    world.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.what, what), inArray(auditEvents.subject, [accountId, subscriptionId])));
  return { ...person, member, call, accountNow, told, audited };
}

test('changes the address as the preview showed, with the member as actor, a note and one message', async () => {
  const { accountId, member, call, accountNow, told, audited } = await start();
  const before = await accountNow();
  const seen = (await call('previewChange', MOVED)).data as Awaited<ReturnType<typeof changeForCaller>>;
  expect(seen.after?.subscription.deliveryFee).toBe(6_000);
  expect(seen.message).toMatchObject({ channel: 'email', locale: 'en' });
  expect(seen.message.text).toContain('44/2 Huay Kaew Road');
  expect([await accountNow(), await told()]).toEqual([before, []]);
  expect((await call('changePlan', MOVED, member, { reason: 'Moved north' })).code).toBe('ok');
  const totals = (await ordersOf(world, accountId)).filter(({ status }) => status === 'upcoming');
  expect(totals.map(({ total }) => total)).toEqual(seen.after?.upcomingOrders.map(({ total }) => total));
  expect(await told()).toHaveLength(1);
  expect(await audited('subscription.address_changed')).toMatchObject([
    { actor: `staff:${member.staffId}`, detail: { ordersChanged: 3 } },
  ]);
  const notes = await world.db.select().from(staffNotes).where(eq(staffNotes.accountId, accountId));
  expect(notes.map(({ body }) => body)).toEqual(['Moved north']);
  await expectInvariants(world);
});

test('changes box, frequency and payment day, and says nothing where nothing changes', async () => {
  const { accountId, call, told, audited } = await start();
  const box = { kind: 'box', items: [{ productCode: 'night-pads', quantity: 2 }] };
  expect((await call('changePlan', box)).code).toBe('ok');
  expect((await call('changePlan', box)).code).toBe('ok');
  expect(await audited('subscription.box_changed')).toHaveLength(1);
  expect((await call('changePlan', { kind: 'payment_day', paymentDay: 5 })).code).toBe('ok');
  const next = (await ordersOf(world, accountId)).find(({ status }) => status === 'upcoming');
  const frequency = { kind: 'frequency', frequency: 2, after: next?.date };
  expect((await call('changePlan', frequency)).code).toBe('ok');
  expect((await call('changePlan', { kind: 'box', items: [] })).code).toBe('BOX_INVALID');
  const wrong = { kind: 'address', address: 'x', province: 'Bangkok', postalCode: '50200' };
  expect((await call('changePlan', wrong)).code).toBe('PROVINCE_MISMATCH');
  expect((await told()).map(({ payload }) => (payload as { what: string }).what).toSorted()).toEqual([
    'box',
    'frequency',
    'payment_day',
  ]);
});

test('two members with the same page change it once', async () => {
  const { accountId, call, member, told } = await start();
  const second = await memberBrowser(world, 'owner');
  const [row] = await world.db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
  const version = row?.version;
  const days = [member, second].map((by, at) =>
    call('changePlan', { kind: 'payment_day', paymentDay: 5 + at }, by, { version }),
  );
  expect((await Promise.all(days)).map(({ code }) => code).toSorted()).toEqual(['STALE', 'ok']);
  expect(await told()).toHaveLength(1);
});

test('changes recipient and phone only with a proof younger than ten minutes, and tells the subscriber', async () => {
  const { member, call, accountNow, told, audited } = await start();
  const change = { kind: 'person', firstName: 'Ploy', lastName: 'Suk', phone: '0890824785' };
  expect((await call('changeContact', { ...change, phone: '12' })).code).toBe('INPUT_INVALID');
  expect((await call('changeContact', change)).code).toBe('ok');
  expect(await accountNow()).toMatchObject({ firstName: 'Ploy', phone: '0890824785' });
  const [event] = await audited('account.details_changed');
  expect(event?.actor).toBe(`staff:${member.staffId}`);
  expect(JSON.stringify(event)).not.toContain('0890824785');
  expect((await told()).map(({ payload }) => payload)).toMatchObject([{ what: 'person', phoneEnd: '4785' }]);
  await pass(world, { minutes: 10 });
  expect((await call('changeContact', { ...change, firstName: 'Mali' })).code).toBe('PROOF_REQUIRED');
  expect((await accountNow())?.firstName).toBe('Ploy');
});

test('a new e-mail waits for its link in the new mailbox, and the old one is told at once', async () => {
  const { email, call, accountNow, told } = await start();
  const change = { kind: 'email', email: 'new-mailbox@ira.test' };
  expect((await call('changeContact', change)).code).toBe('ok');
  expect((await accountNow())?.email).toBe(email);
  expect(await told()).toMatchObject([{ toAddress: email, payload: { what: 'email' } }]);
  const sent = await world.db.select().from(messages).where(eq(messages.kind, 'email_change_confirm'));
  expect(sent).toMatchObject([{ toAddress: 'new-mailbox@ira.test' }]);
  const other = await plantSubscriber(world);
  expect((await call('changeContact', { kind: 'email', email: other.email })).code).toBe('EMAIL_TAKEN');
});

test('finance and warehouse change nothing, and no member changes the own account', async () => {
  const { call, member, accountNow } = await start();
  for (const role of ['finance', 'warehouse'] as const) {
    const by = await memberBrowser(world, role);
    expect((await call('changePlan', MOVED, by)).code).toBe('NOT_ALLOWED');
    expect((await call('changeContact', { kind: 'email', email: 'x@ira.test' }, by)).code).toBe(
      'NOT_ALLOWED',
    );
  }
  const own = (await accountNow())?.emailNorm ?? '';
  await transaction(world.db, (tx) =>
    tx.update(staff).set({ email: own, emailNorm: own }).where(eq(staff.id, member.staffId)),
  );
  expect((await call('changePlan', MOVED)).code).toBe('OWN_ACCOUNT');
  const person = { kind: 'person', firstName: 'A', lastName: 'B', phone: '0890824785' };
  expect((await call('changeContact', person)).code).toBe('OWN_ACCOUNT');
  expect((await call('changeContact', { kind: 'email', email: 'x@ira.test' })).code).toBe('OWN_ACCOUNT');
  expect((await accountNow())?.postalCode).not.toBe('50200');
});
