import { MAGIC_LINK_MINUTES, PASSWORD_RESET_MINUTES } from '@/domain/link';
import { sendableFrom } from '@/domain/quiet-hours';
import type { messages } from '../db/schema';
import type { SendOutcome } from '../gateways/mailer';
import { hasForgottenPayload } from './secrets';

export type Message = typeof messages.$inferSelect;

/**
 * The result of a try. `broken`: an error of this message, for example in rendering. `channel`: by which it was or may
 * have been sent; null if certainly not sent.
 */
export type Outcome = (SendOutcome | { kind: 'withheld' | 'broken'; why: string }) & {
  channel: Message['channel'];
};

/** Waits between tries; the last one repeats. */
const RETRY_AFTER_MS = [30_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
const GIVE_UP_MS = 3 * 86_400_000;

/** Minutes after which the link in a message has expired and the message is dropped. */
const EXPIRES_AFTER_MINUTES = new Map<string, number>([
  ['magic_link', MAGIC_LINK_MINUTES],
  ['password_reset', PASSWORD_RESET_MINUTES],
]);

/**
 * Decides about a due message: it is leased, postponed to the morning, or dropped. For a deleted account only messages
 * with their own address are sent.
 */
export function decideBefore(
  message: Message,
  facts: { now: Date; leaseUntil: Date; isDeleted: boolean; lineUserId: string | null },
): Partial<Message> {
  const { now, leaseUntil, isDeleted, lineUserId } = facts;
  if ((isDeleted && message.toAddress === null) || isExpired(message, now))
    return { status: 'dropped', jobUntil: null, ...withoutSecret(message) };
  const notBefore = message.asked ? now : sendableFrom(now);
  if (notBefore > now) return { notBefore, jobUntil: null };
  // Written before the message is sent, so that its channel is known after a crash.
  return { channel: lineUserId === null ? 'email' : 'line', leaseUntil, tries: message.tries + 1 };
}

/**
 * Decides about a message after a try. Its secret link is deleted once the message is sent or failed; for a deleted
 * account, also its address and payload.
 * @param outcome null if the lease was too short to start; the next try follows at once
 */
export function decideAfter(
  message: Message,
  outcome: Outcome | null,
  facts: { now: Date; isDeleted: boolean; channelBefore: Message['channel'] },
): Partial<Message> {
  const { now, isDeleted, channelBefore } = facts;
  if (!outcome) return { channel: channelBefore, tries: message.tries - 1, jobUntil: null, leaseUntil: null };
  const over = {
    ...{ channel: outcome.channel, leaseUntil: null },
    ...withoutSecret(message),
    ...(isDeleted && { toAddress: null, payload: {} }),
  };
  if (outcome.kind === 'sent') return { status: 'sent', sentAt: now, ...over };
  const lastError = outcome.why;
  if (outcome.kind === 'withheld') return { status: 'dropped', lastError, jobUntil: null, ...over };
  // After LINE's tries the message is mailed, so only mail fails for good.
  const mayFail = outcome.channel === 'email' || outcome.kind === 'broken';
  const isTooOld = mayFail && now.getTime() - message.createdAt.getTime() >= GIVE_UP_MS;
  if (outcome.kind === 'refused' || isTooOld) return { status: 'failed', lastError, ...over };
  const wait = RETRY_AFTER_MS[Math.min(message.tries, RETRY_AFTER_MS.length) - 1] ?? 0;
  const notBefore = new Date(now.getTime() + wait);
  return { channel: outcome.channel, lastError, notBefore, jobUntil: null, leaseUntil: null };
}

function isExpired({ kind, createdAt }: Message, now: Date): boolean {
  const minutes = EXPIRES_AFTER_MINUTES.get(kind);
  return minutes !== undefined && now.getTime() - createdAt.getTime() >= minutes * 60_000;
}

/** Removes the secret link from the payload; the order's id stays. */
function withoutSecret({ kind, payload }: Message): Partial<Message> {
  if (!hasForgottenPayload(kind)) return {};
  const { orderId } = payload;
  return { payload: orderId === undefined ? {} : { orderId } };
}
