import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '@/domain/day';
import { sendBroadcastInput, type BroadcastInput } from '@/schemas/broadcasts';
import { transaction } from '@/server/db';
import { accounts, broadcasts, identities, messages } from '@/server/db/schema';
import { previewBroadcast } from '@/server/desk/reads/broadcasts';
import { actorOf } from '@/server/login/staff/sessions';
import { recordMailFailures } from '@/server/work/messages/mail-failures';
import { plantMember } from '@/testing/desk';
import { plantFriend } from '@/testing/line';
import { moveIn, movingCells, movingCsv, readMovingFile } from '@/testing/moving';
import { goTo, plantRegistration, plantSubscriber, refusalOf, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { queueBroadcast, sendBroadcast, stopBroadcast } from './broadcasts';

const world = withWorld();
let thai: Planted;
let english: Planted;
let friend: Planted;
let member: { staffId: string; role: 'support' };

const NOTICE = {
  filter: {},
  purpose: 'service',
  en: '[amount] on [date].',
  th: 'สวัสดีค่ะ',
} as const;
const HELLO = { ...NOTICE, en: 'Hello', purpose: 'service' } as const;
const ctx = () => ({ ...world.ctx(), operator: actorOf(member.staffId) });
const send = (input: BroadcastInput, { people = 3, key = randomUUID() } = {}) =>
  sendBroadcast(ctx(), member, { ...input, people, key });
const messagesOf = (broadcastId: string) =>
  world.db
    .select()
    .from(messages)
    .where(inArray(messages.kind, ['staff_message', 'staff_news']))
    .then((rows) => rows.filter(({ payload }) => payload.broadcastId === broadcastId));
const change = (accountId: string, values: Partial<typeof accounts.$inferInsert>) =>
  transaction(world.db, (tx) => tx.update(accounts).set(values).where(eq(accounts.id, accountId)));

beforeAll(async () => {
  [thai, english, friend] = [
    await plantSubscriber(world),
    await plantSubscriber(world),
    await plantSubscriber(world),
  ];
  await change(thai.accountId, { locale: 'th', postalCode: '50200' });
  await change(english.accountId, { locale: 'en' });
  await change(friend.accountId, { locale: 'en' });
  await plantFriend(world, friend.accountId);
  member = { ...(await plantMember(world, 'support')), role: 'support' };
});

test('every reader gets the text once and in the own language, whatever runs at the same time', async () => {
  const key = randomUUID();
  const [first, again] = await Promise.all([send(NOTICE, { key }), send(NOTICE, { key })]);
  expect(again).toEqual(first);
  const { broadcastId } = first;
  await Promise.all([queueBroadcast(ctx(), broadcastId), queueBroadcast(ctx(), broadcastId)]);
  const texts = new Map((await messagesOf(broadcastId)).map((row) => [row.accountId, row.payload.text]));
  expect(texts.size).toBe(3);
  expect(texts.get(thai.accountId)).toBe('สวัสดีค่ะ');
  expect(texts.get(english.accountId)).toMatch(/^฿\d+\.\d\d on \w+ \d+ \w+ \d{4}\.$/);
  const [sent] = await world.db.select().from(broadcasts);
  expect([sent?.queued, sent?.doneAt === null]).toEqual([3, false]);
});

test('the preview counts by way and names who is left out', async () => {
  const preview = (input: BroadcastInput) => previewBroadcast(ctx(), input);
  expect(await preview(NOTICE)).toMatchObject({
    line: 1,
    email: 2,
    en: 2,
    th: 1,
    unreached: 0,
    withoutOrder: 0,
  });
  expect(await preview({ ...NOTICE, filter: { postcode: '50' } })).toMatchObject({
    line: 0,
    email: 1,
    examples: [{ text: 'สวัสดีค่ะ', channel: 'email', locale: 'th' }],
  });
  await change(english.accountId, { optionalMessages: false });
  await transaction(world.db, (tx) =>
    recordMailFailures(tx, world.now(), [thai.email, friend.email], 'bounce'),
  );
  const news = { ...NOTICE, purpose: 'news' } as const;
  expect(await preview(news)).toMatchObject({ line: 1, email: 0, refused: 1, unreached: 1 });
  const { broadcastId } = await send({ ...news, th: '' }, { people: 1 });
  await queueBroadcast(ctx(), broadcastId);
  expect(await messagesOf(broadcastId)).toMatchObject([{ accountId: friend.accountId, kind: 'staff_news' }]);
  await change(english.accountId, { optionalMessages: true });
  await change(thai.accountId, { failedEmailNorm: null, emailFailure: null, emailFailedAt: null });
});

test('at night nothing leaves before 8:00, and stopping takes back what waits', async () => {
  await goTo(world, addDays(dayOf(world.now()), 1), '22:00');
  const { broadcastId } = await send(NOTICE);
  await queueBroadcast(ctx(), broadcastId);
  const waiting = await messagesOf(broadcastId);
  expect(waiting.every(({ notBefore }) => notBefore > world.now())).toBe(true);
  expect(await stopBroadcast(ctx(), broadcastId)).toEqual({ withdrawn: 3 });
  await queueBroadcast(ctx(), broadcastId);
  expect(await messagesOf(broadcastId)).toEqual([]);
});

test('a text stopped before it is queued reaches no one', async () => {
  const { broadcastId } = await send(NOTICE);
  await stopBroadcast(ctx(), broadcastId);
  await queueBroadcast(ctx(), broadcastId);
  expect(await messagesOf(broadcastId)).toEqual([]);
});

test('a group of another size than shown, a missing language and a misspelt field are refused', async () => {
  expect(await refusalOf(send(NOTICE, { people: 2 }))).toContain('STALE');
  await expect(send({ ...NOTICE, th: '' })).rejects.toThrow('every language');
  const typed = { ...NOTICE, en: 'On [dat]', people: 3, key: randomUUID() };
  expect(sendBroadcastInput.safeParse(typed).success).toBe(false);
  expect(sendBroadcastInput.safeParse({ ...typed, en: 'On [date]' }).success).toBe(true);
});

test('a group has no one whose e-mail was never proven, unless LINE reaches them', async () => {
  const before = await previewBroadcast(ctx(), HELLO);
  const { accountId } = await plantRegistration(world);
  const unproven = await previewBroadcast(ctx(), HELLO);
  expect([unproven.email, unproven.unreached]).toEqual([before.email, before.unreached + 1]);
  const one = { ...HELLO, filter: { accountId } };
  expect(await previewBroadcast(ctx(), one)).toMatchObject({ email: 1, unreached: 0 });
  await plantFriend(world, accountId, 'dao');
  expect((await previewBroadcast(ctx(), HELLO)).line).toBe(before.line + 1);
  await transaction(world.db, (tx) => tx.delete(identities).where(eq(identities.accountId, accountId)));
  await change(accountId, { emailVerifiedAt: world.now() });
  expect((await previewBroadcast(ctx(), HELLO)).email).toBe(before.email + 1);
  await change(accountId, { emailVerifiedAt: null });
});

test('a group has no one who has moved in and is not started', async () => {
  const readersNow = async () => (await previewBroadcast(ctx(), HELLO)).email;
  const before = await readersNow();
  const importId = await readMovingFile(world, movingCsv([movingCells(1)]));
  await moveIn(world, importId, 'commit');
  expect(await readersNow()).toBe(before);
  await moveIn(world, importId, 'activate');
  expect(await readersNow()).toBe(before + 1);
});
