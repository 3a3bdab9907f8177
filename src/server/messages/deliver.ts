import { and, asc, eq, isNull, lt, lte, min, or, sql } from 'drizzle-orm';
import type { MessageKind } from '@/emails/messages';
import { renderMessage } from '@/emails/render';
import type { Ctx } from '../context';
import { systemNow } from '../clock';
import { transaction } from '../db/client';
import { accounts, messages } from '../db/schema';
import { sendMail } from '../gateways/mailer';
import { addJob } from '../jobs';

const LEASE_MS = 2 * 60_000;
const TRIES_MAX = 12;

/** Messages whose time has come and which no job carries any more. */
export async function listDueMessages({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.status, 'queued'), lte(messages.notBefore, now), isFree()))
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

/** Hands a due message to the worker. */
export async function enqueueMessage({ db }: Ctx, messageId: string): Promise<void> {
  await transaction(db, (tx) => addJob(tx, 'deliver_message', { messageId }, `deliver:${messageId}`));
}

/**
 * Sends one queued message and marks it sent. A process that dies in between leaves a lease; the next try carries
 * the same Message-ID.
 * @throws Error when the mail server can't take it now, so that the job is repeated
 */
export async function deliverMessage(ctx: Ctx, messageId: string): Promise<void> {
  const claimed = await claim(ctx, messageId);
  if (!claimed) return;
  const { message, account } = claimed;
  const rendered = await renderMessage(message.kind as MessageKind, message.payload as never, account?.locale ?? 'en');
  const to = message.toAddress ?? account?.email;
  const outcome = to ? await sendMail({ id: message.id, to, ...rendered }) : ({ kind: 'refused', why: 'NO_ADDRESS' } as const);
  const over = outcome.kind === 'refused' || (outcome.kind === 'failed' && message.tries >= TRIES_MAX);
  await transaction(ctx.db, (tx) =>
    tx
      .update(messages)
      .set(
        outcome.kind === 'sent'
          ? { status: 'sent', sentAt: ctx.now, channel: 'email', leaseUntil: null }
          : { status: over ? 'failed' : 'queued', lastError: outcome.why, leaseUntil: null },
      )
      .where(and(eq(messages.id, messageId), eq(messages.status, 'queued'))),
  );
  if (outcome.kind === 'failed' && !over) throw new Error(`mail not taken: ${outcome.why}`);
}

async function claim({ db, now }: Ctx, messageId: string) {
  return transaction(db, async (tx) => {
    const [message] = await tx
      .update(messages)
      .set({ leaseUntil: new Date(systemNow().getTime() + LEASE_MS), tries: sql`${messages.tries} + 1` })
      .where(and(eq(messages.id, messageId), eq(messages.status, 'queued'), lte(messages.notBefore, now), isFree()))
      .returning();
    if (!message) return null;
    const [account] = message.accountId
      ? await tx.select({ email: accounts.email, locale: accounts.locale }).from(accounts).where(eq(accounts.id, message.accountId))
      : [];
    return { message, account };
  });
}
