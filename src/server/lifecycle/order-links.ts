import { createHash, randomBytes } from 'node:crypto';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import type { LinkAction } from '@/domain/order-link';
import type { SubstituteOffer } from '@/domain/substitute';
import { AppError } from '@/domain/errors';
import { SECRET_FIELDS } from '@/emails/messages';
import type { Tx } from '../db';
import { messages, orderLinks, orders } from '../db/schema';
import { endTalkTokens } from './conversations';
import { siteUrl } from '../platform/site-url';

const TOKEN_BYTES = 24;

/** A link to be made. `paymentDate`: the present payment date of the order. `moveTo`: the day of a move; default: a week later. `swap`: the offered substitute. */
export interface NewOrderLink {
  orderId: string;
  action: LinkAction;
  paymentDate: Day;
  moveTo?: Day;
  swap?: SubstituteOffer;
}

/**
 * Returns the hash under which a token is stored. A token has 192 random bits, so that the hash needs no secret, and the
 * link outlives a change of APP_SECRET.
 */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Makes links for messages, in one statement. Only the hashes of the tokens are stored.
 * @returns the tokens, in the order of `links`
 */
export async function writeOrderLinks(tx: Tx, now: Date, links: readonly NewOrderLink[]): Promise<string[]> {
  if (links.length === 0) return [];
  const made = links.map((link) => ({ link, token: randomBytes(TOKEN_BYTES).toString('base64url') }));
  await tx
    .insert(orderLinks)
    .values(made.map(({ link, token }) => ({ ...link, tokenHash: hashOfToken(token), createdAt: now })));
  return made.map(({ token }) => token);
}

/** Returns the URL of a link in the reader's language. */
export function orderLinkUrl(locale: Locale, action: LinkAction, token: string): string {
  return siteUrl(locale, `/${action === 'fix' ? 'fix' : 'do'}/${token}`);
}

/** Makes the link that repairs the payment of an order. @returns its URL */
export async function writeRepairLink(
  tx: Tx,
  now: Date,
  order: { id: string; paymentDate: Day },
  locale: Locale,
): Promise<string> {
  const { id: orderId, paymentDate } = order;
  const [token = ''] = await writeOrderLinks(tx, now, [{ orderId, action: 'fix', paymentDate }]);
  return orderLinkUrl(locale, 'fix', token);
}

/**
 * Ends the links in all messages to an account, also those of conversations: their reader may no longer be its owner. Messages that are not sent yet
 * are sent without the links. Buttons in LINE go on working, because a tap names its LINE user. Payment links stay,
 * because they can only pay.
 */
export async function endOrderLinks(tx: Tx, now: Date, accountId: string): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.accountId, accountId));
  await tx
    .update(orderLinks)
    .set({ endedAt: now })
    .where(and(inArray(orderLinks.orderId, own), isNull(orderLinks.endedAt)));
  await endTalkTokens(tx, accountId);
  const links = `{${SECRET_FIELDS.join(',')}}`;
  await tx
    .update(messages)
    .set({ payload: sql`${messages.payload} - ${links}::text[]` })
    .where(
      and(
        eq(messages.accountId, accountId),
        eq(messages.status, 'queued'),
        sql`jsonb_exists_any(${messages.payload}, ${links}::text[])`,
      ),
    );
}

/**
 * A link through which an order is changed. `isTap`: its LINE user tapped it, so that an ended link works too. `undo`:
 * the change takes back the action of the link, which is then open again.
 */
export interface UsedLink {
  tokenHash: string;
  isTap: boolean;
  undo?: boolean;
}

/**
 * Marks a link as used, or as open after its action was taken back, in the transaction of the change.
 * @param version the version of the subscription after the change
 * @throws AppError ORDER_NOT_UPCOMING if it was used, taken back or ended before
 */
export async function markOrderLink(
  tx: Tx,
  now: Date,
  { tokenHash, isTap, undo }: UsedLink,
  version: number,
): Promise<void> {
  const used = await tx
    .update(orderLinks)
    .set(undo ? { usedAt: null, usedVersion: null } : { usedAt: now, usedVersion: version })
    .where(
      and(
        eq(orderLinks.tokenHash, tokenHash),
        (undo ? isNotNull : isNull)(orderLinks.usedAt),
        isTap ? undefined : isNull(orderLinks.endedAt),
      ),
    )
    .returning({ tokenHash: orderLinks.tokenHash });
  if (used.length === 0) throw new AppError('ORDER_NOT_UPCOMING');
}
