import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  CONVERSATION_DAYS,
  CONVERSATION_PICTURE_DAYS,
  IDLE_CONVERSATION_DAYS,
  MESSAGE_DAYS,
  PROVIDER_EVENT_DAYS,
} from '@/domain/retention';
import { transaction } from '@/server/db';
import {
  conversationMessages,
  conversationPictures,
  conversations,
  idempotencyRecords,
  lineFlows,
  lineRegistrations,
  messages,
  oneTimeTokens,
  passkeyChallenges,
  providerEvents,
  sessions,
  throttles,
} from '@/server/db/schema';
import { createBrowser } from '@/testing/browser';
import { plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { purgeExpired } from './purge';

const world = withWorld();

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;

test('a billing run deletes expired rows, links a week after their end, and no valid rows', async () => {
  const { accountId } = await plantSubscriber(world);
  const now = world.now();
  await transaction(world.db, async (tx) => {
    await tx.delete(throttles);
    for (const [name, past] of [
      ['over', MINUTE],
      ['alive', -MINUTE],
    ] as const) {
      const times = {
        createdAt: new Date(now.getTime() - 2 * WEEK),
        expiresAt: new Date(now.getTime() - past),
      };
      const link = { ...times, expiresAt: new Date(now.getTime() - WEEK - past) };
      await tx.insert(sessions).values({ id: name, userId: accountId, ...times });
      await tx
        .insert(oneTimeTokens)
        .values({ id: name, kind: 'magic_link', accountId, tokenHash: name, ...link });
      await tx.insert(throttles).values({ key: name, count: 1, windowEndsAt: times.expiresAt });
      await tx.insert(lineRegistrations).values({ id: name, subject: 'U1', ...times });
      const challenge = { challenge: name, browserHash: 'a', purpose: 'log_in', subject: null } as const;
      await tx.insert(passkeyChallenges).values({ ...challenge, expiresAt: times.expiresAt });
      const answered = { key: name, requestHash: name, createdAt: now };
      await tx.insert(idempotencyRecords).values({ scope: `session:${name}`, ...answered });
      const secrets = { stateHash: 'a', nonce: 'b', codeVerifier: 'c' };
      const flow = { ...secrets, intent: 'login', nextPath: '/', locale: 'en' } as const;
      await tx.insert(lineFlows).values({ id: name, ...flow, ...times });
    }
    const answered = { requestHash: 'a', createdAt: now };
    await tx.insert(idempotencyRecords).values([
      { scope: 'session:logged out', key: 'over', ...answered },
      { scope: 'anybody:a', key: 'alive', ...answered },
    ]);
  });
  const run = await createBrowser(world).post('/api/omise/schedule-payments', {}, world.operator);
  expect(run.status).toBe(200);
  const left = await Promise.all([
    world.db.select({ name: sessions.id }).from(sessions),
    world.db.select({ name: oneTimeTokens.id }).from(oneTimeTokens),
    world.db.select({ name: throttles.key }).from(throttles),
    world.db.select({ name: lineRegistrations.id }).from(lineRegistrations),
    world.db.select({ name: lineFlows.id }).from(lineFlows),
    world.db.select({ name: passkeyChallenges.challenge }).from(passkeyChallenges),
    world.db.selectDistinct({ name: idempotencyRecords.key }).from(idempotencyRecords),
  ]);
  for (const rows of left) expect(rows.map(({ name }) => name)).toEqual(['alive']);
  expect(await world.db.$count(idempotencyRecords)).toBe(2);
});

test('the purge deletes messages after a year and provider events 90 days after they were settled', async () => {
  const { accountId } = await plantSubscriber(world);
  const daysAgo = (days: number) => new Date(world.now().getTime() - days * 24 * 60 * MINUTE);
  await transaction(world.db, async (tx) => {
    await tx.delete(messages);
    const message = {
      accountId,
      kind: 'welcome',
      payload: {},
      asked: true,
      tries: 1,
      notBefore: daysAgo(400),
      retryKey: '00000000-0000-4000-8000-000000000000',
    };
    for (const [id, days] of [
      ['over', MESSAGE_DAYS + 1],
      ['alive', MESSAGE_DAYS - 1],
    ] as const) {
      const at = { createdAt: daysAgo(days), sentAt: daysAgo(days) };
      await tx.insert(messages).values({ id, dedupeKey: id, status: 'sent', ...message, ...at });
    }
    const told = { provider: 'omise', kind: 'charge.complete', subject: 'chrg_1', body: {} };
    for (const [eventId, settledAt] of [
      ['over', daysAgo(PROVIDER_EVENT_DAYS + 1)],
      ['alive', daysAgo(PROVIDER_EVENT_DAYS - 1)],
      ['unsettled', null],
    ] as const)
      await tx.insert(providerEvents).values({ eventId, ...told, receivedAt: daysAgo(400), settledAt });
  });
  await purgeExpired(world.ctx());
  expect((await world.db.select().from(messages)).map(({ id }) => id)).toEqual(['alive']);
  const events = await world.db.select().from(providerEvents).where(eq(providerEvents.subject, 'chrg_1'));
  expect(events.map(({ eventId }) => eventId).sort()).toEqual(['alive', 'unsettled']);
});

test('the purge deletes conversations a year after they were closed, forgotten ones after two years, and pictures after one', async () => {
  const daysAgo = (days: number) => new Date(world.now().getTime() - days * 24 * 60 * MINUTE);
  const plant = (id: string, last: number, closed: number | null) => ({
    id,
    channel: 'line' as const,
    lineSubject: id,
    locale: 'th' as const,
    state: closed === null ? ('open' as const) : ('closed' as const),
    waitsSince: closed === null ? daysAgo(last) : null,
    closedAt: closed === null ? null : daysAgo(closed),
    createdAt: daysAgo(last),
    lastAt: daysAgo(last),
  });
  await transaction(world.db, async (tx) => {
    await tx
      .insert(conversations)
      .values([
        plant('closed long ago', 500, CONVERSATION_DAYS + 1),
        plant('closed', 500, CONVERSATION_DAYS - 1),
        plant('open', IDLE_CONVERSATION_DAYS - 1, null),
        plant('forgotten', IDLE_CONVERSATION_DAYS + 1, null),
      ]);
    await tx.insert(conversationMessages).values({
      id: 'cms_over',
      conversationId: 'closed long ago',
      author: 'person',
      content: 'sticker',
      eventKey: 'line:over',
      createdAt: daysAgo(500),
    });
    for (const [id, days] of [
      ['old', CONVERSATION_PICTURE_DAYS + 1],
      ['new', CONVERSATION_PICTURE_DAYS - 1],
    ] as const) {
      const sent = { id, conversationId: 'open', author: 'person', content: 'picture' } as const;
      await tx
        .insert(conversationMessages)
        .values({ ...sent, eventKey: `line:${id}`, createdAt: daysAgo(days) });
      await tx
        .insert(conversationPictures)
        .values({ messageId: id, jpegSealed: 'sealed', createdAt: daysAgo(days) });
    }
  });
  await purgeExpired(world.ctx());
  const left = await world.db.select().from(conversations);
  expect(left.map(({ id }) => id).toSorted()).toEqual(['closed', 'open']);
  expect(await world.db.$count(conversationMessages)).toBe(2);
  expect(await world.db.select({ id: conversationPictures.messageId }).from(conversationPictures)).toEqual([
    { id: 'new' },
  ]);
});
