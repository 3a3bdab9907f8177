import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { cardStatus, NEARLY_EXPIRED_DAYS } from '@/domain/card';
import { addDays, dayOf, hourOf, type Day } from '@/domain/day';
import { CHARGE_HOUR } from '@/domain/payment';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { queryRows } from '../../db/query-rows';
import { columnShape } from '../../db/row-shapes';
import { accounts, cards, orders } from '../../db/schema';
import { queueMessage } from '../../lifecycle/outbox';
import { accountUrl } from '../../platform/site-url';
import { lockSubscriptionOf } from '../../lifecycle/locks';
import { holdsCharging } from '../../lifecycle/charging-hold';

/*
 * Notices of expiring cards: one notice when a card is nearly expired, one when it has expired. Their due
 * days depend on payment dates, which can change. So a query reads all cards in use once a day, in the hour
 * in which charging starts.
 */

/**
 * SQL of the default cards of active subscriptions, with their last valid day and the next payment date after
 * `today`. The payment date is null if all orders are skipped.
 */
const cardsInUse = (today: Day): SQL => sql`select c.id, c.expiry_year, c.expiry_month,
    (make_date(c.expiry_year, c.expiry_month, 1) + interval '1 month - 1 day')::date as ends_on,
    (select min(o.payment_date) from orders o where o.subscription_id = s.id and o.status = 'upcoming'
       and o.payment_date > ${today}::date) as next_date
  from cards c join subscriptions s on s.account_id = c.account_id
  where c.is_default and s.status = 'active' and s.payment_method = 'card'
    and not ${holdsCharging(sql`c.account_id`, sql`c.fingerprint`)}`;

/**
 * SQL of the cards in use that need a notice on a day: nearly expired or expired, and without a notice about
 * it. Cards that expire more than two years later are excluded first, because no payment date is that late.
 */
function cardsToWarnOn(today: Day): SQL {
  const state = sql`case when u.ends_on < ${today}::date then 'expired' else 'nearly_expired' end`;
  return sql`select u.id from (${cardsInUse(today)}) u
    where u.ends_on < ${today}::date + interval '2 years' and (u.ends_on < u.next_date or u.ends_on - ${today}::date <= ${NEARLY_EXPIRED_DAYS}::int)
      and not exists (select 1 from messages m where m.dedupe_key =
        concat('card_expiring:', u.id, ':', ${state}, ':', u.expiry_year, '-', u.expiry_month))`;
}

const cardRow = z.object({ id: z.string() });
const warningRow = z.object({ day: columnShape(orders.paymentDate).nullable() });

/**
 * Lists expiring and expired cards without a notice. The list is empty outside the hour in which charging
 * starts.
 */
export async function listCardsToWarnOf({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  const today = dayOf(now);
  if (now < hourOf(today, CHARGE_HOUR) || now >= hourOf(today, CHARGE_HOUR + 1)) return [];
  return queryRows(db, cardRow, sql`${cardsToWarnOn(today)} order by u.id limit ${limit}`);
}

/** Returns the next instant at which a notice is due; null without one. */
export async function nextCardWarningAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const today = dayOf(after);
  const morning = after < hourOf(today, CHARGE_HOUR) ? today : addDays(today, 1);
  const [due] = await queryRows(db, cardRow, sql`${cardsToWarnOn(morning)} limit 1`);
  if (due) return hourOf(morning, CHARGE_HOUR);
  const [next] = await queryRows(
    db,
    warningRow,
    sql`
    select min(d.day)::text as day from (${cardsInUse(morning)}) u,
      lateral (values (u.ends_on - ${NEARLY_EXPIRED_DAYS}::int), (u.ends_on + 1)) d(day)
    where d.day > ${morning}::date`,
  );
  return next?.day ? hourOf(next.day, CHARGE_HOUR) : null;
}

/** Queues the notice of an expiring or expired card, once per card, state and expiry date. */
export async function warnOfCard({ db, now }: Ctx, cardId: string): Promise<void> {
  const today = dayOf(now);
  await transaction(db, async (tx) => {
    const [owner] = await tx.select({ id: cards.accountId }).from(cards).where(eq(cards.id, cardId));
    const subscription = owner ? await lockSubscriptionOf(tx, owner.id) : null;
    if (subscription?.status !== 'active') return;
    const [row] = await tx
      .select({ card: cards, account: accounts })
      .from(cards)
      .innerJoin(accounts, eq(accounts.id, cards.accountId))
      .where(and(eq(cards.id, cardId), eq(cards.isDefault, true)));
    const [next] = await tx
      .select({ day: orders.paymentDate })
      .from(orders)
      .where(
        and(
          eq(orders.subscriptionId, subscription.id),
          eq(orders.status, 'upcoming'),
          gt(orders.paymentDate, today),
        ),
      )
      .orderBy(asc(orders.paymentDate))
      .limit(1);
    const state = row ? cardStatus(row.card, today, next?.day ?? null) : 'valid';
    if (!row || state === 'valid') return;
    const { card, account } = row;
    await queueMessage(tx, now, {
      kind: 'card_expiring',
      accountId: account.id,
      dedupeKey: `card_expiring:${card.id}:${state}:${card.expiryYear}-${card.expiryMonth}`,
      payload: {
        firstName: account.firstName,
        brand: card.brand,
        lastDigits: card.lastDigits,
        expiryMonth: card.expiryMonth,
        expiryYear: card.expiryYear,
        expired: state === 'expired',
        paymentDate: next?.day ?? null,
        accountUrl: accountUrl(account.locale),
      },
    });
  });
}
