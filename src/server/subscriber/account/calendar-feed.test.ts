import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { THROTTLES } from '@/domain/throttle';
import { transaction } from '@/server/db';
import { auditEvents, calendarFeeds, throttles } from '@/server/db/schema';
import { lockSubscription } from '@/server/lifecycle/locks';
import { runBilling } from '@/server/work/jobs/run';
import { logInAs, NOBODY, registering, subscriber, throughTrpc, type Caller } from '@/testing/callers';
import { goTo, ordersOf, plantSubscriber } from '@/testing/subscribers';
import { untilLocked } from '@/testing/waiting';
import { withWorld } from '@/testing/with-world';
import { cancelSubscription } from '../plan/cancel';
import { pauseSubscription, skipOrder } from '../plan/plan-commands';

const world = withWorld({ cleanup: 'check', settings: { THROTTLE_SCALE: '1' } });

const DATES = [
  '2026-12-31',
  '2027-01-31',
  '2027-02-28',
  '2027-03-31',
  '2027-04-30',
  '2027-05-31',
  '2027-06-30',
  '2027-07-31',
  '2027-08-31',
  '2027-09-30',
  '2027-10-31',
];
const ENDED = [404, 'NOT_FOUND'];

/** Creates a subscriber who paid on 20 November and pays on the last day of each month. */
async function person() {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId, ...account } = await plantSubscriber(world, { paymentDay: 31 });
  await goTo(world, '2026-11-21', '10:00');
  return { accountId, caller: await subscriber(world, { accountId, ...account }) };
}

const call = (caller: Caller, name: string) => throughTrpc(world, caller, [`account.${name}`, 'mutation']);

async function turnOn(caller: Caller): Promise<string> {
  const { data } = await call(caller, 'turnOnCalendarFeed');
  return new URL((data as { url: string }).url).pathname;
}

const isOn = async (caller: Caller) =>
  (await throughTrpc(world, caller, ['account.calendarFeed', 'query'])).data;

/** Reads a feed without a cookie, as a calendar program does. */
const read = (path: string) => world.request('GET', path);

async function datesOf(path: string): Promise<string[]> {
  const text = await (await read(path)).text();
  const days = [...text.matchAll(/^DTSTART;VALUE=DATE:(\d{4})(\d\d)(\d\d)\r$/gm)];
  return days.map(([, ...parts]) => parts.join('-'));
}

async function refusalOf(path: string) {
  const response = await read(path);
  return [response.status, ((await response.json()) as { code: string }).code];
}

test('the calendar feed is off until the subscriber turns it on, and its address is stored only as a hash', async () => {
  const { accountId, caller } = await person();
  expect(await isOn(caller)).toEqual({ since: null });
  const { url, since } = (await call(caller, 'turnOnCalendarFeed')).data as { url: string; since: string };
  const path = new URL(url).pathname;
  expect(path).toMatch(/^\/api\/calendar\/[\w-]{32}\.ics$/);
  expect(await isOn(caller)).toEqual({ since });
  const [row] = await world.db.select().from(calendarFeeds).where(eq(calendarFeeds.accountId, accountId));
  const token = path.slice('/api/calendar/'.length, -'.ics'.length);
  expect(row?.tokenHash).not.toContain(token);
  const events = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, accountId));
  expect(events.map(({ what }) => what)).toContain('account.calendar_turned_on');
  expect(JSON.stringify(events)).not.toContain(token);
});

test('the feed has the payment dates of the next twelve months, and no name, product or amount', async () => {
  const { caller } = await person();
  const response = await read(await turnOn(caller));
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('cache-control'),
  ]).toEqual([200, 'text/calendar; charset=utf-8', 'private, no-store']);
  const lines = (await response.text()).split('\r\n');
  const days = lines.flatMap((line) => (line.startsWith('UID:') ? [line.slice(4, 14)] : []));
  expect(days).toEqual(DATES);
  const names = new Set(lines.map((line) => line.split(/[:;]/)[0]));
  expect([...names].sort()).toEqual([
    '',
    'BEGIN',
    'DTSTAMP',
    'DTSTART',
    'END',
    'PRODID',
    'SUMMARY',
    'TRANSP',
    'UID',
    'VERSION',
    'X-WR-CALNAME',
  ]);
  expect(new Set(lines.filter((line) => line.startsWith('SUMMARY')))).toEqual(new Set(['SUMMARY:ira']));
});

test('the feed follows a skip, a pause and a cancellation, and keeps the UIDs of the other dates', async () => {
  const { accountId, caller } = await person();
  const path = await turnOn(caller);
  const uids = async () => [...(await (await read(path)).text()).matchAll(/^UID:.+$/gm)].map(([uid]) => uid);
  const before = await uids();
  const [, next = ''] = (await ordersOf(world, accountId)).map((row) => row.id);
  await skipOrder(world.ctx(), accountId, { orderId: next, skip: true });
  expect(await datesOf(path)).toEqual(DATES.slice(1));
  expect(await uids()).toEqual(before.slice(1));
  await pauseSubscription(world.ctx(), accountId, { until: parseDay('2027-02-10') });
  expect(await datesOf(path)).toEqual(DATES.slice(2));
  await cancelSubscription(world.ctx(), accountId, { reason: 'buyWhenNeed' });
  expect([(await read(path)).status, await datesOf(path)]).toEqual([200, []]);
});

test('the feed keeps the date of today until the day is over, also when its order is paid', async () => {
  const { caller } = await person();
  const path = await turnOn(caller);
  for (const time of ['00:00', '09:00', '23:59']) {
    await goTo(world, '2026-12-31', time);
    expect((await datesOf(path)).slice(0, 2)).toEqual(['2026-12-31', '2027-01-31']);
    await runBilling(world.ctx());
    expect((await datesOf(path)).slice(0, 2)).toEqual(['2026-12-31', '2027-01-31']);
  }
  await goTo(world, '2027-01-01', '00:00');
  expect((await datesOf(path))[0]).toBe('2027-01-31');
});

test('a new address ends the previous one, and turning the feed off ends it, also when repeated', async () => {
  const { caller } = await person();
  const first = await turnOn(caller);
  const second = await turnOn(caller);
  expect(second).not.toBe(first);
  expect(await refusalOf(first)).toEqual(ENDED);
  expect(await datesOf(second)).toEqual(DATES);
  for (let times = 0; times < 2; times++)
    expect((await call(caller, 'turnOffCalendarFeed')).data).toEqual({ since: null });
  expect(await refusalOf(second)).toEqual(ENDED);
  expect(await isOn(caller)).toEqual({ since: null });
});

test('an unknown address is refused like an ended one, and the feed of another subscriber stays', async () => {
  const [one, other] = [await person(), await person()];
  const [path, kept] = [await turnOn(one.caller), await turnOn(other.caller)];
  await call(one.caller, 'turnOffCalendarFeed');
  expect(await datesOf(kept)).toEqual(DATES);
  const unknown = [
    '/api/calendar/a-guess.ics',
    path.replace('.ics', 'x.ics'),
    `/api/calendar/${one.accountId}.ics`,
  ];
  for (const address of [path, ...unknown]) expect(await refusalOf(address)).toEqual(ENDED);
});

test('a deletion of the account ends the feed and deletes its row', async () => {
  const { accountId, caller } = await person();
  const path = await turnOn(caller);
  expect((await throughTrpc(world, caller, ['account.delete', 'mutation', {}])).code).toBe('ok');
  expect(await refusalOf(path)).toEqual(ENDED);
  expect(await world.db.select().from(calendarFeeds).where(eq(calendarFeeds.accountId, accountId))).toEqual(
    [],
  );
});

test('a new password ends the calendar feed', async () => {
  const { caller } = await person();
  const path = await turnOn(caller);
  const password = { password: 'battery staple', confirmPassword: 'battery staple' };
  expect((await throughTrpc(world, caller, ['account.updatePassword', 'mutation', password])).code).toBe(
    'ok',
  );
  expect(await refusalOf(path)).toEqual(ENDED);
});

test('a session that a new password ends turns no feed on, also while it waits for the lock', async () => {
  await goTo(world, '2026-11-20', '10:00');
  const planted = await plantSubscriber(world);
  const [owner, other] = [await subscriber(world, planted), await logInAs(world, planted)];
  const password = { password: 'battery staple', confirmPassword: 'battery staple' };
  const both = await transaction(world.db, async (tx) => {
    await lockSubscription(tx, planted.subscriptionId);
    const changed = throughTrpc(world, owner, ['account.updatePassword', 'mutation', password]);
    await untilLocked(world);
    const turnedOn = call(other, 'turnOnCalendarFeed');
    await untilLocked(world, 2);
    return { changed, turnedOn };
  });
  expect([(await both.changed).code, (await both.turnedOn).code]).toEqual(['ok', 'NOT_LOGGED_IN']);
  expect(await world.db.$count(calendarFeeds)).toBe(0);
});

test('a caller without a subscription turns no feed on', async () => {
  for (const [caller, code] of [
    [NOBODY, 'NOT_LOGGED_IN'],
    [await registering(world), 'NOT_ALLOWED'],
  ] as const)
    expect((await call(caller, 'turnOnCalendarFeed')).code).toBe(code);
});

test('reads of feeds are limited by IP address, also of valid addresses', async () => {
  const { caller } = await person();
  const path = await turnOn(caller);
  await transaction(world.db, (tx) => tx.delete(throttles));
  await read(path);
  await transaction(world.db, (tx) => tx.update(throttles).set({ count: THROTTLES.linkAddress.max }));
  expect(await refusalOf(path)).toEqual([429, 'THROTTLED']);
  await transaction(world.db, (tx) => tx.delete(throttles));
});
