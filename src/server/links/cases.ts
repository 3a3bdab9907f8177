import { and, desc, eq } from 'drizzle-orm';
import type { Db, Tx } from '../db';
import { chargeAttempts, orders, paymentLinks, payments, subscriptions } from '../db/schema';
import type { Link } from '../lifecycle/payment-links';
import type { Attempt } from '../settlement/open-attempts';

/** A payment link with everything that decides what can still be done with it. */
export interface LinkCase {
  link: Link;
  order: typeof orders.$inferSelect;
  payment: typeof payments.$inferSelect;
  subscription: typeof subscriptions.$inferSelect;
  /** The last QR code that was made for it. */
  lastQr: Attempt | null;
}

/** By the secret of its address; null for any other text. */
export function findLinkByToken(db: Db | Tx, token: string): Promise<LinkCase | null> {
  return findLink(db, eq(paymentLinks.token, token));
}

export function findLinkById(db: Db | Tx, id: string): Promise<LinkCase | null> {
  return findLink(db, eq(paymentLinks.id, id));
}

async function findLink(db: Db | Tx, which: ReturnType<typeof eq>): Promise<LinkCase | null> {
  const [row] = await db
    .select({
      link: paymentLinks,
      order: orders,
      payment: payments,
      subscription: subscriptions,
      lastQr: chargeAttempts,
    })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .innerJoin(subscriptions, eq(subscriptions.id, orders.subscriptionId))
    .leftJoin(
      chargeAttempts,
      and(eq(chargeAttempts.linkId, paymentLinks.id), eq(chargeAttempts.source, 'promptpay')),
    )
    .where(which)
    .orderBy(desc(chargeAttempts.attemptNo))
    .limit(1);
  return row ?? null;
}
