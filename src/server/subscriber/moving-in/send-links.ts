import { and, asc, eq, isNotNull, isNull, lte, min, sql } from 'drizzle-orm';
import { dayOf, hourOf, startOfDay } from '@/domain/day';
import { HOUR_MS } from '@/domain/duration';
import { CHARGE_HOUR } from '@/domain/payment';
import { localePath } from '@/locales/paths';
import { transaction } from '../../db';
import { accounts, cards, importRows, orders } from '../../db/schema';
import { queueMessage } from '../../lifecycle/outbox';
import { lockSubscriptionOf } from '../../lifecycle/locks';
import { writeMagicLink } from '../../login/magic-link';
import type { Ctx } from '../../platform/context';

/** Lists the accounts that moved in without a means of payment and get their link now. */
export async function listLinksToSend({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  const rows = await db
    .select({ id: importRows.accountId })
    .from(importRows)
    .where(and(lte(importRows.linkOn, dayOf(now)), isNotNull(importRows.accountId)))
    .orderBy(asc(importRows.linkOn))
    .limit(limit);
  return rows.flatMap(({ id }) => (id === null ? [] : [{ id }]));
}

export async function nextLinkAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ day: min(importRows.linkOn) })
    .from(importRows)
    .where(sql`${importRows.linkOn} > ${dayOf(after)}`);
  return row?.day ? startOfDay(row.day) : null;
}

/**
 * Mails the link by which a subscriber who moved in adds a card before the first payment date. Sends none if a card was
 * added, another means of payment chosen, or nothing is planned.
 */
export async function sendLink({ db, now }: Ctx, accountId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const subscription = await lockSubscriptionOf(tx, accountId);
    await tx.update(importRows).set({ linkOn: null }).where(eq(importRows.accountId, accountId));
    if (subscription?.status !== 'active' || subscription.paymentMethod !== 'card') return;
    const [account] = await tx
      .select()
      .from(accounts)
      .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)));
    const saved = await tx.$count(cards, and(eq(cards.accountId, accountId), isNull(cards.removedAt)));
    const [next] = await tx
      .select({ day: orders.paymentDate, total: orders.total })
      .from(orders)
      .where(and(eq(orders.accountId, accountId), eq(orders.status, 'upcoming'), isNull(orders.begunAt)))
      .orderBy(asc(orders.paymentDate))
      .limit(1);
    if (!account || saved > 0 || !next) return;
    const endsAt = hourOf(next.day, CHARGE_HOUR);
    if (endsAt <= now) return;
    const { locale, firstName } = account;
    const { id, link } = await writeMagicLink(tx, now, account, {
      hours: (endsAt.getTime() - now.getTime()) / HOUR_MS,
      next: localePath(locale, '/account/cards/add'),
      fromKnownDevice: false,
    });
    await queueMessage(tx, now, {
      kind: 'moved_in',
      accountId,
      dedupeKey: `moved_in:${id}`,
      payload: { firstName, paymentDate: next.day, total: next.total, link },
    });
  });
}
