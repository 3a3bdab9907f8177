import { causeOfRefusal, isAddressDead, REFUSED_AGAIN_AFTER_MS } from '@/domain/mail-refusal';
import { sendableFrom } from '@/domain/quiet-hours';
import type { MessageFacts } from '@/emails/message';
import {
  goesToFormerOwner,
  isExpired,
  isObsolete,
  isOptional,
  payloadWithoutSecret,
} from '@/emails/messages';
import type { messages } from '../../db/schema';
import type { SendOutcome } from '../../gateways/mailer';

export type Message = typeof messages.$inferSelect;

/**
 * The result of one try to send a message. `broken`: the message caused an error, for example in rendering.
 * `channel`: the channel that sent or may have sent the message; null if certainly none did.
 */
export type Outcome = (SendOutcome | { kind: 'withheld' | 'broken'; why: string }) & {
  channel: Message['channel'];
};

/** The waits between tries, in milliseconds. The last wait repeats. */
const RETRY_AFTER_MS = [30_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
const GIVE_UP_MS = 3 * 86_400_000;

/**
 * Returns the change of a due message before it is sent: a lease, a later time after the quiet hours, or a
 * drop. For a deleted account, only messages with their own address are sent.
 * Optional messages are sent only to accounts that want them.
 */
export function decideBefore(
  message: Message,
  facts: {
    now: Date;
    leaseUntil: Date;
    isDeleted: boolean;
    wantsOptional: boolean;
    about: MessageFacts;
    lineUserId: string | null;
  },
): Partial<Message> {
  const { now, leaseUntil, isDeleted, wantsOptional, lineUserId } = facts;
  if ((isDeleted && message.toAddress === null) || isTooLate(message, now))
    return { status: 'dropped', jobUntil: null, ...withoutSecret(message) };
  if (isUnsent(message) && isObsolete(message.kind, message.payload, facts.about))
    return { status: 'dropped', lastError: 'OBSOLETE', jobUntil: null, ...withoutSecret(message) };
  if (isOptional(message.kind) && !wantsOptional)
    return { status: 'dropped', lastError: 'UNSUBSCRIBED', jobUntil: null };
  const notBefore = message.asked ? now : sendableFrom(now);
  if (notBefore > now) return { notBefore, jobUntil: null };
  // Written before the message is sent, so that its channel is known after a crash.
  return { channel: lineUserId === null ? 'email' : 'line', leaseUntil, tries: message.tries + 1 };
}

/**
 * Returns the change of a message after a try. Once the message is sent or has failed, its secret link is
 * deleted. For a deleted account, its address and payload are deleted, too. A mail that is refused for good goes by
 * LINE if possible.
 * @param outcome null if the lease was too short to start; the next try follows at once
 */
export function decideAfter(
  message: Message,
  outcome: Outcome | null,
  facts: {
    now: Date;
    isDeleted: boolean;
    channelBefore: Message['channel'];
    /** Whether LINE reaches the account and did not just refuse the message. Default: false. */
    canPush?: boolean;
  },
): Partial<Message> {
  const { now, isDeleted, channelBefore } = facts;
  if (!outcome) return { channel: channelBefore, tries: message.tries - 1, jobUntil: null, leaseUntil: null };
  const over = {
    channel: outcome.channel,
    leaseUntil: null,
    ...withoutSecret(message),
    ...((isDeleted || goesToFormerOwner(message.kind)) && { toAddress: null, payload: {} }),
  };
  if (outcome.kind === 'sent') return { status: 'sent', sentAt: now, ...over };
  const lastError = outcome.why;
  if (outcome.kind === 'withheld') return { status: 'dropped', lastError, jobUntil: null, ...over };
  const againAt = outcome.kind === 'refused' ? refusedAgainAt(message, outcome, now) : null;
  if (againAt !== null)
    return { channel: 'email', lastError, notBefore: againAt, jobUntil: null, leaseUntil: null };
  if (outcome.kind === 'refused' && facts.canPush) return byLine(lastError, now);
  // A message that LINE cannot send is mailed, so only a mail can fail finally.
  const mayFail = outcome.channel === 'email' || outcome.kind === 'broken';
  const isTooOld = mayFail && now.getTime() - message.createdAt.getTime() >= GIVE_UP_MS;
  if (outcome.kind === 'refused' || isTooOld) return { status: 'failed', lastError, ...over };
  const wait = RETRY_AFTER_MS[Math.min(message.tries, RETRY_AFTER_MS.length) - 1] ?? 0;
  const notBefore = new Date(now.getTime() + wait);
  return { channel: outcome.channel, lastError, notBefore, jobUntil: null, leaseUntil: null };
}

/** Returns when a refused mail is tried again; null if it is refused for good or would be expired by then. */
function refusedAgainAt(
  message: Message,
  { cause }: Extract<SendOutcome, { kind: 'refused' }>,
  now: Date,
): Date | null {
  if (cause === null || isAddressDead(cause, message.lastError)) return null;
  const at = new Date(now.getTime() + REFUSED_AGAIN_AFTER_MS[cause]);
  const isGivenUp = cause === 'other' && at.getTime() - message.createdAt.getTime() > GIVE_UP_MS;
  return isGivenUp || isTooLate(message, at) ? null : at;
}

/** Returns the change that sends a mailed message by LINE instead. The retry key stays: LINE accepts it once. */
function byLine(lastError: string, now: Date): Partial<Message> {
  return { channel: null, tries: 0, lastError, notBefore: now, jobUntil: null, leaseUntil: null };
}

/**
 * Whether no earlier try may have sent a message: none used a channel, or the last one was refused by the mail server. A
 * lease is left by a try without a known result.
 */
function isUnsent({ channel, lastError, leaseUntil }: Message): boolean {
  return channel === null || (leaseUntil === null && causeOfRefusal(lastError ?? '') !== null);
}

const isTooLate = ({ kind, payload, createdAt }: Message, now: Date): boolean =>
  isExpired(kind, payload, { createdAt, now });

function withoutSecret({ kind, payload }: Message): Partial<Message> {
  return { payload: payloadWithoutSecret(kind, payload) };
}
