import { and, eq, lte } from 'drizzle-orm';
import { MAGIC_LINK_MINUTES, PASSWORD_RESET_MINUTES } from '@/domain/link';
import { sendableFrom } from '@/domain/message';
import type { Ctx } from '../context';
import { systemNow } from '../clock';
import { transaction } from '../db/client';
import { accounts, messages } from '../db/schema';
import { sendMessage, type Message, type Outcome, type Turn } from './channels';
import { findLineUser } from './line-user';
import { hasFailedEmail, noteMailFailure } from './mail-failures';
import { isFree } from './delivery-jobs';
import { hasForgottenPayload } from './secrets';

const LEASE_MS = 2 * 60_000;
/** Waits between tries; the last one repeats. */
const AGAIN_AFTER_MS = [30_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
const GIVE_UP_MS = 3 * 86_400_000;

/** After so many minutes the link in a message works no more, and the message helps nobody. */
const USELESS_AFTER_MINUTES = new Map<string, number>([
  ['magic_link', MAGIC_LINK_MINUTES],
  ['password_reset', PASSWORD_RESET_MINUTES],
]);

function isUseless({ kind, createdAt }: Message, now: Date): boolean {
  const minutes = USELESS_AFTER_MINUTES.get(kind);
  return minutes !== undefined && now.getTime() - createdAt.getTime() >= minutes * 60_000;
}

/**
 * Sends one due message and marks it sent. A process that dies in between leaves a lease; the next try carries the
 * same Message-ID, and the same retry key to LINE. What nobody can take now waits in the outbox, ever longer, for up to
 * three days. To a deleted account only what has an address of its own is sent, and forgotten then. A secret is
 * forgotten as soon as its message is sent or given up.
 */
export async function deliverMessage(ctx: Ctx, messageId: string): Promise<void> {
  const turn = await claim(ctx, messageId);
  if (!turn) return;
  const outcome = await sendMessage(ctx, turn);
  await transaction(ctx.db, async (tx) => {
    await tx
      .update(messages)
      .set({ ...afterwards(ctx.now, turn.message, outcome, turn.deletedAt), leaseUntil: null })
      .where(and(eq(messages.id, messageId), eq(messages.status, 'queued')));
    const email = turn.message.toAddress ?? turn.reader?.email;
    if (outcome.kind === 'refused' && outcome.channel === 'email' && email !== undefined)
      await noteMailFailure(tx, ctx.now, { email, failure: 'refused' });
  });
}

function afterwards(now: Date, message: Message, outcome: Outcome, deletedAt: Date | null): Partial<Message> {
  const forgotten = {
    ...withoutSecret(message),
    // The last trace of who a deleted account was.
    ...(deletedAt && { toAddress: null, payload: {} }),
  };
  const { channel } = outcome;
  if (outcome.kind === 'sent') return { status: 'sent', sentAt: now, channel, ...forgotten };
  const lastError = outcome.why;
  if (outcome.kind === 'withheld')
    return { status: 'dropped', channel, lastError, jobUntil: null, ...forgotten };
  // LINE's tries end by themselves, in a mail.
  const tooOld = channel === 'email' && now.getTime() - message.createdAt.getTime() >= GIVE_UP_MS;
  if (outcome.kind === 'refused' || tooOld) return { status: 'failed', channel, lastError, ...forgotten };
  const wait = AGAIN_AFTER_MS[Math.min(message.tries, AGAIN_AFTER_MS.length) - 1] ?? 0;
  return { channel, lastError, notBefore: new Date(now.getTime() + wait), jobUntil: null };
}

/** The payload without what a link lets somebody do; of which order it told stays. */
function withoutSecret({ kind, payload }: Message): Partial<Message> {
  if (!hasForgottenPayload(kind)) return {};
  const { orderId } = payload;
  return { payload: orderId === undefined ? {} : { orderId } };
}

async function claim(
  { db, now }: Ctx,
  messageId: string,
): Promise<(Turn & { deletedAt: Date | null }) | null> {
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
          .select({
            email: accounts.email,
            locale: accounts.locale,
            deletedAt: accounts.deletedAt,
            hasFailedEmail: hasFailedEmail(),
          })
          .from(accounts)
          .where(eq(accounts.id, due.accountId))
      : [];
    if ((account?.deletedAt && due.toAddress === null) || isUseless(due, now)) {
      await change({
        status: 'dropped',
        jobUntil: null,
        ...withoutSecret(due),
      });
      return null;
    }
    const notBefore = due.asked ? now : sendableFrom(now);
    if (notBefore > now) {
      await change({ notBefore, jobUntil: null });
      return null;
    }
    const lineUserId = await findLineUser(tx, due);
    const [message] = await change({
      // Before anything leaves: whoever finds it after a crash knows which way it may have gone.
      channel: lineUserId === null ? 'email' : 'line',
      leaseUntil: new Date(systemNow().getTime() + LEASE_MS),
      tries: due.tries + 1,
    });
    if (!message) return null;
    const before = { wasPushed: due.channel === 'line', wasMailed: due.channel === 'email' };
    return { message, reader: account, lineUserId, ...before, deletedAt: account?.deletedAt ?? null };
  });
}
