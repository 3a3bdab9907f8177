import { and, desc, eq, isNull } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import {
  hasForgottenPayload,
  mayGoByLine,
  payloadWithoutSecret,
  type MessageKind,
  type MessagePayloads,
} from '@/emails/messages';
import { renderMessage } from '@/emails/render';
import { accounts, identities, messages } from '../../db/schema';
import { canResend } from '../../work/messages/resend';
import type { Ctx } from '../../platform/context';
import { log } from '../../platform/log';
import { recordView } from './record-view';

const PAGE = 20;

/** Returns the latest messages of an account, newest first. Their texts are read one by one. */
export async function listMessages({ db }: Ctx, accountId: string) {
  const rows = await db
    .select()
    .from(messages)
    .where(eq(messages.accountId, accountId))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(PAGE);
  return rows.map((row) => ({
    messageId: row.id,
    kind: row.kind as MessageKind,
    status: row.status,
    channel: row.channel,
    at: (row.sentAt ?? row.createdAt).toISOString(),
    error: row.status === 'failed' ? row.lastError : null,
    hasText: !hasForgottenPayload(row.kind),
    canResend: canResend(row),
  }));
}

/**
 * Returns the text of a message in the language of its reader, without secret links. Records the view.
 * @throws AppError NOT_FOUND for a message of another or a deleted account, or a kind whose text is not kept
 */
export async function readMessage(
  ctx: Ctx,
  staffId: string,
  { accountId, messageId }: { accountId: string; messageId: string },
): Promise<{ subject: string; text: string }> {
  const [found] = await ctx.db
    .select({ message: messages, locale: accounts.locale })
    .from(messages)
    .innerJoin(accounts, and(eq(accounts.id, messages.accountId), isNull(accounts.deletedAt)))
    .where(and(eq(messages.id, messageId), eq(messages.accountId, accountId)));
  if (!found || hasForgottenPayload(found.message.kind)) throw new AppError('NOT_FOUND');
  await recordView(ctx, staffId, accountId);
  const { kind, payload } = found.message;
  // A queued message still has its secret link, which would let a member act as the subscriber.
  const shown = payloadWithoutSecret(kind, payload);
  try {
    const { subject, text } = await renderMessage(kind as MessageKind, shown as never, found.locale);
    return { subject, text };
  } catch (error) {
    log.warn('desk.message_not_rendered', { messageId, error });
    throw new AppError('NOT_FOUND');
  }
}

/** A message as a subscriber will get it, before it is written. */
export interface ComingMessage {
  channel: 'line' | 'email';
  locale: Locale;
  subject: string;
  text: string;
}

/** Returns the message that an act would send to a subscriber: its way, language and text. */
export async function messageTo<K extends MessageKind>(
  { db }: Ctx,
  { id, locale }: Pick<typeof accounts.$inferSelect, 'id' | 'locale'>,
  kind: K,
  payload: MessagePayloads[K],
): Promise<ComingMessage> {
  const [line] = await db.select().from(identities).where(eq(identities.accountId, id));
  const channel = line && !line.blocked && mayGoByLine(kind) ? 'line' : 'email';
  const { subject, text } = await renderMessage(kind, payload, locale);
  return { channel, locale, subject, text };
}
