import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { canAnswerByLine, fillAnswer, type AnswerField } from '@/domain/conversation';
import { AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import { orderNumberText } from '@/domain/order';
import { dayText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { translate } from '@/locales/translate';
import {
  accounts,
  conversationMessages,
  conversationPictures,
  conversations,
  identities,
  messages,
  orders,
  savedAnswers,
  shipments,
  staff,
} from '../../db/schema';
import { answerKey } from '../../lifecycle/conversation-acts';
import { openText } from '../../lifecycle/conversations';
import { siteUrl } from '../../platform/site-url';
import type { Ctx } from '../../platform/context';
import { readQuota } from './message-previews';
import { recordView } from './record-view';

type Conversation = typeof conversations.$inferSelect;

/**
 * Returns a conversation with its thread, how it can be answered, and the saved answers with its facts. Records the view
 * of a subscriber. Of an unproven writer it returns what the writer has typed and no more.
 * @throws AppError NOT_FOUND
 */
export async function readConversation(ctx: Ctx, staffId: string, conversationId: string) {
  const [found] = await ctx.db
    .select({ conversation: conversations, account: accounts, line: identities, by: staff.name })
    .from(conversations)
    .leftJoin(accounts, eq(accounts.id, conversations.accountId))
    .leftJoin(
      identities,
      and(eq(identities.provider, 'line'), eq(identities.subject, conversations.lineSubject)),
    )
    .leftJoin(staff, eq(staff.id, conversations.staffId))
    .where(eq(conversations.id, conversationId));
  if (!found) throw new AppError('NOT_FOUND');
  const { conversation, account, line, by } = found;
  if (account) await recordView(ctx, staffId, account.id);
  const [thread, order, quota] = await Promise.all([
    readThread(ctx, conversationId),
    readOrder(ctx, conversation),
    readQuota(ctx),
  ]);
  const { channel, locale, topic, writerName, writerEmail } = conversation;
  const name = account ? `${account.firstName} ${account.lastName}`.trim() : writerName;
  const lastWroteAt = thread.findLast(({ author }) => author === 'person')?.at;
  const login = siteUrl(locale, `/login?next=${encodeURIComponent(localePath(locale, '/contact'))}`);
  return {
    conversationId,
    now: ctx.now.toISOString(),
    accountId: account?.id ?? null,
    name,
    email: account ? account.email : writerEmail,
    channel,
    locale,
    topic,
    state: conversation.state,
    waitsSince: conversation.waitsSince?.toISOString() ?? null,
    staffId: conversation.staffId,
    by,
    order,
    thread,
    way: wayOf(conversation, line, lastWroteAt, ctx.now),
    /** Whether LINE still takes an answer as a reply, which counts for no quota. */
    isFree: conversation.replyUntil !== null && conversation.replyUntil > ctx.now,
    quota,
    saved: await listFilled(ctx, locale, {
      name: account?.firstName ?? writerName ?? undefined,
      order: order ? orderNumberText(order.orderNumber) : undefined,
      date: order ? dayText(order.paymentDate, locale) : undefined,
      tracking: order?.tracking ?? undefined,
      login,
    }),
    /** The answer that asks an unproven writer to log in. */
    toProve: account ? null : translate(locale, 'deskInbox.unproven.answer', { link: login }),
  };
}

/** How an answer reaches the person: `line`, `email`, or `none`, because the person has blocked the account or is away. */
function wayOf(
  { channel, lineSubject }: Conversation,
  line: { friend: boolean; blocked: boolean } | null,
  lastWroteAt: string | undefined,
  now: Date,
): 'line' | 'email' | 'none' {
  if (channel === 'form' || lineSubject === null) return 'email';
  const { friend = false, blocked = false } = line ?? {};
  const at = new Date(lastWroteAt ?? 0);
  return canAnswerByLine({ friend, blocked, lastWroteAt: at }, now) ? 'line' : 'none';
}

async function readThread({ db }: Ctx, conversationId: string) {
  const rows = await db
    .select({
      message: conversationMessages,
      picture: conversationPictures.messageId,
      by: staff.name,
      sent: messages,
    })
    .from(conversationMessages)
    .leftJoin(conversationPictures, eq(conversationPictures.messageId, conversationMessages.id))
    .leftJoin(staff, eq(staff.id, conversationMessages.staffId))
    .leftJoin(messages, eq(messages.dedupeKey, sql`${answerKey('')} || ${conversationMessages.id}`))
    .where(eq(conversationMessages.conversationId, conversationId))
    .orderBy(asc(conversationMessages.createdAt));
  return rows.map(({ message: { id, author, content, bodySealed, createdAt }, picture, by, sent }) => ({
    messageId: id,
    author,
    content,
    /** Null for a text that no accepted APP_SECRET opens. */
    text: bodySealed === null ? null : openText(bodySealed),
    hasPicture: picture !== null,
    by,
    at: createdAt.toISOString(),
    sent: author === 'staff' ? { status: sent?.status ?? null, channel: sent?.channel ?? null } : null,
  }));
}

/** Returns the picture of a message as a data URL; null after it was deleted. */
export async function readMessagePicture({ db }: Ctx, messageId: string): Promise<string | null> {
  const [found] = await db
    .select({ sealed: conversationPictures.jpegSealed })
    .from(conversationPictures)
    .where(eq(conversationPictures.messageId, messageId));
  const opened = found && openText(found.sealed);
  return opened ? `data:image/jpeg;base64,${opened}` : null;
}

/** Returns the order that a proven conversation is about; else the latest order that was paid. */
async function readOrder({ db }: Ctx, { accountId, orderId }: Conversation) {
  if (accountId === null) return null;
  const [order] = await db
    .select({
      orderId: orders.id,
      orderNumber: orders.orderNumber,
      paymentDate: orders.paymentDate,
      status: orders.status,
      total: orders.total,
      tracking: shipments.trackingNumber,
    })
    .from(orders)
    .leftJoin(shipments, eq(shipments.orderId, orders.id))
    .where(
      and(
        eq(orders.accountId, accountId),
        orderId === null ? eq(orders.status, 'paid') : eq(orders.id, orderId),
      ),
    )
    .orderBy(desc(orders.paymentDate), desc(orders.id))
    .limit(1);
  return order ? { ...order, isChosen: orderId !== null } : null;
}

/** Returns the saved answers as they are written, with their fields. */
export async function listSavedAnswers({ db }: Ctx) {
  const rows = await db.select().from(savedAnswers).orderBy(asc(savedAnswers.title));
  return rows.map(({ id, title, en, th }) => ({ savedAnswerId: id, title, en, th }));
}

async function listFilled(
  ctx: Ctx,
  locale: Locale,
  values: Partial<Record<AnswerField, string | undefined>>,
) {
  const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const rows = await listSavedAnswers(ctx);
  return rows.map((row) => ({
    savedAnswerId: row.savedAnswerId,
    title: row.title,
    text: fillAnswer(row[locale], known),
  }));
}
