import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { transaction } from '@/server/db';
import { conversationMessages, conversations, messages, throttles } from '@/server/db/schema';
import { readToday } from '@/server/desk/reads/today';
import { endOrderLinks } from '@/server/lifecycle/order-links';
import { receiveMessage } from '@/server/lifecycle/conversations';
import { logInAs, NOBODY, throughTrpc, type Caller } from '@/testing/callers';
import { overhear } from '@/testing/canary';
import { callDesk, memberBrowser, plantMember } from '@/testing/desk';
import { makeJobsDue, runJobs } from '@/testing/jobs';
import { lineInbox, lineUserId, MALI, plantFriend } from '@/testing/line';
import { lineControl, onPhone, phoneMessages } from '@/testing/line-chat';
import { injectFault } from '@/testing/providers';
import { ordersOf, pass, plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });
type Member = Awaited<ReturnType<typeof memberBrowser>>;
let mali: Planted;
let member: Member;
beforeEach(async () => {
  mali = await plantSubscriber(world);
  member = await memberBrowser(world, 'support');
});

const REPLY = 'POST /v2/bot/message/reply';
const FORM = { topic: 'delivery', locale: 'en', text: 'Where is my parcel?' };
const STRANGER = { ...FORM, name: 'Somsri P.', email: 'somsri@example.test' };

const send = (input: object, caller: Caller = NOBODY, key: string = randomUUID()) =>
  throughTrpc(world, caller, ['conversations.send', 'mutation', { key, ...input }]);
const tokenOf = (outcome: { data: unknown }) => (outcome.data as { token: string }).token;
const show = (token: string) => throughTrpc(world, NOBODY, ['conversations.show', 'query', { token }]);
const write = (token: string, text: string, key: string = randomUUID()) =>
  throughTrpc(world, NOBODY, ['conversations.write', 'mutation', { token, key, text }]);

interface Read {
  accountId: string | null;
  name: string | null;
  email: string | null;
  state: string;
  staffId: string | null;
  way: string;
  order: { orderNumber: number; isChosen: boolean } | null;
  thread: { messageId: string; author: string; text: string | null; sent: { status: string } | null }[];
  saved: { title: string; text: string }[];
}
async function atDesk<T = unknown>(name: string, input?: object, by: Member = member): Promise<T> {
  const kind = ['list', 'read', 'savedAnswers'].includes(name) ? 'query' : 'mutation';
  const { code, data } = await callDesk(by, `conversations.${name}`, { input, kind });
  if (code !== 'ok') throw new Error(code);
  return data as T;
}
const read = (conversationId: string) => atDesk<Read>('read', { conversationId });
const theOnly = async () => {
  const [talk, ...others] = await world.db.select().from(conversations);
  expect(others).toEqual([]);
  return talk!;
};
async function answer(conversationId: string, text: string, more: object = {}) {
  const { thread } = await read(conversationId);
  const seenId = thread.at(-1)?.messageId;
  await atDesk('answer', { conversationId, seenId, close: false, key: randomUUID(), text, ...more });
}
const mailTo = (email: string) => world.sandbox.mailbox.list(email);

async function writeInLine(text: string, replyToken: string | null = null) {
  const eventId = randomUUID();
  const line = { subject: MALI.subject, messageId: eventId, content: 'text' as const, replyToken };
  await transaction(world.db, (tx) => receiveMessage(tx, world.now(), { eventId, text, ...line }));
}

test('a form without a log-in is answered by mail with a link, on whose page the person writes on', async () => {
  const token = tokenOf(await send(STRANGER));
  const { id } = await theOnly();
  expect(await read(id)).toMatchObject({ accountId: null, name: 'Somsri P.', order: null, way: 'email' });
  await answer(id, 'It arrives today.\n\nAnn', { close: true });
  await runJobs();
  const [mail, ...more] = mailTo('somsri@example.test');
  expect([mail?.subject, more]).toEqual(['Our answer to your message', []]);
  const { text } = await world.sandbox.mailbox.open(mail!);
  expect(text).toContain('It arrives today.');
  const [, linked = ''] = /\/talk\/([\w-]+)/.exec(text) ?? [];
  expect(linked).toBe(token);
  expect(await theOnly()).toMatchObject({ state: 'closed', staffId: member.staffId });
  expect((await write(linked, 'Thank you!')).data).toMatchObject({
    state: 'open',
    isProven: false,
    messages: [{ byTeam: false }, { byTeam: true }, { byTeam: false, text: 'Thank you!' }],
  });
});

test('a queued answer, its mail and the log have neither the text nor the token', async () => {
  const lines = overhear();
  const token = tokenOf(await send({ ...STRANGER, email: 'eyes@example.test' }));
  await answer((await theOnly()).id, 'a text for her eyes only');
  const isIt = eq(messages.toAddress, 'eyes@example.test');
  const stored = () =>
    world.db.execute<{ row: string }>(sql`select messages::text as row from messages where ${isIt}`);
  const [queued] = await stored();
  expect(queued?.row).toContain('conversation_answer');
  for (const secret of ['her eyes', token]) expect(queued?.row).not.toContain(secret);
  await runJobs();
  expect(await world.db.select().from(messages).where(isIt)).toMatchObject([{ status: 'sent', payload: {} }]);
  expect(lines.filter((line) => line.includes('her eyes') || line.includes(token))).toEqual([]);
});

test('an owner deletes a conversation with its texts, page and queued answer, once; support may not', async () => {
  const owner = await memberBrowser(world, 'owner');
  const token = tokenOf(await send({ ...STRANGER, email: 'forget@example.test' }));
  const { id } = await theOnly();
  await answer(id, 'Soon');
  await expect(atDesk('delete', { conversationId: id })).rejects.toThrow('NOT_ALLOWED');
  const both = [owner, owner].map((by) => atDesk('delete', { conversationId: id }, by));
  const ended = await Promise.allSettled(both);
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await runJobs();
  expect([await world.db.$count(conversations), await world.db.$count(conversationMessages)]).toEqual([0, 0]);
  expect(mailTo('forget@example.test').map(({ subject }) => subject)).toEqual([]);
  expect((await write(token, 'Hello?')).code).toBe('NOT_FOUND');
});

test('a LINE message is answered once by a LINE text, also for a LINE user without an account', async () => {
  for (const isLinked of [false, true]) {
    if (isLinked) await plantFriend(world, mali.accountId);
    await writeInLine('กล่องอยู่ไหนคะ');
    const { id, accountId } = await theOnly();
    expect(accountId).toBe(isLinked ? mali.accountId : null);
    const key = randomUUID();
    await Promise.all([answer(id, 'ถึงก่อนเที่ยงค่ะ', { key }), answer(id, 'ถึงก่อนเที่ยงค่ะ', { key })]);
    await runJobs();
    expect(await theOnly()).toMatchObject({ state: 'waiting', waitsSince: null });
  }
  const texts = (await lineInbox(world, lineUserId(MALI.person))).map(({ text }) => text);
  expect(texts).toEqual(['ถึงก่อนเที่ยงค่ะ', 'ถึงก่อนเที่ยงค่ะ']);
});

test('a message that the author of an answer has not seen keeps the conversation open, and cannot be closed away', async () => {
  await send(STRANGER);
  const { id } = await theOnly();
  const { thread } = await read(id);
  const seenId = thread[0]?.messageId;
  const [row] = await world.db.select().from(conversations);
  await write(tokenOf(await send({ ...STRANGER, email: 'other@example.test' })), 'of another thread');
  await transaction(world.db, (tx) =>
    tx.execute(sql`insert into conversation_messages (id, conversation_id, author, content, body_sealed, event_key, created_at)
      select 'cms_late', conversation_id, 'person', 'text', body_sealed, 'late', created_at + interval '1 minute'
      from conversation_messages where id = ${seenId ?? ''}`),
  );
  await expect(atDesk('close', { conversationId: id, seenId })).rejects.toThrow('STALE');
  await atDesk('answer', { conversationId: id, seenId, close: true, key: randomUUID(), text: 'Yes' });
  const [after] = await world.db.select().from(conversations).where(eq(conversations.id, id));
  expect(after).toMatchObject({ state: 'open', firstAnswerAt: expect.any(Date) as Date });
  expect(after!.waitsSince!.getTime()).toBeGreaterThan(row!.waitsSince!.getTime());
});

test('a closed conversation is opened again as it was, once, also after an answer', async () => {
  await send(STRANGER);
  const before = await theOnly();
  const seenId = (await read(before.id)).thread[0]?.messageId;
  const input = { conversationId: before.id };
  for (const state of ['open', 'waiting'] as const) {
    if (state === 'waiting') await answer(before.id, 'Soon');
    const { waitsSince } = await theOnly();
    await atDesk('close', { ...input, seenId });
    expect(await theOnly()).toMatchObject({ state: 'closed', waitsSince: null });
    await Promise.all([atDesk('reopen', input), atDesk('reopen', input)]);
    const again = await theOnly();
    expect(again).toMatchObject({ state, closedAt: null });
    expect(again.waitsSince === null).toBe(waitsSince === null);
  }
  await expect(atDesk('reopen', { conversationId: 'cnv_unknown' })).rejects.toThrow('NOT_FOUND');
});

test('the same form in parallel is one conversation, and two keys are two', async () => {
  const key = randomUUID();
  await Promise.all(Array.from({ length: 10 }, () => send(STRANGER, NOBODY, key)));
  expect(await world.db.$count(conversations)).toBe(1);
  await send(STRANGER);
  expect(await world.db.$count(conversations)).toBe(2);
});

test('a form with a log-in is proven and knows its order; name, e-mail and orders of others are refused or ignored', async () => {
  const [own] = await ordersOf(world, mali.accountId);
  const other = await plantSubscriber(world);
  const [foreign] = await ordersOf(world, other.accountId);
  const caller = await logInAs(world, mali);
  expect((await send({ ...FORM, aboutOrderId: foreign?.id }, caller)).code).toBe('ORDER_NOT_FOUND');
  expect((await send({ ...STRANGER, aboutOrderId: foreign?.id })).code).toBe('ok');
  expect((await theOnly()).orderId).toBeNull();
  await send({ ...STRANGER, aboutOrderId: own?.id }, caller);
  const [row] = await world.db
    .select()
    .from(conversations)
    .where(eq(conversations.accountId, mali.accountId));
  expect(row).toMatchObject({ writerName: null, writerEmail: null, orderId: own?.id });
  expect(await read(row!.id)).toMatchObject({ accountId: mali.accountId, order: { isChosen: true } });
});

test.each([
  ['no name', { ...STRANGER, name: undefined }, 'INPUT_INVALID'],
  ['no e-mail', { ...STRANGER, email: undefined }, 'INPUT_INVALID'],
  ['two addresses', { ...STRANGER, email: 'a@example.test, b@example.test' }, 'INPUT_INVALID'],
  ['a header in the name', { ...STRANGER, name: 'a\r\nBcc: b@example.test' }, 'INPUT_INVALID'],
  ['an empty text', { ...STRANGER, text: ' \u200b ' }, 'INPUT_INVALID'],
  ['a text beyond the limit', { ...STRANGER, text: 'x'.repeat(4001) }, 'INPUT_INVALID'],
  ['a card number', { ...STRANGER, text: '4242 4242 4242 4242' }, 'CARD_DATA_REFUSED'],
  ['another field', { ...STRANGER, accountId: 'acc_1' }, 'INPUT_INVALID'],
])('a form with %s is refused', async (_name, form, code) => {
  expect((await send(form)).code).toBe(code);
  expect(await world.db.$count(conversations)).toBe(0);
});

test('a token opens its own thread only, and shows no name, note or colleague', async () => {
  const token = tokenOf(await send(STRANGER));
  const second = tokenOf(await send({ ...STRANGER, text: 'another thread' }));
  const [first] = await world.db.select().from(conversations).orderBy(conversations.createdAt);
  await atDesk('note', { conversationId: first?.id, key: randomUUID(), text: 'a note for the team' });
  const { text } = await show(token);
  for (const hidden of ['another thread', 'note for the team', 'Somsri', 'somsri', member.staffId])
    expect(text).not.toContain(hidden);
  expect((await show(second)).text).toContain('another thread');
  for (const wrong of ['', 'x', `${token}x`, token.slice(1), first?.id ?? '', first?.tokenHash ?? ''])
    expect((await show(wrong)).code).toMatch(/^(NOT_FOUND|INPUT_INVALID)$/);
});

test('warehouse and finance reach nothing of the inbox, and no removed or other member gets a conversation', async () => {
  await send(STRANGER);
  const { id } = await theOnly();
  for (const role of ['warehouse', 'finance'] as const) {
    const other = await memberBrowser(world, role);
    await expect(atDesk('list', { list: 'open' }, other)).rejects.toThrow('NOT_ALLOWED');
    await expect(atDesk('assign', { conversationId: id, staffId: other.staffId })).rejects.toThrow(
      'NOT_FOUND',
    );
  }
  const { staffId } = await plantMember(world, 'owner');
  await atDesk('assign', { conversationId: id, staffId });
  expect((await theOnly()).staffId).toBe(staffId);
});

test('the lists have what they say, and the search finds by person, mail and order', async () => {
  const [own] = await ordersOf(world, mali.accountId);
  await send({ ...FORM, aboutOrderId: own?.id }, await logInAs(world, mali));
  const proven = (await theOnly()).id;
  await send(STRANGER);
  type List = {
    rows: { conversationId: string; accountId: string | null }[];
    counts: Record<string, number>;
  };
  const list = async (input: object) =>
    (await atDesk<List>('list', input)).rows.map((row) => row.accountId !== null);
  await answer(proven, 'Soon');
  expect(await list({ list: 'open' })).toEqual([false]);
  expect(await list({ list: 'waiting' })).toEqual([true]);
  expect(await list({ list: 'mine' })).toEqual([true]);
  expect(await list({ list: 'closed' })).toEqual([]);
  expect(await list({ list: 'open', q: 'somsri' })).toEqual([false]);
  expect(await list({ list: 'open', q: `#${own?.orderNumber}` })).toEqual([true]);
  expect(await list({ list: 'open', q: '%' })).toEqual([]);
  expect((await atDesk<List>('list', { list: 'open' })).counts).toEqual({ open: 1, mine: 1, waiting: 1 });
});

test('saved answers are filled with the facts of a proven person; a field without a fact is not sent', async () => {
  const texts = { title: 'Where is it', en: '[name], [order] of [date]: [tracking]', th: 'คุณ[name] [order]' };
  await atDesk('saveAnswer', texts);
  await expect(atDesk('saveAnswer', texts)).rejects.toThrow('INPUT_INVALID');
  await send(FORM, await logInAs(world, mali));
  const { id } = await theOnly();
  const { saved, order } = await read(id);
  expect(saved[0]?.text).toContain(`#${order?.orderNumber} of Fri 20 Nov 2026`);
  await expect(answer(id, 'Your parcel: [tracking]')).rejects.toThrow('INPUT_INVALID');
  await answer(id, 'Your parcel: [number]');
  expect((await read(id)).thread.at(-1)).toMatchObject({ author: 'staff', text: 'Your parcel: [number]' });
});

test('forms are throttled by network, and pages by conversation', async () => {
  const token = tokenOf(await send(STRANGER));
  const current = settings();
  const before = current.THROTTLE_SCALE;
  try {
    current.THROTTLE_SCALE = 1;
    await transaction(world.db, (tx) => tx.delete(throttles));
    const sent = [];
    for (let n = 0; n < 6; n += 1) sent.push((await send(STRANGER)).code);
    expect(sent).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'THROTTLED']);
    const written = [];
    for (let n = 0; n < 21; n += 1) written.push((await write(token, `more ${n}`)).code);
    expect(written.slice(-2)).toEqual(['ok', 'THROTTLED']);
  } finally {
    current.THROTTLE_SCALE = before;
  }
});

test('an answer is a free reply while the token of the last message is fresh, a push after that, also after lost responses', async () => {
  await plantFriend(world, mali.accountId);
  const answers = ['reply', 'push', 'lost reply', 'spent reply'];
  for (const text of answers) {
    if (text !== 'push') await onPhone(world, MALI.person, 'message', { text: `please ${text}` });
    if (text === 'lost reply')
      await injectFault(world, {
        service: 'line',
        op: REPLY,
        kind: 'reset',
        times: 1,
        args: { after: true },
      });
    if (text === 'spent reply') await pass(world, { minutes: 2 });
    const [talk] = await world.db.select().from(conversations);
    await answer(talk?.id ?? '', text);
    await runJobs();
    await makeJobsDue();
    await runJobs();
  }
  expect((await phoneMessages(world)).map(({ text }) => text)).toEqual(answers);
  const used = await lineControl<{ used: number }>(world, '/quota');
  expect(used.used).toBe(2);
});

test('an answer that LINE refuses is sent by mail to the account, and is not sent without an account', async () => {
  for (const isLinked of [false, true]) {
    if (isLinked) await plantFriend(world, mali.accountId);
    await writeInLine('กล่องอยู่ไหนคะ');
    await lineControl(world, '/quota', { limit: 0, used: 0 });
    const { id } = await theOnly();
    await answer(id, 'at the quota');
    await runJobs();
    const last = (await read(id)).thread.at(-1);
    expect(last?.sent).toEqual(
      isLinked ? { status: 'sent', channel: 'email' } : { status: 'failed', channel: 'email' },
    );
  }
});

test('Today lists who waits, and the numbers have the median times until the first answer and until closing', async () => {
  const owner = await memberBrowser(world, 'owner');
  await send(STRANGER);
  const { id } = await theOnly();
  const waiting = async () => {
    const { cases } = await readToday(world.ctx(), 'support');
    return cases.find(({ kind }) => kind === 'conversations');
  };
  expect(await waiting()).toMatchObject({ urgency: 'today', count: 1, entries: [{ person: null }] });
  expect((await readToday(world.ctx(), 'finance')).quiet).not.toContain('conversations');
  await pass(world, { minutes: 20 });
  await answer(id, 'Soon', { close: true });
  expect(await waiting()).toBeUndefined();
  const { data } = await callDesk(owner, 'numbers.answers', { kind: 'query', input: {} });
  expect(data).toMatchObject({ began: 1, answered: 1, closed: 1 });
  const { firstAnswer, closing } = data as { firstAnswer: number; closing: number };
  for (const minutes of [firstAnswer, closing]) expect(Math.round(minutes)).toBe(20);
});

test('a new password ends the pages of a person’s conversations, and the next answer has a new one', async () => {
  const token = tokenOf(await send(FORM, await logInAs(world, mali)));
  const stranger = tokenOf(await send(STRANGER));
  await transaction(world.db, (tx) => endOrderLinks(tx, world.now(), mali.accountId));
  expect([(await show(token)).code, (await show(stranger)).code]).toEqual(['NOT_FOUND', 'ok']);
  const [talk] = await world.db
    .select()
    .from(conversations)
    .where(eq(conversations.accountId, mali.accountId));
  await answer(talk?.id ?? '', 'Here it is');
  await runJobs();
  const [{ links = [] } = {}] = mailTo((await read(talk?.id ?? '')).email ?? '');
  const renewed = links.find((link) => link.includes('/talk/'))?.split('/talk/')[1] ?? '';
  expect([renewed === token, (await show(renewed)).code]).toEqual([false, 'ok']);
});
