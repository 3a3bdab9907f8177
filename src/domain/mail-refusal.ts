import { DAY_MS } from './duration';

/** What a mail server's permanent refusal is about: the recipient's address, or the mail, the sender or the mailbox. */
export type RefusalCause = 'address' | 'other';

/** How long a refused mail waits for its next try. */
export const REFUSED_AGAIN_AFTER_MS: Record<RefusalCause, number> = {
  address: 2 * DAY_MS,
  other: DAY_MS,
};

// RFC 3463, subject 1: addressing. The details 7 and 8 are about the sender's address.
const ADDRESSING = 1;
const ABOUT_SENDER = [7, 8];
// RFC 5321: mailbox unavailable, user not local, mailbox name not allowed. Used without an enhanced code only.
const MAILBOX_REPLIES = [550, 551, 553];

/**
 * Returns the cause of a permanent refusal; null if the reply is no permanent refusal. The enhanced status code
 * decides (RFC 3463). Without one, the reply code decides (RFC 5321).
 * @param reply the server's reply, such as `550 5.1.1 no such user`
 */
export function causeOfRefusal(reply: string): RefusalCause | null {
  const [, code = '', subject, detail] = /^(5\d\d)(?:[ -]5\.(\d{1,3})\.(\d{1,3})(?!\d))?/.exec(reply) ?? [];
  if (subject !== undefined && Number(subject) === ADDRESSING && !ABOUT_SENDER.includes(Number(detail)))
    return 'address';
  // Replies below 550 are about the protocol, such as a missing log-in. They can end without a change of the mail.
  if (code < '550') return null;
  return subject === undefined && MAILBOX_REPLIES.includes(Number(code)) ? 'address' : 'other';
}

/**
 * Whether a refusal shows that an address accepts no mail: it is about the address, and so was the refusal of the same
 * mail days before.
 */
export function isAddressDead(refused: RefusalCause, previousReply: string | null): boolean {
  return refused === 'address' && previousReply !== null && causeOfRefusal(previousReply) === 'address';
}
