import { and, eq, gt } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { SlipQr, SlipResult } from '@/domain/slip';
import type { Ctx } from '../../platform/context';
import { orders, paymentLinks, slips } from '../../db/schema';
import { isStillOpen } from './pay-page';
import { findLinkById, type LinkRows } from './queries';
import { takeSlip } from './receive-slip';

export interface AccountSlip {
  result: SlipResult;
  /** The payment that the slip is for; null for `ask`. */
  found: LinkRows | null;
}

/** Takes a slip for the one payment of an account that waits for a transfer. */
export async function takeSlipOfAccount(
  ctx: Ctx,
  accountId: string,
  { qr, jpeg }: { qr: SlipQr; jpeg: Buffer },
): Promise<AccountSlip> {
  const [known] = await ctx.db
    .select({ state: slips.state, linkId: slips.linkId })
    .from(slips)
    .innerJoin(orders, eq(orders.id, slips.orderId))
    .where(and(eq(slips.bank, qr.bank), eq(slips.ref, qr.ref), eq(orders.accountId, accountId)));
  if (known) {
    const found = await findLinkById(ctx.db, known.linkId);
    return { result: found?.order.status === 'paid' ? 'booked' : known.state, found };
  }
  const [found, ...others] = await listOpenLinks(ctx, accountId);
  if (!found || others.length > 0) return { result: 'ask', found: null };
  try {
    return { result: await takeSlip(ctx, found, { qr, jpeg, via: 'line' }), found };
  } catch (error) {
    if (error instanceof AppError && error.code === 'SLIP_USED') return { result: 'used', found };
    throw error;
  }
}

/** Returns the payment links of an account that can be paid. */
async function listOpenLinks({ db, now }: Ctx, accountId: string): Promise<LinkRows[]> {
  const rows = await db
    .select({ id: paymentLinks.id })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .where(
      and(eq(orders.accountId, accountId), eq(paymentLinks.status, 'open'), gt(paymentLinks.expiresAt, now)),
    );
  const links = await Promise.all(rows.map(({ id }) => findLinkById(db, id)));
  return links.filter((link): link is LinkRows => link !== null && isStillOpen(link, now));
}
