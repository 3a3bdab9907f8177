import { MAGIC_LINK_MINUTES, PASSWORD_RESET_MINUTES } from '@/domain/link';
import { sendableFrom } from '@/domain/message';
import type { messages } from '../db/schema';
import type { SendOutcome } from '../gateways/mailer';
import { hasForgottenPayload } from './secrets';

export type Message = typeof messages.$inferSelect;

/**
 * How a try went; `broken`: by an error of the message's own. `channel`: how it was sent, or how it may already have been;
 * null when certainly in no way.
 */
export type Outcome = (SendOutcome | { kind: 'withheld' | 'broken'; why: string }) & {
  channel: Message['channel'];
};

/** Waits between tries; the last one repeats. */
const AGAIN_AFTER_MS = [30_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
const GIVE_UP_MS = 3 * 86_400_000;

/** Minutes after which the link in a message has expired and the message is dropped. */
const USELESS_AFTER_MINUTES = new Map<string, number>([
  ['magic_link', MAGIC_LINK_MINUTES],
  ['password_reset', PASSWORD_RESET_MINUTES],
]);

/**
 * Decides what becomes of a due message that is free: it is leased to be sent, waits for the morning, or is dropped. To
 * a deleted account only what has an address of its own is sent.
 */
export function decideBefore(
  message: Message,
  facts: { now: Date; leaseUntil: Date; isDeleted: boolean; lineUserId: string | null },
): Partial<Message> {
  const { now, leaseUntil, isDeleted, lineUserId } = facts;
  if ((isDeleted && message.toAddress === null) || isUseless(message, now))
    return { status: 'dropped', jobUntil: null, ...withoutSecret(message) };
  const notBefore = message.asked ? now : sendableFrom(now);
  if (notBefore > now) return { notBefore, jobUntil: null };
  // Written before the message is sent, so that after a crash its channel is known.
  return { channel: lineUserId === null ? 'email' : 'line', leaseUntil, tries: message.tries + 1 };
}

/**
 * Decides what becomes of a message after a try. A secret is deleted as soon as its message is sent or given up, and
 * with a deleted account the last trace of who it was.
 * @param outcome null when the lease left no time to begin: another try follows at once
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
  // LINE's tries end by themselves, in a mail.
  const mayBeGivenUp = outcome.channel === 'email' || outcome.kind === 'broken';
  const isTooOld = mayBeGivenUp && now.getTime() - message.createdAt.getTime() >= GIVE_UP_MS;
  if (outcome.kind === 'refused' || isTooOld) return { status: 'failed', lastError, ...over };
  const wait = AGAIN_AFTER_MS[Math.min(message.tries, AGAIN_AFTER_MS.length) - 1] ?? 0;
  const notBefore = new Date(now.getTime() + wait);
  return { channel: outcome.channel, lastError, notBefore, jobUntil: null, leaseUntil: null };
}

function isUseless({ kind, createdAt }: Message, now: Date): boolean {
  const minutes = USELESS_AFTER_MINUTES.get(kind);
  return minutes !== undefined && now.getTime() - createdAt.getTime() >= minutes * 60_000;
}

/** Returns the payload without its secret link; the order's id stays. */
function withoutSecret({ kind, payload }: Message): Partial<Message> {
  if (!hasForgottenPayload(kind)) return {};
  const { orderId } = payload;
  return { payload: orderId === undefined ? {} : { orderId } };
}
