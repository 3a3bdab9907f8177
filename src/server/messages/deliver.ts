import { and, asc, eq, isNull, lt, lte, min, or, sql } from 'drizzle-orm';
import { sendableFrom } from '@/domain/message';
import type { MessageKind } from '@/emails/messages';
import { renderMessage } from '@/emails/render';
import type { Ctx } from '../context';
import { systemNow } from '../clock';
import { transaction } from '../db/client';
import { accounts, messages } from '../db/schema';
import { sendMail, type SendOutcome } from '../gateways/mailer';
import { addDelivery, jobEnd } from './outbox';

const LEASE_MS = 2 * 60_000;
/** Waits between tries; the last one repeats. */
const AGAIN_AFTER_MS = [30_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
const GIVE_UP_MS = 3 * 86_400_000;

type Message = typeof messages.$inferSelect;

/** Messages whose time has come and which no job carries any more. */
export async function listDueMessages({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.status, 'queued'), lte(messages.notBefore, now), isCarriedByNobody(), isFree()))
    .orderBy(asc(messages.notBefore), asc(messages.id))
    .limit(limit);
}

export async function nextMessageAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(messages.notBefore) })
    .from(messages)
    .where(and(eq(messages.status, 'queued'), sql`${messages.notBefore} > ${after.toISOString()}`));
  return row?.at ?? null;
}

function isFree() {
  return or(isNull(messages.leaseUntil), lt(messages.leaseUntil, systemNow()));
}

function isCarriedByNobody() {
  return or(isNull(messages.jobUntil), lt(messages.jobUntil, systemNow()));
}

/** Hands a due message to the worker, unless another run just has. */
export async function enqueueMessage({ db, now }: Ctx, messageId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [handed] = await tx
      .update(messages)
      .set({ jobUntil: jobEnd() })
      .where(and(eq(messages.id, messageId), eq(messages.status, 'queued'), isCarriedByNobody()))
      .returning({ id: messages.id });
    if (handed) await addDelivery(tx, now, messageId);
  });
}

/**
 * Sends one due message and marks it sent. A process that dies in between leaves a lease; the next try carries the
 * same Message-ID. What the mail server can't take now waits in the outbox, ever longer, for up to three days. To a
 * deleted account only what has an address of its own is sent, and forgotten then.
 */
export async function deliverMessage(ctx: Ctx, messageId: string): Promise<void> {
  const claimed = await claim(ctx, messageId);
  if (!claimed) return;
  const { message, account } = claimed;
  const rendered = await renderMessage(
    message.kind as MessageKind,
    message.payload as never,
    account?.locale ?? 'en',
  );
  const to = message.toAddress ?? account?.email;
  const outcome = to
    ? await sendMail({ id: message.id, to, ...rendered })
    : ({ kind: 'refused', why: 'NO_ADDRESS' } as const);
  await transaction(ctx.db, (tx) =>
    tx
      .update(messages)
      .set({ ...afterwards(ctx.now, message, outcome, account?.deletedAt ?? null), leaseUntil: null })
      .where(and(eq(messages.id, messageId), eq(messages.status, 'queued'))),
  );
}

function afterwards(
  now: Date,
  message: Message,
  outcome: SendOutcome,
  deletedAt: Date | null,
): Partial<Message> {
  // The last trace of who a deleted account was.
  const forgotten = deletedAt ? { toAddress: null, payload: {} } : {};
  if (outcome.kind === 'sent') return { status: 'sent', sentAt: now, channel: 'email', ...forgotten };
  const tooOld = now.getTime() - message.createdAt.getTime() >= GIVE_UP_MS;
  if (outcome.kind === 'refused' || tooOld) return { status: 'failed', lastError: outcome.why, ...forgotten };
  const wait = AGAIN_AFTER_MS[Math.min(message.tries, AGAIN_AFTER_MS.length) - 1] ?? 0;
  return { lastError: outcome.why, notBefore: new Date(now.getTime() + wait), jobUntil: null };
}

async function claim({ db, now }: Ctx, messageId: string) {
  return transaction(db, async (tx) => {
    const [due] = await tx
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.id, messageId),
          eq(messages.status, 'queued'),
          lte(messages.notBefore, now),
          isFree(),
        ),
      )
      .for('update');
    if (!due) return null;
    const change = (values: Partial<Message>) =>
      tx.update(messages).set(values).where(eq(messages.id, messageId)).returning();
    const [account] = due.accountId
      ? await tx
          .select({ email: accounts.email, locale: accounts.locale, deletedAt: accounts.deletedAt })
          .from(accounts)
          .where(eq(accounts.id, due.accountId))
      : [];
    if (account?.deletedAt && due.toAddress === null) {
      await change({ status: 'dropped', jobUntil: null });
      return null;
    }
    const notBefore = due.asked ? now : sendableFrom(now);
    if (notBefore > now) {
      await change({ notBefore, jobUntil: null });
      return null;
    }
    const [message] = await change({
      leaseUntil: new Date(systemNow().getTime() + LEASE_MS),
      tries: due.tries + 1,
    });
    return message ? { message, account } : null;
  });
}
