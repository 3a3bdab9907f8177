import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { doOneTap } from '@/server/subscriber/message-links/one-tap';
import { showRepair } from '@/server/subscriber/message-links/repair-page';
import { pauseSubscription, skipOrder } from '@/server/subscriber/plan/plan-commands';
import { transaction } from '@/server/db';
import { addJob } from '@/server/platform/job-queue';
import { orderLinks, providerEvents, throttles } from '@/server/db/schema';
import { overhear } from '@/testing/canary';
import { makeJobsDue, runJobs } from '@/testing/jobs';
import { lineUserId, MALI, plantFriend } from '@/testing/line';
import {
  conversationTexts,
  lineControl,
  onPhone,
  phoneMessages,
  postLineEvents,
  pickerOf,
  tap,
  type,
} from '@/testing/line-chat';
import { plantPending } from '@/testing/offline';
import { injectFault } from '@/testing/providers';
import { plantFailed } from '@/testing/repair-links';
import { goTo, ordersOf, pass, plantSubscriber } from '@/testing/subscribers';
import { dropQueuedMessages, withWorld } from '@/testing/with-world';
import { settleLineEvent } from './answer-event';

const world = withWorld({ cleanup: 'empty' });
const ADDRESS = '203.0.113.9';
const REPLY = 'POST /v2/bot/message/reply';
beforeEach(async () => {
  await lineControl(world, '/quota', { limit: null, used: 0 });
  await onPhone(world, 'mali', 'follow');
});

/** A subscriber on 20 November whose boxes are of 31 December, 31 January and 28 February. */
async function subscriber(person = MALI.person) {
  const planted = await plantSubscriber(world);
  await plantFriend(world, planted.accountId, person);
  await dropQueuedMessages(world);
  const [, order] = await ordersOf(world, planted.accountId);
  return { ...planted, orderId: order?.id ?? '' };
}
const tokenOf = (links: readonly string[] = []) =>
  links.join(' ').match(/\/(?:do|fix|pay)\/([\w-]+)/)?.[1] ?? '';
const confirm = (links?: readonly string[]) => doOneTap(world.ctx(), tokenOf(links), { address: ADDRESS });
const used = async () => (await lineControl<{ used: number }>(world, '/quota')).used;
const statusOf = async ({ accountId, orderId }: { accountId: string; orderId: string }) => {
  const order = (await ordersOf(world, accountId)).find(({ id }) => id === orderId);
  return `${order?.status} ${order?.date}`;
};

test('a typed skip is answered by a free reply that names amount, dates and the page of its confirmation', async () => {
  const one = await subscriber();
  const [answer, ...more] = await type(world, 'mali', 'Skip this one pls 🙏');
  expect(more).toEqual([]);
  expect(answer?.text).toMatch(/Skip the box of 31 Dec 2026\?[^]*฿375\.25[^]*31 Jan 2027[^]*29 Dec 2026/);
  expect([await statusOf(one), await used(), await conversationTexts(world)]).toEqual([
    'upcoming 2026-12-31',
    0,
    [],
  ]);
  expect((await confirm(answer?.links)).state).toBe('done');
  expect(await statusOf(one)).toBe('skipped 2026-12-31');
  const [again] = await type(world, 'mali', 'ข้ามรอบนี้ค่ะ');
  expect(again?.text).toContain('31 ม.ค. 2570'.replaceAll(' ', '\u00a0'));
});

test('beyond sixty links in a day an answer opens the account, and stores no link', async () => {
  const one = await subscriber();
  const [before] = await type(world, 'mali', 'skip');
  const stored = await world.db.$count(orderLinks);
  await transaction(world.db, (tx) => tx.update(throttles).set({ count: 60_000 }));
  const [beyond] = await type(world, 'mali', 'skip');
  await transaction(world.db, (tx) => tx.delete(throttles));
  expect(beyond?.text).toBe(before?.text);
  expect([tokenOf(before?.links), tokenOf(beyond?.links)]).toEqual([expect.stringMatching(/./), '']);
  expect(decodeURIComponent(beyond?.links.join(' ') ?? '')).toContain(`/account?do=box&box=${one.orderId}`);
  expect(await world.db.$count(orderLinks)).toBe(stored);
});

test('a chosen day opens the page that moves the box there, and a foreign or impossible day does not', async () => {
  const one = await subscriber();
  const [asked] = await type(world, 'mali', 'move');
  const picker = asked && pickerOf(asked);
  expect(picker).toEqual({
    ...picker,
    data: `date:${one.orderId}:en`,
    min: '2026-12-11',
    max: '2027-01-20',
  });
  const [answer] = await tap(world, 'mali', picker?.data ?? '', '2027-01-05');
  expect(answer?.text).toMatch(/Move from 31 Dec 2026 to 5 Jan 2027\?[^]*฿375\.25/);
  expect(await statusOf(one)).toBe('upcoming 2026-12-31');
  for (const day of ['2027-01-31', '2026-11-20', '2027-02-30', 'x']) {
    const [refused] = await tap(world, 'mali', picker?.data ?? '', day);
    expect(refused?.text ?? '').not.toContain('Move from');
  }
  const stranger = await subscriber('ploy');
  await onPhone(world, 'ploy', 'follow');
  const [foreign] = await tap(world, 'ploy', picker?.data ?? '', '2027-01-05');
  expect(foreign?.text).not.toContain('Move from');
  expect((await confirm(answer?.links)).state).toBe('done');
  expect([await statusOf(one), await statusOf(stranger)]).toEqual([
    'upcoming 2027-01-05',
    'upcoming 2026-12-31',
  ]);
});

test('each state is told: not linked, waiting, failing, paused, cancelled and past the cut-off', async () => {
  const [guest] = await type(world, 'mali', 'next');
  expect(guest?.text).toContain('This LINE isn’t connected yet');
  const waiting = await plantPending(world);
  await plantFriend(world, waiting.accountId);
  await dropQueuedMessages(world);
  const [owes] = await type(world, 'mali', 'skip');
  expect([owes?.text, owes?.links]).toEqual([
    expect.stringContaining('฿375.25 is waiting for payment'),
    [expect.stringContaining(`/pay/${waiting.link.token}`)],
  ]);
  const one = await subscriber('dao');
  await onPhone(world, 'dao', 'unblock');
  await goTo(world, '2026-12-30', '10:00');
  const [late] = await type(world, 'dao', 'skip');
  expect(late?.text).toMatch(/Too late to skip 31 Dec 2026[^]*31 Jan 2027/);
  await pauseSubscription(world.ctx(), one.accountId, { until: parseDay('2027-03-15') });
  expect((await type(world, 'dao', 'next'))[0]?.text).toMatch(
    /Paused until 15 Mar 2027[^]*31 Dec 2026 still comes[^]*฿375\.25/,
  );
  await cancelSubscription(world.ctx(), one.accountId, { reason: 'other' });
  await dropQueuedMessages(world);
  const [cancelled] = await type(world, 'dao', 'ข้าม');
  expect(cancelled?.text).toContain('จะไม่มีการตัดเงิน');
  const [points] = await type(world, 'dao', 'แต้ม');
  expect(points?.text).toContain('33 แต้ม');
});

test.each([
  [1, /isn’t paid yet[^]*1 Jan 2027/],
  [6, /Your subscription has stopped[^]*฿375\.25/],
])('a payment that failed %i times is answered with the page that repairs it', async (declines, said) => {
  const one = await plantFailed(world, declines);
  await plantFriend(world, one.accountId);
  await dropQueuedMessages(world);
  for (const text of ['skip', 'pay']) {
    const [answer] = await type(world, 'mali', text);
    expect(answer?.text).toMatch(said);
    expect((await showRepair(world.ctx(), tokenOf(answer?.links))).amount).toBe(37525);
  }
});

test('what is not understood goes to a person and is not answered, and is logged nowhere', async () => {
  await subscriber();
  const lines = overhear();
  for (const text of ['ไม่ข้ามนะคะ', 'how do I cancel my friend’s order', 'กล่องบุบมาค่ะ'])
    expect(await type(world, 'mali', text)).toEqual([]);
  expect((await conversationTexts(world)).toSorted()).toEqual(
    ['ไม่ข้ามนะคะ', 'how do I cancel my friend’s order', 'กล่องบุบมาค่ะ'].toSorted(),
  );
  const [answer] = await type(world, 'mali', 'ขอคุยกับแอดมินค่ะ');
  expect(answer?.text).toContain('ทีมงานจะตอบที่นี่');
  expect(await conversationTexts(world)).toContain('ขอคุยกับแอดมินค่ะ');
  await type(world, 'mali', 'skip xyzzy');
  expect(lines.filter((line) => /xyzzy|friend|แอดมิน/.test(line))).toEqual([]);
});

test('a message that is delivered ten times in parallel is answered once', async () => {
  await subscriber();
  const event = await onPhone(world, 'mali', 'message', { text: 'skip' });
  await Promise.all(
    Array.from({ length: 10 }, () => lineControl(world, '/webhooks', { redeliver: event.id })),
  );
  await Promise.all([
    runJobs(),
    settleLineEvent(world.ctx(), event.id),
    settleLineEvent(world.ctx(), event.id),
  ]);
  expect((await phoneMessages(world)).filter(({ text }) => text.includes('Skip the box'))).toHaveLength(1);
});

test('a typed word does not wait for the events of the gateway, of which a billing run causes thousands', async () => {
  await subscriber();
  await transaction(world.db, (tx) =>
    addJob(tx, 'settle_event', { provider: 'omise', eventId: 'evnt_1' }, 'settle_event:evnt_1'),
  );
  await onPhone(world, 'mali', 'message', { text: 'skip' });
  const jobs = await world.db.execute<{ key: string }>(
    sql`select key from graphile_worker._private_jobs order by priority, run_at`,
  );
  expect(jobs.map(({ key }) => key.split(':')[1])).toEqual(['line', 'evnt_1']);
});

test('a reply whose response is lost is not repeated, and one that did not arrive is', async () => {
  await subscriber();
  const failures: [kind: string, args: Record<string, unknown>][] = [
    ['reset', { after: true }],
    ['reset', {}],
    ['status', { status: 500 }],
    ['status', { status: 429 }],
  ];
  for (const [kind, args] of failures) {
    const before = (await phoneMessages(world)).length;
    await injectFault(world, { service: 'line', op: REPLY, kind, times: 1, args });
    await onPhone(world, 'mali', 'message', { text: 'next' });
    await runJobs();
    await makeJobsDue();
    await runJobs();
    expect((await phoneMessages(world)).length - before, JSON.stringify([kind, args])).toBe(1);
  }
  expect(await used()).toBe(0);
});

test('a spent or old token is replaced by a push while the person has just written, and later by a person', async () => {
  await subscriber();
  await onPhone(world, 'mali', 'message', { text: 'next' });
  await pass(world, { minutes: 2 });
  await runJobs();
  expect([(await phoneMessages(world)).length, await used()]).toEqual([1, 1]);
  await onPhone(world, 'mali', 'message', { text: 'skip' });
  await pass(world, { minutes: 11 });
  await runJobs();
  expect([(await phoneMessages(world)).length, await conversationTexts(world)]).toEqual([1, ['Skip']]);
});

test('the answer of a person at the quota goes by reply, and what cannot be pushed goes to a person', async () => {
  await subscriber();
  await lineControl(world, '/quota', { limit: 0, used: 0 });
  expect(await type(world, 'mali', 'next')).toHaveLength(1);
  await onPhone(world, 'mali', 'message', { text: 'points' });
  await pass(world, { minutes: 2 });
  await runJobs();
  expect([(await phoneMessages(world)).length, await conversationTexts(world)]).toEqual([1, ['Points']]);
});

test('nothing is answered in a group or room, on standby, and to a text that is older than its answer may be', async () => {
  await subscriber();
  const source = { type: 'user', userId: MALI.subject };
  const cases: [changes: object, texts: string[]][] = [
    [{ source: { ...source, type: 'group', groupId: 'C1' } }, []],
    [{ source: { ...source, type: 'room', roomId: 'R1' } }, []],
    [{ source, mode: 'standby' }, []],
    [{ source, timestamp: world.now().getTime() - 3_600_000 }, ['skip']],
  ];
  for (const [n, [changes, texts]] of cases.entries()) {
    const message = { id: `m${n}`, type: 'text', text: 'skip' };
    const event = { type: 'message', mode: 'active', timestamp: world.now().getTime(), message };
    await postLineEvents(world, { ...event, webhookEventId: `01OLD${n}`, replyToken: 'r', ...changes });
    await runJobs();
    expect([await phoneMessages(world), await conversationTexts(world)]).toEqual([[], texts]);
  }
});

test('nothing is sent to a message that was taken back, or by push to who has blocked us; later words are answered', async () => {
  await subscriber();
  const event = await onPhone(world, 'mali', 'message', { text: 'skip' });
  await onPhone(world, 'mali', 'unsend');
  await runJobs();
  expect(await phoneMessages(world)).toEqual([]);
  expect([await type(world, 'mali', 'skip'), await type(world, 'dao', 'help')]).toMatchObject([[{}], [{}]]);
  await onPhone(world, 'mali', 'message', { text: 'skip' });
  await onPhone(world, 'mali', 'block');
  await pass(world, { minutes: 2 });
  await runJobs();
  expect(await phoneMessages(world)).toHaveLength(2);
  const rows = await world.db.select().from(providerEvents);
  expect(rows.every(({ settledAt }) => settledAt !== null)).toBe(true);
  expect(JSON.stringify(rows)).not.toContain('replyToken');
  expect(event.deliveries.every(({ status }) => status === 200)).toBe(true);
});

test('an order is found by its number, and only by its owner', async () => {
  const one = await subscriber();
  const other = await subscriber('ploy');
  await onPhone(world, 'ploy', 'follow');
  const [first] = await ordersOf(world, one.accountId);
  const [theirs] = await ordersOf(world, other.accountId);
  expect((await type(world, 'mali', `#${first?.orderNumber}`))[0]?.text).toContain(`#${first?.orderNumber}`);
  expect((await type(world, 'mali', `#${theirs?.orderNumber}`))[0]?.text).toContain(
    'We can’t find that order',
  );
});

test('every answer is at most one bubble with quick replies that ask again, in the language of the typed word', async () => {
  const one = await subscriber();
  await skipOrder(world.ctx(), one.accountId, { orderId: one.orderId, skip: true });
  for (const word of ['ข้าม', 'เลื่อน', 'รอบหน้า', 'จ่ายเงิน', 'พัสดุ', 'แต้ม', 'กล่อง', 'พัก', 'เมนู', 'แอดมิน']) {
    const answers = await type(world, 'mali', word);
    expect(answers, word).toHaveLength(1);
    expect(JSON.stringify(answers[0]?.message), word).toMatch(/"quickReply".*"data":"ask:\w+:th"/);
    expect(answers[0]?.text, word).not.toMatch(/\{\w+\}|undefined|lineChat/);
  }
  const [tapped] = await tap(world, 'mali', 'ask:skip:th');
  expect(tapped?.text).toContain('ใช่ไหมคะ');
  expect(await tap(world, 'mali', 'ask:delete:th')).toEqual([]);
  expect(lineUserId('mali')).toBe(MALI.subject);
});
