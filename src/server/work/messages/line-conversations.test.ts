import { createHmac } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { transaction } from '@/server/db';
import { conversationMessages, conversations, messages } from '@/server/db/schema';
import { answerConversation } from '@/server/lifecycle/conversation-acts';
import { deleteConversations, openText } from '@/server/lifecycle/conversations';
import { deleteLineData } from '@/server/login/line-identity';
import { overhear } from '@/testing/canary';
import { runJobs } from '@/testing/jobs';
import { MALI, plantIdentity } from '@/testing/line';
import { plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });
let mali: Planted;
beforeEach(async () => {
  mali = await plantSubscriber(world);
  await plantIdentity(world, mali.accountId, MALI.subject);
});

const HOSTILE = "<script>alert(1)</script>\u0000\u202e {name} ${7*7} '); drop table conversations; -- 😀";

let events = 0;
const eventOf = (message: Record<string, unknown>, changes: Record<string, unknown> = {}) => ({
  type: 'message',
  mode: 'active',
  timestamp: world.now().getTime(),
  webhookEventId: `01TALK${(events += 1)}`,
  replyToken: 'reply',
  source: { type: 'user', userId: MALI.subject },
  message: { id: `m${events}`, ...message },
  ...changes,
});
const wrote = (text: string, changes = {}) => eventOf({ type: 'text', text }, changes);

async function tell(...list: unknown[]): Promise<void> {
  const body = JSON.stringify({ destination: 'U1', events: list });
  const key = settings().LINE_MESSAGING_CHANNEL_SECRET?.[0] ?? '';
  const signature = createHmac('sha256', key).update(body).digest('base64');
  const { status } = await world.request('POST', '/api/webhooks/line', body, {
    'x-line-signature': signature,
  });
  expect(status).toBe(200);
}

const talks = () => world.db.select().from(conversations).orderBy(asc(conversations.createdAt));
async function texts(conversationId?: string) {
  const rows = await world.db
    .select()
    .from(conversationMessages)
    .where(conversationId === undefined ? undefined : eq(conversationMessages.conversationId, conversationId))
    .orderBy(asc(conversationMessages.eventKey));
  return rows.map(({ content, bodySealed }) => (bodySealed === null ? content : openText(bodySealed)));
}

test('texts, stickers and pictures of one person are one open conversation of her account', async () => {
  await tell(wrote('กล่องยังไม่มาเลยค่ะ'), eventOf({ type: 'sticker', packageId: '1', stickerId: '2' }));
  await tell(eventOf({ type: 'image', contentProvider: { type: 'line' } }));
  await runJobs();
  const [talk, ...others] = await talks();
  expect(others).toEqual([]);
  expect(talk).toMatchObject({
    channel: 'line',
    accountId: mali.accountId,
    lineSubject: MALI.subject,
    state: 'open',
    waitsSince: expect.any(Date) as Date,
    replyToken: 'reply',
  });
  expect(await texts()).toEqual(['กล่องยังไม่มาเลยค่ะ', 'sticker', 'picture']);
});

test('an event delivered thirty times in parallel, also beside others of a new person, is one message', async () => {
  const [first, second] = [wrote('once'), wrote('twice')];
  const deliveries = Array.from({ length: 30 }, (_, n) => tell(n % 2 === 0 ? first : second));
  await Promise.all([...deliveries, tell(first, second)]);
  expect([(await talks()).length, await texts()]).toEqual([1, ['once', 'twice']]);
});

test.each([
  ['a group', { source: { type: 'group', groupId: 'C1', userId: MALI.subject } }],
  ['a room', { source: { type: 'room', roomId: 'R1', userId: MALI.subject } }],
  ['a channel on standby', { mode: 'standby' }],
  ['no user', { source: { type: 'user' } }],
  ['an unknown content', { message: { id: 'm', type: 'hologram' } }],
])('a message of %s becomes no conversation', async (_name, changes) => {
  await tell(wrote('hello', changes));
  expect(await talks()).toEqual([]);
});

test('a hostile text is kept as it was written, readable in no column and no log line', async () => {
  const lines = overhear();
  await tell(wrote(HOSTILE), wrote('x'.repeat(5001)));
  expect(await texts()).toEqual([HOSTILE, 'x'.repeat(5000)]);
  const [row] = await world.db.execute<{
    all: string;
  }>(sql`select (select string_agg(m::text, '') from conversation_messages m)
    || (select string_agg(c::text, '') from conversations c) || (select string_agg(e::text, '') from provider_events e) as all`);
  expect(row?.all).not.toContain('alert');
  expect(lines.filter((line) => line.includes('alert'))).toEqual([]);
});

test('a message that is taken back loses its text, before or after it arrives, and only for its sender', async () => {
  const unsend = (messageId: string, userId = MALI.subject) =>
    eventOf(
      {},
      { type: 'unsend', message: undefined, unsend: { messageId }, source: { type: 'user', userId } },
    );
  const [late, early, foreign] = [wrote('late'), wrote('early'), wrote('foreign')];
  await tell(late, foreign);
  await tell(unsend(late.message.id), unsend(early.message.id), unsend(foreign.message.id, 'U0'));
  await tell(early);
  expect(await texts()).toEqual(['unsent', 'unsent', 'foreign']);
});

test('a LINE user without an account is not proven; the next message after linking proves the conversation', async () => {
  await transaction(world.db, (tx) => deleteLineData(tx, mali.accountId));
  await tell(wrote('hello'));
  expect(await talks()).toMatchObject([{ accountId: null, locale: 'en' }]);
  await plantIdentity(world, mali.accountId, MALI.subject);
  await tell(wrote('hello again'));
  expect(await talks()).toMatchObject([{ accountId: mali.accountId }]);
});

test('a LINE user who is linked with another account begins anew, and the former owner keeps the conversation', async () => {
  await tell(wrote('of the first'));
  await transaction(world.db, (tx) => deleteLineData(tx, mali.accountId));
  const other = await plantSubscriber(world);
  await plantIdentity(world, other.accountId, MALI.subject);
  await tell(wrote('of the second'));
  const of = async (accountId: string) => {
    const [talk] = await world.db.select().from(conversations).where(eq(conversations.accountId, accountId));
    return [talk?.lineSubject, await texts(talk?.id ?? '')];
  };
  expect(await of(mali.accountId)).toEqual([null, ['of the first']]);
  expect(await of(other.accountId)).toEqual([MALI.subject, ['of the second']]);
});

test('what is answered after LINE was unlinked, or waits to be sent then, goes to the account and not to the LINE user', async () => {
  await tell(wrote('where do I live?'));
  const [talk] = await talks();
  const answer = async (key: string) => {
    const on = { conversationId: talk?.id ?? '', staffId: 'stf_1', actor: 'staff:stf_1' };
    const [last] = await world.db
      .select()
      .from(conversationMessages)
      .orderBy(asc(conversationMessages.createdAt));
    await transaction(world.db, (tx) =>
      answerConversation(tx, world.now(), on, { key, text: key, seenId: last?.id ?? '', close: false }),
    );
  };
  await answer('before');
  await transaction(world.db, (tx) => deleteLineData(tx, mali.accountId));
  await answer('after');
  const queued = await world.db.select().from(messages).where(eq(messages.kind, 'conversation_answer'));
  expect(
    queued.map(({ accountId, payload }) => [accountId, payload.lineSubject, payload.replyToken]),
  ).toEqual([
    [mali.accountId, null, null],
    [mali.accountId, null, null],
  ]);
  await tell(wrote('and now?'));
  expect((await talks()).map(({ accountId, lineSubject }) => [accountId, lineSubject])).toEqual([
    [mali.accountId, null],
    [null, MALI.subject],
  ]);
});

test('the deletion of an account deletes its conversations, not those of others, also while messages arrive', async () => {
  const other = await plantSubscriber(world);
  await plantIdentity(world, other.accountId, 'U_other');
  await tell(wrote('mine'), wrote('theirs', { source: { type: 'user', userId: 'U_other' } }));
  const erase = transaction(world.db, async (tx) => {
    await deleteConversations(tx, mali.accountId);
    await deleteLineData(tx, mali.accountId);
    await tx.execute(
      sql`update accounts set deleted_at = ${world.now().toISOString()} where id = ${mali.accountId}`,
    );
  });
  await Promise.all([erase, ...Array.from({ length: 10 }, () => tell(wrote('more')))]);
  const left = await talks();
  expect(left.filter(({ accountId }) => accountId === mali.accountId)).toEqual([]);
  expect(left.filter(({ accountId }) => accountId === other.accountId)).toHaveLength(1);
});
