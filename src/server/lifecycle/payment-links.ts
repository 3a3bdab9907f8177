import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { settings } from '@/settings/settings';
import type { Locale } from '@/domain/locale';
import { endsUnpaid, referenceOf, remindOfLinkAt } from '@/domain/payment-link';
import type { Db, Tx } from '../db';
import { accounts, orders, paymentLinks } from '../db/schema';
import { newId } from '../platform/ids';
import { applyChanges } from './apply-changes';
import { queueMessage } from './outbox';
import { siteUrl } from '../platform/site-url';

export type Link = typeof paymentLinks.$inferSelect;

/** The account for a bank transfer, and the reference that the transfer must contain. */
export interface BankDetails {
  accountName: string;
  bank: string;
  accountNumber: string;
  reference: string;
}

const TOKEN_BYTES = 18;
type LinkMessage = 'payment_link' | 'payment_link_expiring';

/** Returns the public URL of a link. The secret token in the URL is the only access control. */
export function payUrl(token: string): string {
  return `${settings().PAYMENTS_APP_URL ?? settings().SITE_URL}/pay/${token}`;
}

/**
 * Returns the URL of a link for a message or for the return from an app. The URL has the reader's language if the page is part of this
 * site.
 */
export function payUrlFor(locale: Locale, token: string): string {
  return settings().PAYMENTS_APP_URL ? payUrl(token) : siteUrl(locale, `/pay/${token}`);
}

export function bankDetailsOf({ reference }: Pick<Link, 'reference'>): BankDetails {
  const { BANK_ACCOUNT_NAME, BANK_NAME, BANK_ACCOUNT_NUMBER } = settings();
  return {
    accountName: BANK_ACCOUNT_NAME,
    bank: BANK_NAME,
    accountNumber: BANK_ACCOUNT_NUMBER,
    reference,
  };
}

/** Returns the open link of an order, or null. */
export async function findOpenLink(db: Db | Tx, orderId: string): Promise<Link | null> {
  const [link] = await db
    .select()
    .from(paymentLinks)
    .where(and(eq(paymentLinks.orderId, orderId), eq(paymentLinks.status, 'open')));
  return link ?? null;
}

/**
 * Returns the open link of an order. If there is none, creates a link and queues its message to the
 * subscriber. The caller must hold the subscription's lock.
 * @param options `asked`: the subscriber has requested the link and waits for it
 */
export async function openLink(
  tx: Tx,
  now: Date,
  orderId: string,
  options: { expiresAt: Date; asked: boolean },
): Promise<Link> {
  const open = await findOpenLink(tx, orderId);
  if (open && open.expiresAt > now) return open;
  const [found] = await tx
    .select({ order: orders, account: accounts })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .where(eq(orders.id, orderId));
  if (!found) throw new Error('the order of a link does not exist');
  const { order, account } = found;
  // The link is expired, and still open because the outcome of its last QR code is unknown. The poll goes on.
  if (open) await closeLinks(tx, now, { ...order, id: order.subscriptionId }, orderId, 'expired');
  const { expiresAt, asked } = options;
  const [link] = await tx
    .insert(paymentLinks)
    .values({
      id: newId('link'),
      orderId,
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
      reference: referenceOf(randomBytes(16)),
      amount: order.total,
      deliveryFee: order.deliveryFee,
      restarts: order.restarts,
      status: 'open',
      createdAt: now,
      expiresAt,
      remindAt: remindOfLinkAt(now, expiresAt),
      checkAt: expiresAt,
    })
    .returning();
  if (!link) throw new Error('a link was not written');
  await notifyPaymentLink(tx, now, { order, account, link }, { kind: 'payment_link', asked });
  return link;
}

/**
 * Queues a message: the new link (`payment_link`), or the reminder that it expires soon
 * (`payment_link_expiring`). Each message is sent once per link, and once more per value of `again`.
 */
export async function notifyPaymentLink(
  tx: Tx,
  now: Date,
  {
    order,
    account,
    link,
  }: {
    order: Pick<typeof orders.$inferSelect, 'orderedFrom' | 'kind' | 'status'>;
    account: Pick<typeof accounts.$inferSelect, 'id' | 'firstName' | 'locale'>;
    link: Link;
  },
  { kind, asked, again }: { kind: LinkMessage; asked: boolean; again?: string },
): Promise<void> {
  const ends = endsUnpaid(order);
  await queueMessage(tx, now, {
    kind,
    accountId: account.id,
    dedupeKey: [kind, link.id, ...(again ? [again] : [])].join(':'),
    asked,
    payload: {
      firstName: account.firstName,
      orderId: link.orderId,
      total: link.amount,
      link: payUrlFor(account.locale, link.token),
      until: link.expiresAt.toISOString(),
      bank: bankDetailsOf(link),
      ...(order.orderedFrom ? { backOn: order.orderedFrom } : {}),
      ...(ends ? { ends } : {}),
    },
  });
}

/** Closes the open link and QR codes of an order. The caller must hold the subscription's lock. */
export async function closeLinks(
  tx: Tx,
  now: Date,
  subscription: { id: string; accountId: string },
  orderId: string,
  as: 'void' | 'expired',
): Promise<void> {
  const about = { cause: 'asked_by_subscriber', actor: subscription.accountId } as const;
  await applyChanges(tx, now, [{ ...about, subscriptionId: subscription.id, links: [{ orderId, as }] }]);
}
