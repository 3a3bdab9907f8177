import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { REPLY_SECONDS } from '@/domain/conversation';
import { isDay } from '@/domain/day';
import { MINUTE_MS } from '@/domain/duration';
import { answerTo, answerToDay, type ChatAnswer, type ChatFacts } from '@/domain/line-answer';
import { LINE_WISHES } from '@/domain/line-words';
import { LOCALES, type Locale } from '@/domain/locale';
import { translate } from '@/locales/translate';
import { transaction } from '../../db';
import { typedSql } from '../../db/query-rows';
import { providerEvents } from '../../db/schema';
import { pushToLine } from '../../gateways/line/push';
import { replyToLine, type ReplyOutcome } from '../../gateways/line/reply';
import { receiveMessage } from '../../lifecycle/conversations';
import type { Ctx } from '../../platform/context';
import { settleTap } from '../message-links/line-taps';
import { composeAnswer } from './compose';
import { readPerson, type ChatPerson } from './facts';

/** How long a person has just written: until then an answer may be pushed, which the quota counts. */
const JUST_WROTE_MS = 10 * MINUTE_MS;
/** How long one try may last. Longer than the time limits of a reply and a push. */
const LEASE_MS = MINUTE_MS;
const TRIES_MAX = 8;
/** The language of somebody whose words and account tell none. */
const LOCALE: Locale = 'th';

/** What was asked of the account in LINE: a word, or a day for an order. It is stored instead of the text. */
export const askedShape = z.union([
  z.object({
    wish: z.enum(LINE_WISHES),
    orderNumber: z.int().nullable(),
    locale: z.enum(LOCALES).nullable(),
  }),
  z.object({
    orderId: z.string(),
    day: z.string().refine(isDay),
    locale: z.enum(LOCALES).nullable(),
  }),
]);
export type Asked = z.output<typeof askedShape>;

const eventShape = z
  .object({
    timestamp: z.int(),
    messageId: z.string().optional(),
    replyToken: z.string().optional(),
    retryKey: z.uuid(),
    tries: z.int(),
    /** Whether an answer was pushed. Its retry key then makes it arrive once. */
    isPushed: z.boolean().optional(),
  })
  .and(askedShape);

/** An event that waits for an answer. `isUnsent`: its message was taken back. */
interface Question {
  eventId: string;
  subject: string;
  receivedAt: Date;
  isUnsent: boolean;
  body: z.output<typeof eventShape>;
}

const isOf = (eventId: string) =>
  and(
    eq(providerEvents.provider, 'line'),
    eq(providerEvents.eventId, eventId),
    isNull(providerEvents.settledAt),
  );

/** Handles a stored LINE event: does the action of a tapped button, or answers a word. */
export async function settleLineEvent(ctx: Ctx, eventId: string): Promise<void> {
  const [event] = await ctx.db
    .select({ isAsked: typedSql(z.boolean(), sql`jsonb_exists(${providerEvents.body}, 'retryKey')`) })
    .from(providerEvents)
    .where(isOf(eventId));
  if (event?.isAsked) await answerEvent(ctx, eventId);
  else await settleTap(ctx, eventId);
}

/**
 * Answers a word once. The answer is a free reply. A token that is spent or too old is replaced by a push, if the person
 * has just written. What cannot be answered becomes a message of the conversation, so that a person reads it.
 * @throws Error if it is not known whether LINE has the answer; the next try finds out
 */
async function answerEvent(ctx: Ctx, eventId: string): Promise<void> {
  const question = await claim(ctx, eventId);
  if (!question) return;
  try {
    if (question.isUnsent) return await settle(ctx, question, null);
    const { body, subject } = question;
    const person = await readPerson(ctx, subject, 'wish' in body ? body.orderNumber : null);
    const locale = body.locale ?? person.locale ?? LOCALE;
    const message = await composeAnswer(ctx, subject, answerOf(body, person.facts), locale);
    const result = await send(ctx, question, message, person);
    await settle(ctx, question, result === 'lost' ? locale : null);
  } catch (error) {
    await write(ctx, eventId, sql`${providerEvents.body} - 'leaseUntil'`);
    throw error;
  }
}

function answerOf(asked: Asked, facts: ChatFacts): ChatAnswer {
  return 'wish' in asked ? answerTo(asked.wish, facts) : answerToDay(asked.orderId, asked.day, facts);
}

/** Leases an event to this process. Null if it is settled, or if another process answers it. */
async function claim({ db, now }: Ctx, eventId: string): Promise<Question | null> {
  const leaseUntil = new Date(now.getTime() + LEASE_MS).toISOString();
  const lease = sql`jsonb_build_object('leaseUntil', ${leaseUntil}::text, 'tries', coalesce((${providerEvents.body} ->> 'tries')::int, 0) + 1)`;
  const isFree = sql`coalesce((${providerEvents.body} ->> 'leaseUntil')::timestamptz <= ${now.toISOString()}, true)`;
  const [row] = await transaction(db, (tx) =>
    tx
      .update(providerEvents)
      .set({ body: sql`${providerEvents.body} || ${lease}` })
      .where(and(isOf(eventId), isFree))
      .returning({
        eventId: providerEvents.eventId,
        subject: providerEvents.subject,
        receivedAt: providerEvents.receivedAt,
        body: providerEvents.body,
        // Drizzle leaves out the table of a column here, which would then be that of `u`.
        isUnsent: typedSql(
          z.boolean(),
          sql`exists (select from provider_events u where u.provider = 'line' and u.kind = 'unsend'
          and u.subject = provider_events.subject and u.body ->> 'messageId' = provider_events.body ->> 'messageId')`,
        ),
      }),
  );
  return row ? { ...row, body: eventShape.parse(row.body) } : null;
}

async function send(
  ctx: Ctx,
  { eventId, body, subject, receivedAt }: Question,
  message: object,
  { blocked }: ChatPerson,
): Promise<'sent' | 'lost'> {
  const { replyToken, tries, retryKey, timestamp, isPushed } = body;
  const isOver = tries >= TRIES_MAX;
  if (replyToken !== undefined && !isPushed) {
    const isFresh = ctx.now.getTime() - receivedAt.getTime() < REPLY_SECONDS * 1000;
    // An earlier try may have replied, and its token does not tell any more. A person reads it instead of a second answer.
    if (!isFresh && tries > 1) return 'lost';
    const { kind, why } = isFresh ? await replyToLine({ replyToken, messages: [message] }) : EXPIRED;
    if (kind === 'sent') return 'sent';
    // A token that LINE issued just before, and that is spent now, was spent by the last try. An older event may have come
    // with a token that was never good.
    if (kind === 'spent' && tries > 1) return receivedAt.getTime() - timestamp < MINUTE_MS ? 'sent' : 'lost';
    if (kind === 'unknown') {
      if (isOver) return 'lost';
      throw new Error(`the reply is not certain: ${why}`);
    }
  }
  if (blocked || ctx.now.getTime() - timestamp >= JUST_WROTE_MS) return 'lost';
  await write(ctx, eventId, sql`${providerEvents.body} || '{"isPushed":true}'`);
  const pushed = await pushToLine({ to: subject, retryKey, message });
  if (pushed.kind === 'sent') return 'sent';
  if (pushed.kind === 'refused' || isOver) return 'lost';
  throw new Error(`the push is not certain: ${pushed.why}`);
}

const EXPIRED: ReplyOutcome = { kind: 'spent', why: 'EXPIRED' };

/** Changes the body of an event that is not settled. */
async function write({ db }: Ctx, eventId: string, body: SQL): Promise<void> {
  await transaction(db, (tx) => tx.update(providerEvents).set({ body }).where(isOf(eventId)));
}

/** Ends an event. `lostIn`: the language in which an unanswered word is put into the conversation; null if it was answered. */
async function settle({ db, now }: Ctx, question: Question, lostIn: Locale | null): Promise<void> {
  const { eventId, subject, body } = question;
  await transaction(db, async (tx) => {
    await tx
      .update(providerEvents)
      .set({ settledAt: now, body: sql`${providerEvents.body} - 'leaseUntil' - 'replyToken'` })
      .where(isOf(eventId));
    if (lostIn === null) return;
    const wish = 'wish' in body ? body.wish : 'move';
    const words = [translate(lostIn, `lineChat.wishes.${wish}`)];
    if ('day' in body) words.push(body.day);
    else if (body.orderNumber !== null) words.push(`#${body.orderNumber}`);
    await receiveMessage(tx, now, {
      eventId,
      subject,
      messageId: body.messageId ?? eventId,
      content: 'text',
      text: words.join(' '),
      replyToken: null,
    });
  });
}

/** Whether a word that was written at this time can still be answered. */
export const isAnswerable = (writtenAtMs: number, now: Date): boolean =>
  now.getTime() - writtenAtMs < JUST_WROTE_MS;
