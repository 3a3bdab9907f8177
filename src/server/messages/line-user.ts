import { and, eq } from 'drizzle-orm';
import { settings } from '@/env';
import { mayGoByLine } from '@/emails/messages';
import type { Tx } from '../db/client';
import { identities, type messages } from '../db/schema';

/**
 * Returns the LINE user who can receive a message now: a friend who has not blocked us. null without one, when the
 * message is for an address, and once e-mail was chosen: a mail that may have been sent must not come by LINE as well.
 */
export async function findLineUser(tx: Tx, message: typeof messages.$inferSelect): Promise<string | null> {
  const { accountId, toAddress, channel, kind } = message;
  if (!settings().LINE_MESSAGING_ACCESS_TOKEN || !mayGoByLine(kind)) return null;
  if (accountId === null || toAddress !== null || channel === 'email') return null;
  const [friend] = await tx
    .select({ subject: identities.subject })
    .from(identities)
    .where(
      and(
        eq(identities.provider, 'line'),
        eq(identities.accountId, accountId),
        eq(identities.friend, true),
        eq(identities.blocked, false),
      ),
    );
  return friend?.subject ?? null;
}
