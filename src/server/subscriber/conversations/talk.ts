import { and, asc, eq, ne } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { ConversationState } from '@/domain/conversation';
import { transaction, type Db } from '../../db';
import { conversationMessages, conversations } from '../../db/schema';
import { hashOfConversation, openText, receiveOnPage } from '../../lifecycle/conversations';
import type { Ctx } from '../../platform/context';
import { countThrottled } from '../../platform/throttle';

/** The page of a form's conversation. It has nothing but the thread: no name, no account, no order, no colleague. */
export interface TalkView {
  state: ConversationState;
  isProven: boolean;
  messages: { messageId: string; byTeam: boolean; text: string | null; at: string }[];
}

/** Returns the conversation of a page. @throws AppError NOT_FOUND for an unknown or deleted one */
export async function showTalk({ db }: Ctx, token: string): Promise<TalkView> {
  const { id, state, accountId } = await findTalk(db, token);
  const rows = await db
    .select()
    .from(conversationMessages)
    .where(and(eq(conversationMessages.conversationId, id), ne(conversationMessages.author, 'note')))
    .orderBy(asc(conversationMessages.createdAt));
  return {
    state,
    isProven: accountId !== null,
    messages: rows.map((row) => ({
      messageId: row.id,
      byTeam: row.author === 'staff',
      text: row.bodySealed === null ? null : openText(row.bodySealed),
      at: row.createdAt.toISOString(),
    })),
  };
}

/** Adds what the person writes on the page, once for a key. @throws AppError NOT_FOUND, THROTTLED */
export async function writeOnTalk(
  ctx: Ctx,
  { token, key, text }: { token: string; key: string; text: string },
  caller: { address: string },
): Promise<TalkView> {
  await countThrottled(ctx.db, 'linkAddress', caller.address);
  const { id } = await findTalk(ctx.db, token);
  await countThrottled(ctx.db, 'talkLink', id);
  await transaction(ctx.db, (tx) => receiveOnPage(tx, ctx.now, id, { key, text }));
  return showTalk(ctx, token);
}

async function findTalk(db: Db, token: string) {
  const [found] = await db
    .select({ id: conversations.id, state: conversations.state, accountId: conversations.accountId })
    .from(conversations)
    .where(eq(conversations.tokenHash, hashOfConversation(token)));
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}
