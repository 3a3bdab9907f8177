import { and, asc, count, desc, eq, ilike, inArray, isNull, max, ne, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { mayDo } from '@/domain/staff';
import type { ConversationList } from '@/schemas/desk-conversations';
import { typedSql } from '../../db/query-rows';
import { accounts, conversationMessages, conversations, orders, staff } from '../../db/schema';
import { openText } from '../../lifecycle/conversations';
import type { Ctx } from '../../platform/context';
import { searchSubscribers } from './search';

const SHOWN_MAX = 100;
const PREVIEW_LENGTH = 70;

/**
 * Returns a list of the inbox, who waits longest first, and how many each list has.
 * @param q a person, an e-mail or an order. Then all conversations that fit are returned, in any state
 */
export async function listConversations(
  ctx: Ctx,
  staffId: string,
  { list, q = '' }: { list: ConversationList; q?: string | undefined },
) {
  const which = q.trim() === '' ? isIn(list, staffId) : await fits(ctx, q.trim());
  const isUrgentFirst = q.trim() === '' && list !== 'closed';
  const found = await ctx.db
    .select({
      conversation: conversations,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
      by: staff.name,
      last: LAST_MESSAGE,
    })
    .from(conversations)
    .leftJoin(accounts, eq(accounts.id, conversations.accountId))
    .leftJoin(staff, eq(staff.id, conversations.staffId))
    .where(which)
    .orderBy(
      ...(isUrgentFirst ? [sql`${conversations.waitsSince} asc nulls last`] : []),
      desc(conversations.lastAt),
    )
    .limit(SHOWN_MAX);
  const rows = found.map(({ conversation, firstName, lastName, by, last }) => ({
    conversationId: conversation.id,
    name: firstName === null ? conversation.writerName : `${firstName} ${lastName ?? ''}`.trim(),
    /** Null for an unproven writer. */
    accountId: conversation.accountId,
    channel: conversation.channel,
    state: conversation.state,
    since: (conversation.waitsSince ?? conversation.lastAt).toISOString(),
    by,
    last: last && {
      content: last.content,
      text: last.body && shorten(openText(last.body)),
    },
  }));
  return { rows, counts: await countLists(ctx, staffId), now: ctx.now.toISOString() };
}

/** Returns the beginning of a text. Null stays null. */
function shorten(text: string | null): string | null {
  if (text === null || text.length <= PREVIEW_LENGTH) return text;
  return `${[...text].slice(0, PREVIEW_LENGTH).join('')}…`;
}

/** Returns how many conversations each list has, except the closed ones. */
export async function countLists({ db }: Ctx, staffId: string) {
  const [counts] = await db
    .select({
      open: count(sql`case when ${conversations.state} = 'open' then 1 end`),
      mine: count(sql`case when ${conversations.staffId} = ${staffId} then 1 end`),
      waiting: count(sql`case when ${conversations.state} = 'waiting' then 1 end`),
    })
    .from(conversations)
    .where(ne(conversations.state, 'closed'));
  return counts ?? { open: 0, mine: 0, waiting: 0 };
}

/**
 * Returns a text that changes whenever a message comes or a list changes. It names nobody, so that a page can ask for it
 * often.
 */
export async function readStamp(ctx: Ctx, staffId: string): Promise<string> {
  const [last] = await ctx.db.select({ at: max(conversations.lastAt) }).from(conversations);
  return [last?.at?.toISOString(), ...Object.values(await countLists(ctx, staffId))].join(' ');
}

/** The members who may have a conversation. */
export async function listAnswerers({ db }: Ctx) {
  const rows = await db
    .select({ staffId: staff.id, name: staff.name, role: staff.role })
    .from(staff)
    .where(and(isNull(staff.removedAt), ne(staff.name, '')))
    .orderBy(asc(staff.name));
  return rows.flatMap(({ staffId, name, role }) =>
    mayDo(role, 'conversations.use') ? [{ staffId, name }] : [],
  );
}

const lastRow = z.object({ content: z.string(), body: z.string().nullable() });
const LAST_MESSAGE = typedSql(
  lastRow.nullable(),
  sql`(select jsonb_build_object('content', m.content, 'body', m.body_sealed) from ${conversationMessages} m
    where m.conversation_id = ${conversations.id} and m.author <> 'note' order by m.created_at desc limit 1)`,
);

const isIn = (list: ConversationList, staffId: string): SQL | undefined =>
  list === 'mine'
    ? and(eq(conversations.staffId, staffId), ne(conversations.state, 'closed'))
    : eq(conversations.state, list);

/** Returns the condition that a conversation is of a subscriber whom the desk's search finds, or of such a writer. */
async function fits(ctx: Ctx, q: string): Promise<SQL | undefined> {
  const { hits } = await searchSubscribers(ctx, q);
  const number = /^#?(\d{1,9})$/.exec(q)?.[1];
  const like = `%${q.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const ofOrder = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.orderNumber, Number(number ?? 0)));
  return or(
    inArray(
      conversations.accountId,
      hits.map(({ accountId }) => accountId),
    ),
    number === undefined ? undefined : inArray(conversations.orderId, ofOrder),
    ilike(conversations.writerName, like),
    ilike(conversations.writerEmail, like),
  );
}
