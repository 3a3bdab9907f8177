import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '@/settings/settings';
import { AppError } from '@/domain/errors';
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

/** LINE events that change whether a LINE user receives messages of this product. */
const FRIENDSHIPS: Record<string, { friend: boolean; blocked: boolean }> = {
  follow: { friend: true, blocked: false },
  unfollow: { friend: false, blocked: true },
};

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
    .object({ id: textField.max(100), type: z.string(), text: z.string().max(LINE_TEXT_MAX).optional() })
    .optional()
    .catch(undefined),
  replyToken: textField.max(200).optional().catch(undefined),
  unsend: z
    .object({ messageId: textField.max(100) })
    .optional()
    .catch(undefined),
  postback: z.object({ data: textField.max(300) }).optional(),
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
  await transaction(ctx.db, async (tx) => {
    for (const event of events) await recordEvent(tx, ctx.now, event);
  });
}

async function recordEvent(tx: Tx, now: Date, event: LineEvent): Promise<void> {
  const { type, mode, timestamp, webhookEventId: eventId, unsend } = event;
  const subject = event.source?.userId ?? '';
  const tapped = subject === '' ? null : tappedButton(event);
  const isTap = tapped !== null;
  const [stored] = await tx
    .insert(providerEvents)
    .values({
      provider: 'line',
      eventId,
      kind: type,
      subject,
      body: { mode, timestamp, ...tapped, ...unsend },
      receivedAt: now,
      settledAt: isTap ? null : now,
    })
    .onConflictDoNothing()
    .returning({ eventId: providerEvents.eventId });
  if (stored && mode === 'active' && event.source?.type === 'user') await recordMessage(tx, now, event);
  if (stored && isTap)
    await addJob(tx, 'settle_event', { provider: 'line', eventId }, `settle_event:line:${eventId}`);
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
  await tx.update(identities).set(friendship).where(isTheirs);
}

/** Puts a message of a one-to-one chat into the conversation of its sender, and takes back one that was unsent. */
async function recordMessage(tx: Tx, now: Date, event: LineEvent): Promise<void> {
  const { source, message, unsend, replyToken, webhookEventId: eventId } = event;
  const subject = source?.userId ?? '';
  if (event.type === 'unsend' && unsend) await unsendMessage(tx, subject, unsend.messageId);
  if (event.type !== 'message' || !message || subject === '') return;
  const content = CONTENTS[message.type];
  if (!content) return;
  const { id: messageId, text = '' } = message;
  await receiveMessage(tx, now, {
    eventId,
    subject,
    messageId,
    content,
    text: content === 'text' ? text : null,
    replyToken: replyToken ?? null,
  });
  if (await wasUnsent(tx, subject, messageId)) await unsendMessage(tx, subject, messageId);
}

/** Whether LINE has already said that a message was taken back: it does not guarantee the order of events. */
async function wasUnsent(tx: Tx, subject: string, messageId: string): Promise<boolean> {
  const [unsent] = await tx
    .select({ eventId: providerEvents.eventId })
    .from(providerEvents)
    .where(
      and(
        eq(providerEvents.provider, 'line'),
        eq(providerEvents.subject, subject),
        eq(providerEvents.kind, 'unsend'),
        sql`${providerEvents.body} ->> 'messageId' = ${messageId}`,
      ),
    )
    .limit(1);
  return unsent !== undefined;
}

/**
 * Returns what a button of ours that a user tapped names: the order whose skip or move is taken back, or the hash of its
 * token; null for any other event. The token itself is not stored.
 */
function tappedButton({ type, mode, postback }: LineEvent): Record<string, string> | null {
  if (type !== 'postback' || mode !== 'active' || !postback) return null;
  const { data } = postback;
  for (const [undo, prefix] of Object.entries(UNDO_PREFIXES))
    if (data.startsWith(prefix)) return { [undo]: data.slice(prefix.length) };
  return data.startsWith(TAP_PREFIX) ? { hash: hashOfToken(data.slice(TAP_PREFIX.length)) } : null;
}

async function isOutdated(tx: Tx, subject: string, timestamp: number): Promise<boolean> {
  const [newer] = await tx
    .select({ eventId: providerEvents.eventId })
    .from(providerEvents)
    .where(
      and(
        eq(providerEvents.provider, 'line'),
        eq(providerEvents.subject, subject),
        inArray(providerEvents.kind, Object.keys(FRIENDSHIPS)),
        sql`${providerEvents.body} ->> 'mode' = 'active'`,
        sql`(${providerEvents.body} ->> 'timestamp')::bigint > ${timestamp}`,
      ),
    )
    .limit(1);
  return newer !== undefined;
}
