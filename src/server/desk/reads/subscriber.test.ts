import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { auditEvents, identities, messages, staffNotes, subscriptions } from '@/server/db/schema';
import { erasePerson } from '@/server/subscriber/account/erasure';
import { accounts } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { convertToOffline } from '@/server/money/payment-method/convert-offline';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { listActivity } from '@/server/login/activity';
import { registerUpToPayment } from '@/testing/browser';
import { callDesk, memberBrowser } from '@/testing/desk';
import { runJobs } from '@/testing/jobs';
import { goTo, ordersOf, pass, plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import type { showAsSubscriber } from './as-subscriber';
import { VIEWED } from './record-view';
import type { viewSubscriber } from './subscriber';

const world = withWorld();
let person: Planted;

type View = Awaited<ReturnType<typeof viewSubscriber>>;

beforeAll(async () => {
  person = await plantSubscriber(world, { paymentDay: 31 });
  await world.sandbox.settled();
  await runJobs();
  await transaction(world.db, (tx) =>
    tx.insert(identities).values({
      provider: 'line',
      subject: 'U1',
      accountId: person.accountId,
      displayName: 'Mali ♥',
      friend: true,
      blocked: true,
      connectedAt: world.now(),
    }),
  );
});

const view = async (accountId: string, browser: Awaited<ReturnType<typeof memberBrowser>>, page = 1) => {
  const input = { accountId, page, ordersPage: 1 };
  const { code, data } = await callDesk(browser, 'subscribers.view', { input, kind: 'query' });
  return { code, ...(data as View) };
};

test('shows person, subscription, orders, history and messages of a subscriber', async () => {
  const shown = await view(person.accountId, await memberBrowser(world, 'support'));
  expect(shown.person).toMatchObject({
    firstName: 'Mali',
    email: person.email,
    points: 33,
    sessions: 0,
    logIn: { password: false, passkeys: 0, line: { name: 'Mali ♥', isBlocked: true } },
  });
  expect(shown.subscription).toMatchObject({
    state: 'active',
    frequency: 1,
    paymentDay: 31,
    pending: null,
    cards: [{ lastDigits: '4242', isDefault: true }],
    can: { pause: true, cancel: true, addPoints: true },
    upcoming: [
      {
        paymentDate: '2026-12-31',
        can: { skip: true, unskip: false, move: { from: '2026-12-11', until: '2027-01-20' } },
      },
      { paymentDate: '2027-01-31' },
      { paymentDate: '2027-02-28' },
    ],
  });
  expect(shown.previous.orders).toMatchObject([{ total: 37525, payment: 'success' }]);
  expect(shown.messages.map(({ kind, status, canResend }) => [kind, status, canResend])).toContainEqual([
    ...['order_paid', 'sent', true],
  ]);
  const whats = shown.timeline.entries.map(({ what }) => what);
  expect(whats).toEqual(
    expect.arrayContaining(['order.paid', 'attempt.succeeded', 'message.sent', 'points.earned']),
  );
  expect(whats.at(-1)).toBe('account.registered');
  const paid = shown.timeline.entries.find(({ what }) => what === 'order.paid');
  expect(paid?.orderNumber).toBe(shown.previous.orders[0]?.orderNumber);
  expect(shown.timeline.entries.map(({ at }) => at)).toEqual(
    shown.timeline.entries
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(JSON.stringify(shown)).not.toMatch(/token|#|password_?hash|authorize/i);
});

test('pages the history without losing or repeating an entry', async () => {
  const browser = await memberBrowser(world, 'support');
  await transaction(world.db, (tx) =>
    tx.insert(auditEvents).values(
      Array.from({ length: 40 }, (_, at) => ({
        id: `aud_${at}`,
        at: world.now(),
        actor: 'operator:mali',
        subject: person.accountId,
        what: 'account.details_changed',
      })),
    ),
  );
  const [first, second] = [await view(person.accountId, browser), await view(person.accountId, browser, 2)];
  expect(first.timeline).toMatchObject({ hasOlder: true });
  expect(first.timeline.entries).toHaveLength(30);
  expect(first.timeline.entries[0]?.actor).toEqual({ kind: 'team', name: 'mali' });
  const ids = [...first.timeline.entries, ...second.timeline.entries].map(({ id, what }) => `${id} ${what}`);
  expect(new Set(ids).size).toBe(ids.length);
});

test('records a view once in ten minutes per member and subscriber, also of two tabs at once', async () => {
  const one = await plantSubscriber(world);
  const browser = await memberBrowser(world, 'support');
  const views = () =>
    world.db.$count(auditEvents, and(eq(auditEvents.subject, one.accountId), eq(auditEvents.what, VIEWED)));
  await Promise.all([
    view(one.accountId, browser),
    view(one.accountId, browser),
    view(one.accountId, browser),
  ]);
  expect(await views()).toBe(1);
  await view(one.accountId, await memberBrowser(world, 'finance'));
  expect(await views()).toBe(2);
  await pass(world, { minutes: 11 });
  const shown = await view(one.accountId, browser);
  expect(await views()).toBe(3);
  expect(shown.timeline.entries.map(({ what }) => what)).not.toContain(VIEWED);
});

test('shows the text of a message without the link that a queued one still has', async () => {
  const browser = await memberBrowser(world, 'support');
  const [paid] = await world.db
    .select()
    .from(messages)
    .where(and(eq(messages.accountId, person.accountId), eq(messages.kind, 'order_paid')));
  const read = (messageId: string | undefined, accountId = person.accountId) =>
    callDesk(browser, 'subscribers.message', { input: { accountId, messageId }, kind: 'query' });
  expect(await read(paid?.id)).toMatchObject({
    code: 'ok',
    data: { text: expect.stringContaining('375.25') as string },
  });
  const secret = 'https://ira.test/fix/secret';
  const payload = { firstName: 'Mali', orderId: 'ord_1', paymentDate: '2026-12-31', total: 37525 };
  await transaction(world.db, (tx) =>
    tx.insert(messages).values({
      id: 'msg_secret',
      accountId: person.accountId,
      kind: 'payment_failed',
      dedupeKey: 'secret',
      payload: {
        ...payload,
        reason: 'insufficient_fund',
        nextTryOn: null,
        needsCard: false,
        final: true,
        fixLink: secret,
      },
      status: 'queued',
      asked: false,
      notBefore: new Date('2099-01-01'),
      createdAt: world.now(),
      retryKey: '00000000-0000-4000-8000-000000000001',
    }),
  );
  const { code, data } = await read('msg_secret');
  expect(code).toBe('ok');
  expect(JSON.stringify(data)).not.toContain('secret');
  const other = await plantSubscriber(world);
  expect((await read(paid?.id, other.accountId)).code).toBe('NOT_FOUND');
});

test('keeps notes until the account is deleted, and shows no personal data afterwards', async () => {
  const one = await plantSubscriber(world);
  const browser = await memberBrowser(world, 'support');
  const add = (body: string) =>
    callDesk(browser, 'subscribers.addNote', { input: { accountId: one.accountId, body } }).then(
      ({ code }) => code,
    );
  expect(await add('  ')).toBe('INPUT_INVALID');
  expect(await add('x'.repeat(2001))).toBe('INPUT_INVALID');
  expect(await add('Prefers LINE.\nงดโทรตอนเช้า')).toBe('ok');
  const { notes, timeline } = await view(one.accountId, browser);
  expect(notes).toMatchObject([
    { body: 'Prefers LINE.\nงดโทรตอนเช้า', by: expect.stringMatching(/^Member/) as string },
  ]);
  expect(timeline.entries.find(({ what }) => what === 'desk.note_added')).toMatchObject({
    note: notes[0]?.body,
  });

  await cancelSubscription(world.ctx(), one.accountId, { reason: 'other' });
  const [account] = await world.db.select().from(accounts).where(eq(accounts.id, one.accountId));
  if (!account) throw new Error('no account');
  await transaction(world.db, (tx) => erasePerson(tx, world.now(), account, { keepsContact: true }));
  expect(await world.db.$count(staffNotes, eq(staffNotes.accountId, one.accountId))).toBe(0);
  const shown = await view(one.accountId, browser);
  expect(shown).toMatchObject({ code: 'ok', person: null, subscription: null, notes: [], messages: [] });
  expect(shown.previous.orders).toHaveLength(
    (await ordersOf(world, one.accountId)).filter(({ status }) => status === 'paid').length,
  );
  expect(JSON.stringify(shown)).not.toMatch(/Prefers LINE|Suk|planted/);
  expect(await add('too late')).toBe('NOT_FOUND');
});

test('an unknown account is not found, and a warehouse member sees none', async () => {
  expect((await view('acc_unknown', await memberBrowser(world, 'support'))).code).toBe('NOT_FOUND');
  expect((await view(person.accountId, await memberBrowser(world, 'warehouse'))).code).toBe('NOT_ALLOWED');
});

test('shows the account page to the team without a way to pay, and the view to the subscriber', async () => {
  const support = await memberBrowser(world, 'support');
  const { accountId } = person;
  const show = (input: object, browser = support) =>
    callDesk(browser, 'subscribers.asSubscriber', { input, kind: 'query' });
  const { data } = await show({ accountId });
  await show({ accountId });
  const shown = data as Awaited<ReturnType<typeof showAsSubscriber>>;
  expect(shown.home.account.firstName).toBe('Mali');
  expect(shown.home.upcoming).toHaveLength(3);
  expect(JSON.stringify(shown)).not.toMatch(/\/pay\/|authorize_?uri":"/i);
  const { activity } = await listActivity(world.ctx(), { accountId });
  expect(activity.filter(({ what }) => what === 'shown_to_team')).toHaveLength(1);
});

test('shows no account page of an unknown account, of an unpaid registration, or to the warehouse', async () => {
  const show = async (accountId: string, role: 'support' | 'warehouse') => {
    const input = { accountId };
    const browser = await memberBrowser(world, role);
    return (await callDesk(browser, 'subscribers.asSubscriber', { input, kind: 'query' })).code;
  };
  const { started } = await registerUpToPayment(world);
  const [unpaid] = await world.db
    .select({ id: subscriptions.accountId })
    .from(subscriptions)
    .where(eq(subscriptions.id, (started as { registrationId: string }).registrationId));
  expect(await show('acc_unknown', 'support')).toBe('NOT_FOUND');
  expect(await show(unpaid?.id ?? '', 'support')).toBe('NOT_FOUND');
  expect(await show(person.accountId, 'warehouse')).toBe('NOT_ALLOWED');
});

test('shows the team that a payment waits, without the link that pays it', async () => {
  const { accountId } = await plantSubscriber(world, { paymentDay: 25 });
  await convertToOffline(world.ctx(), accountId);
  await goTo(world, '2026-12-25');
  await runBilling(world.ctx());
  const input = { accountId };
  const { data } = await callDesk(await memberBrowser(world, 'support'), 'subscribers.asSubscriber', {
    input,
    kind: 'query',
  });
  const { pendingPayment } = (data as Awaited<ReturnType<typeof showAsSubscriber>>).home;
  expect(pendingPayment).toMatchObject({ status: 'pending', method: 'offline', paymentUrl: null });
});
