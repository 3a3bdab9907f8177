import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '@/settings/settings';
import { isDay } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { understand } from '@/domain/line-intent';
import { ASK_PREFIX, DATE_PREFIX } from '@/emails/line-answer';
import { LINE_TEXT_MAX } from '@/domain/conversation';
import { UNDO_PREFIXES } from '@/domain/order-link';
import { textField } from '@/schemas/fields';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { identities, providerEvents } from '../../db/schema';
import { readJson } from '../../gateways/http';
import { receiveMessage, unsendMessage, type LineMessage } from '../../lifecycle/conversations';
import { hashOfToken } from '../../lifecycle/order-links';
import { TAP_PREFIX } from '../../shop/orders/one-tap-links';
import { addJob } from '../../platform/job-queue';
import { askedShape, isAnswerable, type Asked } from '../../subscriber/line-chat/answer-event';

/** LINE events that change whether a LINE user receives messages of this product. */
const FRIENDSHIPS: Record<string, { friend: boolean; blocked: boolean }> = {
  follow: { friend: true, blocked: false },
  unfollow: { friend: false, blocked: true },
};

/** The events of a message: it was written, or changed. */
const MESSAGES: ReadonlySet<string> = new Set(['message', 'messageEdited']);

/** What LINE calls the content of a message. */
const CONTENTS: Record<string, LineMessage['content']> = {
  text: 'text',
  sticker: 'sticker',
  image: 'picture',
  video: 'video',
  audio: 'audio',
  file: 'file',
  location: 'location',
};

/**
 * The fields of a LINE event. LINE may add more at any time
 * (https://developers.line.biz/en/reference/messaging-api/#common-properties).
 */
const eventShape = z.object({
  type: textField.min(1).max(50),
  mode: textField.max(50),
  timestamp: z.int(),
  webhookEventId: textField.min(1).max(100),
  source: z.object({ type: z.string().optional(), userId: textField.max(100).optional() }).optional(),
  message: z
    .object({
      id: textField.max(100),
      type: z.string(),
      text: z
        .string()
        .transform((text) => text.slice(0, LINE_TEXT_MAX))
        .optional(),
      contentProvider: z.object({ type: z.string() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  replyToken: textField.max(200).optional().catch(undefined),
  unsend: z
    .object({ messageId: textField.max(100) })
    .optional()
    .catch(undefined),
  postback: z
    .object({
      data: textField.max(300),
      params: z
        .object({ date: textField.max(10).optional() })
        .optional()
        .catch(undefined),
    })
    .optional(),
});
const bodyShape = z.object({ events: z.array(z.unknown()) });

type LineEvent = z.output<typeof eventShape>;

/** Whether LINE signed a webhook: base64 HMAC-SHA256 of the raw body with the channel's secret. */
export function isSignedByLine(rawBody: string, signature: string | null, channelSecret: string): boolean {
  const expected = createHmac('sha256', channelSecret).update(rawBody).digest();
  const given = Buffer.from(signature ?? '', 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Stores each webhook event of the LINE official account once, and what a user wrote in a conversation. Records which
 * users are friends of the account and which have blocked it. LINE does not guarantee the order of events: an
 * event older than the user's last event changes nothing.
 * @throws AppError NOT_LOGGED_IN for a missing or wrong signature, INPUT_INVALID for a body without events
 */
export async function recordLineEvents(ctx: Ctx, rawBody: string, headers: Headers): Promise<void> {
  const secrets = settings().LINE_MESSAGING_CHANNEL_SECRET ?? [];
  const signature = headers.get('x-line-signature');
  if (!secrets.some((secret) => isSignedByLine(rawBody, signature, secret)))
    throw new AppError('NOT_LOGGED_IN', { reason: 'webhook_signature' });
  const body = bodyShape.safeParse(readJson(rawBody));
  if (!body.success) throw new AppError('INPUT_INVALID');
  const events = body.data.events.flatMap((one) => eventShape.safeParse(one).data ?? []);
  if (events.length === 0) return;
  // The same order of users in all bodies prevents deadlocks. The events of one user keep theirs.
  const subjectOf = (event: LineEvent) => event.source?.userId ?? '';
  const sorted = events.toSorted((a, b) =>
    subjectOf(a) < subjectOf(b) ? -1 : Number(subjectOf(a) > subjectOf(b)),
  );
  await transaction(ctx.db, async (tx) => {
    for (const event of sorted) await recordEvent(tx, ctx.now, event);
  });
}

async function recordEvent(tx: Tx, now: Date, event: LineEvent): Promise<void> {
  const { type, mode, timestamp, webhookEventId: eventId, unsend } = event;
  const subject = event.source?.userId ?? '';
  const isOwnChat = mode === 'active' && event.source?.type === 'user' && subject !== '';
  const asked = isOwnChat ? askedIn(event, now) : null;
  const waits = isOwnChat ? (asked ? questionOf(event, asked) : tappedButton(event)) : null;
  const [stored] = await tx
    .insert(providerEvents)
    .values({
      provider: 'line',
      eventId,
      kind: type,
      subject,
      body: { mode, timestamp, ...waits, ...unsend },
      receivedAt: now,
      settledAt: waits === null ? now : null,
    })
    .onConflictDoNothing()
    .returning({ eventId: providerEvents.eventId });
  if (stored && isOwnChat && !isAnswered(asked)) await recordMessage(tx, now, event, asked === null);
  if (stored && waits !== null)
    await addJob(tx, 'settle_event', { provider: 'line', eventId }, `settle_event:line:${eventId}`, {
      isAwaited: true,
    });
  const friendship = mode === 'active' ? FRIENDSHIPS[type] : undefined;
  if (!stored || !friendship || subject === '') return;
  const isTheirs = and(eq(identities.provider, 'line'), eq(identities.subject, subject));
  // Locked, so that the second of two concurrent events reads the result of the first.
  const [held] = await tx
    .select({ subject: identities.subject })
    .from(identities)
    .where(isTheirs)
    .for('update');
  if (!held || (await isOutdated(tx, subject, timestamp))) return;
  // LINE may have forgotten the rich menu of who comes back, so that it is linked again.
  await tx
    .update(identities)
    .set({ ...friendship, menuId: null })
    .where(isTheirs);
}

/** What is stored of a word that waits for its answer: never the text. */
const questionOf = ({ message, replyToken }: LineEvent, asked: Asked) => ({
  ...asked,
  retryKey: randomUUID(),
  ...(message && { messageId: message.id }),
  ...(replyToken && { replyToken }),
});

/** Whether an answer is all that a message needs. Who asks for a person writes to the conversation, too. */
const isAnswered = (asked: Asked | null) => asked !== null && !('wish' in asked && asked.wish === 'person');

/** Returns what a typed text, a tapped word or a picture asks; null for all that a person has to read, and for words that are too old. */
function askedIn({ type, timestamp, message, postback }: LineEvent, now: Date): Asked | null {
  if (type === 'postback' && postback) return askedByTap(postback);
  // LINE has no picture of another provider.
  if (type === 'message' && message?.type === 'image' && message.contentProvider?.type === 'line')
    return { picture: message.id, locale: null };
  const text = MESSAGES.has(type) && message?.type === 'text' ? message.text : undefined;
  const understood = text !== undefined && isAnswerable(timestamp, now) ? understand(text) : null;
  if (!understood) return null;
  const { intent: wish, orderNumber, locale } = understood;
  return { wish, orderNumber, locale };
}

function askedByTap({ data, params }: NonNullable<LineEvent['postback']>): Asked | null {
  const prefix = [ASK_PREFIX, DATE_PREFIX].find((one) => data.startsWith(one));
  if (prefix === undefined) return null;
  const [name, locale] = data.slice(prefix.length).split(':');
  const day = params?.date;
  const asked =
    prefix === DATE_PREFIX && day !== undefined && isDay(day)
      ? { orderId: name, day, locale }
      : { wish: name, locale, orderNumber: null };
  return askedShape.safeParse(asked).data ?? null;
}

/** Puts a message of a one-to-one chat into the conversation of its sender, and takes back one that was unsent. */
async function recordMessage(tx: Tx, now: Date, event: LineEvent, mayReply: boolean): Promise<void> {
  const { source, message, unsend, replyToken, webhookEventId: eventId } = event;
  const subject = source?.userId ?? '';
  if (event.type === 'unsend' && unsend) await unsendMessage(tx, subject, unsend.messageId);
  if (!MESSAGES.has(event.type) || !message) return;
  const content = CONTENTS[message.type];
  if (!content) return;
  const { id: messageId, text = '' } = message;
  await receiveMessage(tx, now, {
    eventId,
    subject,
    messageId,
    content,
    text: content === 'text' ? text : null,
    replyToken: mayReply ? (replyToken ?? null) : null,
  });
  if (await wasUnsent(tx, subject, messageId)) await unsendMessage(tx, subject, messageId);
}

/** Whether LINE has already said that a message was taken back: it does not guarantee the order of events. */
const wasUnsent = (tx: Tx, subject: string, messageId: string) =>
  hasEvent(
    tx,
    subject,
    eq(providerEvents.kind, 'unsend'),
    sql`${providerEvents.body} ->> 'messageId' = ${messageId}`,
  );

/**
 * Returns what a button of ours that a user tapped names: the order whose skip or move is taken back, or the hash of its
 * token; null for any other event. The token itself is not stored.
 */
function tappedButton({ type, postback }: LineEvent): Record<string, string> | null {
  if (type !== 'postback' || !postback) return null;
  const { data } = postback;
  for (const [undo, prefix] of Object.entries(UNDO_PREFIXES))
    if (data.startsWith(prefix)) return { [undo]: data.slice(prefix.length) };
  return data.startsWith(TAP_PREFIX) ? { hash: hashOfToken(data.slice(TAP_PREFIX.length)) } : null;
}

const isOutdated = (tx: Tx, subject: string, timestamp: number) =>
  hasEvent(
    tx,
    subject,
    inArray(providerEvents.kind, Object.keys(FRIENDSHIPS)),
    sql`${providerEvents.body} ->> 'mode' = 'active'`,
    sql`(${providerEvents.body} ->> 'timestamp')::bigint > ${timestamp}`,
  );

/** Whether LINE has sent an event about a user that meets all conditions. */
async function hasEvent(tx: Tx, subject: string, ...conditions: SQL[]): Promise<boolean> {
  const found = await tx
    .select({ eventId: providerEvents.eventId })
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, 'line'), eq(providerEvents.subject, subject), ...conditions))
    .limit(1);
  return found.length > 0;
}
