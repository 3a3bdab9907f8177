import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { settings } from '@/settings/settings';
import { transaction } from '@/server/db';
import { messages, providerEvents } from '@/server/db/schema';
import { lockSubscriptionOf } from '@/server/lifecycle/locks';
import { writeOrderLinks } from '@/server/lifecycle/order-links';
import { movePoints } from '@/server/lifecycle/points';
import { endMailedLinks } from '@/server/login/one-time-tokens';
import { redeemProduct } from '@/server/shop/rewards/redeem';
import { runBilling } from '@/server/work/jobs/run';
import { changeBox, moveOrder, skipOrder } from '@/server/subscriber/plan/plan-commands';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import type { OneTapLinks } from '@/emails/one-tap';
import { runJobs } from '@/testing/jobs';
import { lineUserId, MALI, plantIdentity } from '@/testing/line';
import { queriesOf } from '@/testing/queries';
import { goTo, ordersOf, pass, plantSubscriber, refusalOf } from '@/testing/subscribers';
import { untilLocked } from '@/testing/waiting';
import { dropQueuedMessages, withWorld } from '@/testing/with-world';
import { doOneTap, showOneTap } from './one-tap';

const world = withWorld({ cleanup: 'check' });
const ADDRESS = '203.0.113.9';
const confirm = (token: string) => doOneTap(world.ctx(), token, { address: ADDRESS });
const undo = (token: string) => doOneTap(world.ctx(), token, { address: ADDRESS, undo: true });
const show = (token: string) => showOneTap(world.ctx(), token);

/** Creates a subscriber whose order of 31 December was just reminded of. Returns the tokens of its links. */
async function reminded() {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plantSubscriber(world);
  await world.sandbox.settled();
  await dropQueuedMessages(world);
  await goTo(world, '2026-12-26', '09:00');
  await runBilling(world.ctx());
  const [message] = await world.db.select().from(messages).where(eq(messages.kind, 'order_reminder'));
  const links = message?.payload.oneTap as OneTapLinks;
  const [skip = '', move = '', box = ''] = [links.skip, links.move, links.box].map(
    (one) => one?.link.split('/do/')[1],
  );
  const [, order] = await ordersOf(world, accountId);
  return { accountId, orderId: order?.id ?? '', skip, move, box };
}

const statusOf = async ({ accountId, orderId }: { accountId: string; orderId: string }) => {
  const order = (await ordersOf(world, accountId)).find(({ id }) => id === orderId);
  return `${order?.status} ${order?.date}`;
};

test('opening a one-tap link changes nothing, and shows nothing but dates', async () => {
  const one = await reminded();
  const shown = [await show(one.skip), await show(one.move), await show(one.box)];
  const common = {
    state: 'open',
    orderNumber: expect.any(Number) as number,
    paymentDate: '2026-12-31',
    until: '2026-12-29',
    nextDate: '2027-01-31',
    hasFreeProduct: false,
    swap: null,
    undoUntil: null,
  };
  expect(shown).toEqual([
    { action: 'skip', movesTo: null, ...common },
    { action: 'move', movesTo: '2027-01-07', ...common },
    { action: 'box', movesTo: null, ...common },
  ]);
  expect(await statusOf(one)).toBe('upcoming 2026-12-31');
  expect(await refusalOf(show('none'))).toBe('NOT_FOUND');
  expect(await refusalOf(confirm('none'))).toBe('NOT_FOUND');
  expect((await confirm(one.box)).state).toBe('open');
});

test('a link to skip says whether the order has a free product', async () => {
  const one = await reminded();
  await transaction(world.db, (tx) =>
    movePoints(tx, world.now(), [
      { accountId: one.accountId, kind: 'earned', source: 'given', delta: 150, orderId: null },
    ]),
  );
  await redeemProduct(world.ctx(), one.accountId, { productCode: 'night-pads-xl', orderId: one.orderId });
  expect((await show(one.skip)).hasFreeProduct).toBe(true);
});

test('a confirmed skip works once, also twice at once, and not again after the order was unskipped', async () => {
  const one = await reminded();
  const twice = await Promise.allSettled([confirm(one.skip), confirm(one.skip)]);
  expect(twice.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await statusOf(one)).toBe('skipped 2026-12-31');
  expect([(await show(one.skip)).state, (await show(one.move)).state]).toEqual(['done', 'changed']);
  expect(await refusalOf(confirm(one.move))).toBe('ORDER_NOT_UPCOMING');
  await skipOrder(world.ctx(), one.accountId, { orderId: one.orderId, skip: false });
  expect((await confirm(one.skip)).state).toBe('done');
  expect(await statusOf(one)).toBe('upcoming 2026-12-31');
});

test('a confirmed move by a week works once, and never moves the order by two weeks', async () => {
  const one = await reminded();
  await Promise.allSettled([confirm(one.move), confirm(one.move)]);
  expect((await confirm(one.move)).state).toBe('done');
  expect(await statusOf(one)).toBe('upcoming 2027-01-07');
});

test('a skip and a move by a link can be taken back for a minute, and the link is then open again', async () => {
  const one = await reminded();
  for (const token of [one.skip, one.move]) {
    const { undoUntil, nextDate } = await confirm(token);
    expect([typeof undoUntil, nextDate]).toEqual(['string', '2027-01-31']);
    await pass(world, { seconds: 50 });
    expect((await show(token)).undoUntil).toEqual(undoUntil);
    expect(await undo(token)).toMatchObject({ state: 'open', paymentDate: '2026-12-31', undoUntil: null });
    expect((await undo(token)).state).toBe('open');
    expect(await statusOf(one)).toBe('upcoming 2026-12-31');
  }
  expect((await confirm(one.skip)).state).toBe('done');
  expect(await statusOf(one)).toBe('skipped 2026-12-31');
});

test('after its minute a change by a link is not taken back, and before its use nothing is', async () => {
  const one = await reminded();
  expect((await undo(one.skip)).state).toBe('open');
  expect((await undo(one.box)).state).toBe('open');
  await confirm(one.move);
  await pass(world, { seconds: 61 });
  expect((await show(one.move)).undoUntil).toBeNull();
  expect(await refusalOf(undo(one.move))).toBe('ORDER_NOT_UPCOMING');
  expect(await statusOf(one)).toBe('upcoming 2027-01-07');
  expect((await show(one.move)).state).toBe('done');
});

test('a change that is taken back twice at once is taken back once', async () => {
  const one = await reminded();
  for (const token of [one.skip, one.move]) {
    await confirm(token);
    const both = await Promise.all([undo(token), undo(token)]);
    expect(both.map(({ state }) => state)).toEqual(['open', 'open']);
    expect(await statusOf(one)).toBe('upcoming 2026-12-31');
  }
});

test('a change by a link is not taken back over a later change of the subscription, and shows no account', async () => {
  const one = await reminded();
  const { accountId, orderId } = one;
  await confirm(one.skip);
  for (const skip of [false, true]) await skipOrder(world.ctx(), accountId, { orderId, skip });
  expect((await show(one.skip)).undoUntil).toBeNull();
  expect(await refusalOf(undo(one.skip))).toBe('ORDER_NOT_UPCOMING');
  expect(await statusOf(one)).toBe('skipped 2026-12-31');
});

test('a race of taking a skip back and a change of the account overwrites nothing', async () => {
  const one = await reminded();
  const { accountId, orderId } = one;
  await confirm(one.skip);
  const date = parseDay('2027-01-05');
  const change = async () => {
    await skipOrder(world.ctx(), accountId, { orderId, skip: false });
    await moveOrder(world.ctx(), accountId, { orderId, date });
  };
  const [undone, changed] = await Promise.allSettled([undo(one.skip), change()]);
  expect(changed.status).toBe('fulfilled');
  expect(await statusOf(one)).toBe('upcoming 2027-01-05');
  if (undone.status === 'rejected') expect(undone.reason).toMatchObject({ code: 'ORDER_NOT_UPCOMING' });
});

test('a skip of the last moment is not taken back after the cut-off', async () => {
  const one = await reminded();
  await goTo(world, '2026-12-29', '23:59');
  await pass(world, { seconds: 45 });
  await confirm(one.skip);
  await pass(world, { seconds: 30 });
  expect(await refusalOf(undo(one.skip))).toBe('SKIP_TOO_LATE');
  expect(await statusOf(one)).toBe('skipped 2026-12-31');
});

test('a new password that comes first keeps a link from taking its skip back', async () => {
  const one = await reminded();
  await confirm(one.skip);
  const { undone } = await transaction(world.db, async (tx) => {
    await lockSubscriptionOf(tx, one.accountId);
    const waiting = refusalOf(undo(one.skip));
    await untilLocked(world);
    await endMailedLinks(tx, world.now(), one.accountId);
    return { undone: waiting };
  });
  expect([await undone, await refusalOf(undo(one.skip))]).toEqual(['ORDER_NOT_UPCOMING', 'NOT_FOUND']);
  expect(await statusOf(one)).toBe('skipped 2026-12-31');
});

test('a move is taken back also after midnight ended the links of the former date', async () => {
  const one = await reminded();
  await goTo(world, '2026-12-29', '23:59');
  await pass(world, { seconds: 45 });
  await confirm(one.move);
  await pass(world, { seconds: 30 });
  expect(await undo(one.move)).toMatchObject({ state: 'too_late', paymentDate: '2026-12-31' });
  expect(await statusOf(one)).toBe('upcoming 2026-12-31');
});

test('after the cut-off the links do nothing and say so', async () => {
  const one = await reminded();
  await goTo(world, '2026-12-30', '00:00');
  for (const token of [one.skip, one.move, one.box]) expect((await show(token)).state).toBe('too_late');
  expect(await refusalOf(confirm(one.skip))).toBe('SKIP_TOO_LATE');
  expect(await refusalOf(confirm(one.move))).toBe('MOVE_TOO_LATE');
  expect(await statusOf(one)).toBe('upcoming 2026-12-31');
});

test('the links of a cancelled subscription do nothing', async () => {
  const one = await reminded();
  await cancelSubscription(world.ctx(), one.accountId, { reason: 'other' });
  for (const token of [one.skip, one.move, one.box]) expect((await show(token)).state).toBe('ended');
  expect(await refusalOf(confirm(one.skip))).toBe('ORDER_NOT_UPCOMING');
});

test('a race of the links and a box change ends in one of the two orders of the changes', async () => {
  const one = await reminded();
  const items = [{ productCode: 'panty-liners' as const, quantity: 3 }];
  await Promise.allSettled([
    confirm(one.skip),
    confirm(one.move),
    changeBox(world.ctx(), one.accountId, { items }),
  ]);
  expect(['skipped 2026-12-31', 'skipped 2027-01-07', 'upcoming 2027-01-07']).toContain(await statusOf(one));
});

test('limits the statements of a confirmed action', async () => {
  const one = await reminded();
  await show(one.skip);
  for (const token of [one.move, one.skip]) {
    const sent = (await queriesOf(world.db, () => confirm(token).catch(() => undefined))).filter(
      (text) => !/^(begin|commit)/i.test(text),
    );
    expect(sent.length, sent.map((text) => text.slice(0, 90)).join('\n')).toBeLessThanOrEqual(12);
  }
});

let taps = 0;
/** Posts a signed webhook of a tapped button. */
async function tap(subject: string, data: string, changes: object = {}, signed = true): Promise<number> {
  const event = {
    type: 'postback',
    mode: 'active',
    timestamp: world.now().getTime(),
    webhookEventId: `01TAP${(taps += 1)}`,
    source: { type: 'user', userId: subject },
    postback: { data },
    ...changes,
  };
  const body = JSON.stringify({ destination: 'Uffff', events: [event] });
  const secret = signed ? (settings().LINE_MESSAGING_CHANNEL_SECRET?.[0] ?? '') : 'another';
  const signature = createHmac('sha256', secret).update(body).digest('base64');
  const { status } = await world.request('POST', '/api/webhooks/line', body, {
    'x-line-signature': signature,
  });
  await runJobs();
  return status;
}
const answers = async () =>
  (await world.db.select().from(messages).where(eq(messages.kind, 'order_action'))).map(({ payload }) =>
    String(payload.result),
  );

test('a LINE button undoes a skip only for the owner of the order, and returns the next payment date', async () => {
  const one = await reminded();
  await plantIdentity(world, one.accountId, MALI.subject);
  const other = await plantSubscriber(world);
  await plantIdentity(world, other.accountId, lineUserId('other'));
  await tap(MALI.subject, `do:${one.skip}`);
  const data = `unskip:${one.orderId}`;
  await tap(lineUserId('other'), data);
  await tap(lineUserId('stranger'), data);
  await tap(MALI.subject, 'unskip:ord_unknown');
  expect(await statusOf(one)).toBe('skipped 2026-12-31');
  await tap(MALI.subject, data);
  expect(await statusOf(one)).toBe('upcoming 2026-12-31');
  const told = await world.db.select().from(messages).where(eq(messages.kind, 'order_action'));
  expect(told.map(({ payload }) => [payload.action, payload.result, payload.nextDate]).toSorted()).toEqual([
    ['skip', 'done', '2027-01-31'],
    ['unskip', 'done', '2026-12-31'],
  ]);
});

test('a LINE button moves an order back to its former date, only for its owner, and twice like once', async () => {
  const one = await reminded();
  await plantIdentity(world, one.accountId, MALI.subject);
  await tap(MALI.subject, `do:${one.move}`);
  const data = `unmove:${one.orderId}`;
  await tap(lineUserId('stranger'), data);
  expect(await statusOf(one)).toBe('upcoming 2027-01-07');
  await tap(MALI.subject, data);
  await tap(MALI.subject, data);
  expect(await statusOf(one)).toBe('upcoming 2026-12-31');
  expect(await answers()).toEqual(['done', 'done', 'done']);
});

test('a LINE button takes back its own move only, not an earlier or a later one of the subscriber', async () => {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plantSubscriber(world);
  const orderId = (await ordersOf(world, accountId))[1]?.id ?? '';
  const one = { accountId, orderId };
  await plantIdentity(world, accountId, MALI.subject);
  const moveTo = (date: string) => moveOrder(world.ctx(), accountId, { orderId, date: parseDay(date) });
  await moveTo('2027-01-03');
  await goTo(world, '2026-12-29', '09:00');
  const links = [{ orderId, action: 'move' as const, paymentDate: parseDay('2027-01-03') }];
  const [token = ''] = await transaction(world.db, (tx) => writeOrderLinks(tx, world.now(), links));
  await tap(MALI.subject, `do:${token}`);
  expect(await statusOf(one)).toBe('upcoming 2027-01-10');
  await tap(MALI.subject, `unmove:${orderId}`);
  expect(await statusOf(one)).toBe('upcoming 2027-01-03');
  await moveTo('2027-01-05');
  await tap(MALI.subject, `unmove:${orderId}`);
  expect(await statusOf(one)).toBe('upcoming 2027-01-05');
  expect((await answers()).toSorted()).toEqual(['done', 'done', 'not_possible']);
});

test('a button in LINE works for its own LINE user only, once per event, and answers', async () => {
  const one = await reminded();
  await plantIdentity(world, one.accountId, MALI.subject);
  const data = `do:${one.skip}`;
  // Another LINE user, an unsigned body, another channel's event and an unknown token change nothing.
  const other = await plantSubscriber(world);
  await plantIdentity(world, other.accountId, lineUserId('other'));
  expect(await tap(lineUserId('other'), data)).toBe(200);
  expect(await tap(lineUserId('stranger'), data)).toBe(200);
  expect(await tap(MALI.subject, data, {}, false)).toBe(401);
  expect(await tap(MALI.subject, data, { mode: 'standby' })).toBe(200);
  expect(await tap(MALI.subject, 'do:unknown')).toBe(200);
  expect([await statusOf(one), await answers()]).toEqual(['upcoming 2026-12-31', []]);
  const event = { webhookEventId: '01SAME' };
  expect(await tap(MALI.subject, data, event)).toBe(200);
  expect([await statusOf(one), await answers()]).toEqual(['skipped 2026-12-31', ['done']]);
  await skipOrder(world.ctx(), one.accountId, { orderId: one.orderId, skip: false });
  // The same event again, and the same button again.
  await tap(MALI.subject, data, event);
  await tap(MALI.subject, data);
  expect(await statusOf(one)).toBe('upcoming 2026-12-31');
  expect((await answers()).sort()).toEqual(['done', 'not_possible']);
  const rows = await world.db.select().from(providerEvents);
  expect(JSON.stringify(rows)).not.toContain(one.skip);
  expect(rows.every(({ settledAt }) => settledAt !== null)).toBe(true);
});
