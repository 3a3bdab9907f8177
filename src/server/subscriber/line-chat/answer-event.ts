import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { REPLY_SECONDS } from '@/domain/conversation';
import { isDay } from '@/domain/day';
import { MINUTE_MS } from '@/domain/duration';
import { answerTo, answerToDay, type ChatAnswer, type ChatFacts } from '@/domain/line-answer';
import { answerToSlip } from '@/domain/line-slip';
import { LINE_WISHES } from '@/domain/line-words';
import { LOCALES, type Locale } from '@/domain/locale';
import { translate } from '@/locales/translate';
import { transaction } from '../../db';
import { typedSql } from '../../db/query-rows';
import { providerEvents } from '../../db/schema';
import { pushToLine } from '../../gateways/line/push';
import { replyToLine, type ReplyOutcome } from '../../gateways/line/reply';
import { receiveMessage, unsendMessage } from '../../lifecycle/conversations';
import { queueAwaitedSlip } from '../../money/payment-links/slip-answer';
import type { Ctx } from '../../platform/context';
import { settleTap } from '../message-links/line-taps';
import { composeAnswer } from './compose';
import { readPerson, type ChatPerson } from './facts';
import { seeCheckedSlip, seePicture, type SeenPicture } from './see-picture';

/** How long a person has just written: until then an answer may be pushed, which the quota counts. */
const JUST_WROTE_MS = 10 * MINUTE_MS;
/** How long one try may last. Longer than the time limits of a reply and a push. */
const LEASE_MS = MINUTE_MS;
const TRIES_MAX = 8;
/** How long a picture is fetched while LINE fails. After it the staff reads that one was sent. */
const PICTURE_WAIT_MS = 60 * MINUTE_MS;
/** The language of somebody whose words and account tell none. */
const LOCALE: Locale = 'th';

/** What was asked of the account in LINE: a word, a day for an order, or what a picture is. It is stored instead of the text. */
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
  /** The id of the message of a picture. */
  z.object({ picture: z.string(), locale: z.null() }),
  /** The id of a slip that an earlier answer said is being checked. */
  z.object({ slip: z.string(), locale: z.null() }),
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

/** In the `returning` of an update Drizzle leaves out the table of a column, which would then be that of `u`. */
const IS_UNSENT = typedSql(
  z.boolean(),
  sql`exists (select from provider_events u where u.provider = 'line' and u.kind = 'unsend'
    and u.subject = provider_events.subject and u.body ->> 'messageId' = provider_events.body ->> 'messageId')`,
);

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
 * Answers a word or a transfer slip once. The answer is a free reply. A token that is spent or too old is replaced by a
 * push, if the person has just written. What cannot be answered, and every other picture, becomes a message of the
 * conversation, so that a person reads it.
 * @throws Error if it is not known whether LINE has the answer; the next try finds out
 */
async function answerEvent(ctx: Ctx, eventId: string): Promise<void> {
  const question = await claim(ctx, eventId);
  if (!question) return;
  const { body, subject, isUnsent } = question;
  // A try that ends before its reply does not count.
  let tries = body.tries - 1;
  try {
    if (isUnsent) return await settle(ctx, question, null);
    const seen = await see(ctx, question);
    if ('slip' in body && seen === null) return await settle(ctx, question, null);
    const person = await readPerson(ctx, subject, 'wish' in body ? body.orderNumber : null);
    const locale = body.locale ?? person.locale ?? LOCALE;
    const answer = answerOf(body, seen, person.facts);
    const message = answer && (await composeAnswer(ctx, subject, answer, locale));
    ({ tries } = body);
    const result = message && (await send(ctx, question, message, person));
    const isRead = result !== 'sent' || seen?.slip?.result === 'ask';
    await settle(
      ctx,
      question,
      isRead ? { locale, jpeg: seen?.jpeg ?? null, isAnswered: answer !== null } : null,
      result === 'sent' ? seen?.awaits : undefined,
    );
  } catch (error) {
    await write(
      ctx,
      eventId,
      sql`(${providerEvents.body} - 'leaseUntil') || jsonb_build_object('tries', ${tries}::int)`,
    );
    throw error;
  }
}

async function see(ctx: Ctx, { subject, receivedAt, body }: Question): Promise<SeenPicture | null> {
  if ('slip' in body) return seeCheckedSlip(ctx, subject, body.slip);
  if (!('picture' in body)) return null;
  return seePicture(ctx, subject, body.picture, ctx.now.getTime() - receivedAt.getTime() >= PICTURE_WAIT_MS);
}

/** Returns the answer; null for a picture that shows no transfer slip. */
function answerOf(asked: Asked, seen: SeenPicture | null, facts: ChatFacts): ChatAnswer | null {
  if ('wish' in asked) return answerTo(asked.wish, facts);
  if ('day' in asked) return answerToDay(asked.orderId, asked.day, facts);
  return seen?.slip ? answerToSlip(seen.slip.result, seen.slip.payment, facts) : null;
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
        isUnsent: IS_UNSENT,
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

/** What the staff reads of an event. */
interface Read {
  /** The language in which a word is written. */
  locale: Locale;
  jpeg: Buffer | null;
  isAnswered: boolean;
}

/**
 * Ends an event. `read`: what is put into the conversation; null if it was answered. `awaits`: the slip that the answer said is
 * being checked.
 * @throws Error if it was deleted meanwhile
 */
async function settle(
  { db, now }: Ctx,
  question: Question,
  read: Read | null,
  awaits?: string,
): Promise<void> {
  const { eventId, subject, body, receivedAt } = question;
  const messageId = body.messageId ?? eventId;
  await transaction(db, async (tx) => {
    if (read !== null) {
      const isFresh = !read.isAnswered && now.getTime() - receivedAt.getTime() < REPLY_SECONDS * 1000;
      await receiveMessage(tx, now, {
        eventId,
        subject,
        messageId,
        ...contentOf(body, read),
        replyToken: isFresh ? (body.replyToken ?? null) : null,
      });
    }
    const [settled] = await tx
      .update(providerEvents)
      .set({
        settledAt: now,
        body: sql`${providerEvents.body} - 'leaseUntil' - 'replyToken' || ${JSON.stringify(awaits === undefined ? {} : { awaits })}::jsonb`,
      })
      .where(isOf(eventId))
      .returning({ isUnsent: IS_UNSENT });
    if (!settled) throw new Error('the event was deleted or settled meanwhile');
    if (awaits !== undefined) await queueAwaitedSlip(tx, now, awaits);
    if (read !== null && settled.isUnsent) await unsendMessage(tx, subject, messageId);
  });
}

function contentOf(asked: Asked, { locale, jpeg }: Read) {
  if ('picture' in asked || 'slip' in asked) return { content: 'picture' as const, text: null, jpeg };
  const words = [translate(locale, `lineChat.wishes.${'wish' in asked ? asked.wish : 'move'}`)];
  if ('day' in asked) words.push(asked.day);
  else if (asked.orderNumber !== null) words.push(`#${asked.orderNumber}`);
  return { content: 'text' as const, text: words.join(' ') };
}

/** Whether a word that was written at this time can still be answered. */
export const isAnswerable = (writtenAtMs: number, now: Date): boolean =>
  now.getTime() - writtenAtMs < JUST_WROTE_MS;
