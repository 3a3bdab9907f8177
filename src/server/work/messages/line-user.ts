import { and, eq } from 'drizzle-orm';
import { settings } from '@/settings/settings';
import { mayGoByLine } from '@/emails/messages';
import type { Tx } from '../../db';
import { identities, type messages } from '../../db/schema';

type Message = typeof messages.$inferSelect;

/**
 * Returns the SQL condition that an identity is a LINE friend who has not blocked the LINE official account.
 */
export function isReachableFriend() {
  return and(eq(identities.provider, 'line'), eq(identities.friend, true), eq(identities.blocked, false));
}

/**
 * Whether a message may be sent by LINE. False if the message has its own e-mail address. False also if the
 * message was or may have been mailed.
 */
export function mayBePushed({ accountId, toAddress, channel, kind }: Message): boolean {
  if (!settings().LINE_MESSAGING_ACCESS_TOKEN || !mayGoByLine(kind)) return false;
  const isToPerson = accountId !== null || kind === 'conversation_answer';
  return isToPerson && toAddress === null && channel !== 'email';
}

/** Returns the LINE user who can receive a message now, or null. */
export async function findLineUser(tx: Tx, message: Message): Promise<string | null> {
  if (!mayBePushed(message)) return null;
  const [friend] = await tx
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.accountId, message.accountId ?? ''), isReachableFriend()));
  return friend?.subject ?? null;
}
