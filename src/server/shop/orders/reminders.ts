import { and, asc, eq, gt, isNull, lte, min, not, sql } from 'drizzle-orm';
import { addDays, dayOf, hourOf, type Day } from '@/domain/day';
import { cardProblemOn } from '@/domain/card';
import { REMINDER_DAYS } from '@/domain/schedule';
import { canSkipUntil } from '@/domain/order';
import { CHARGE_HOUR } from '@/domain/payment';
import type { PaymentMethod } from '@/domain/subscription';
import type { Destination } from '@/locales/format';
import type { SetResult } from '../../platform/sets';
import type { Ctx } from '../../platform/context';
import { isAmong } from '../../db/among';
import { transaction, type Tx } from '../../db';
import { typedSql } from '../../db/query-rows';
import { columnShape } from '../../db/row-shapes';
import {
  accounts,
  bankAccounts,
  cards,
  orderAddresses,
  orders,
  products,
  subscriptions,
} from '../../db/schema';
import { queueMessages, type NewMessage } from '../../lifecycle/outbox';
import { holdsCharging } from '../../lifecycle/charging-hold';
import { accountUrl } from '../../platform/site-url';
import { lockSet } from '../../lifecycle/locks';
import { loadItems } from './items';
import { writeOneTapLinks } from './one-tap-links';

/** Returns the latest payment date whose reminder is due. */
function lastReminderDay(now: Date): Day {
  const today = dayOf(now);
  return addDays(today, now >= hourOf(today, CHARGE_HOUR) ? REMINDER_DAYS : REMINDER_DAYS - 1);
}

/** SQL condition that a dispute stops the charge of an order. The order then gets no reminder. */
const CHARGE_IS_HELD = sql`(
  exists (select 1 from subscriptions s where s.id = ${orders.subscriptionId} and s.payment_method <> 'offline')
  and ${holdsCharging(
    sql`${orders.accountId}`,
    sql`(select c.fingerprint from cards c where c.account_id = ${orders.accountId} and c.is_default)`,
  )})`;

/** The payment date of the next order of the subscription that can still change; null without one. */
const NEXT_DATE = typedSql(
  columnShape(orders.paymentDate).nullable(),
  sql`(select min(n.payment_date)::text from orders n where n.subscription_id = ${orders.subscriptionId}
    and n.status in ('upcoming','skipped') and n.payment_date > ${orders.paymentDate})`,
);

/** Lists upcoming orders without a reminder whose payment date is at most five days ahead. */
export async function listOrdersToRemind({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(isToRemind(now))
    .orderBy(asc(orders.paymentDate), asc(orders.id))
    .limit(limit);
}

function isToRemind(now: Date) {
  return and(
    eq(orders.status, 'upcoming'),
    isNull(orders.remindedAt),
    lte(orders.paymentDate, lastReminderDay(now)),
    gt(orders.paymentDate, dayOf(now)),
    not(CHARGE_IS_HELD),
  );
}

export async function nextReminderAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ day: min(orders.paymentDate) })
    .from(orders)
    .where(
      sql`${orders.status} = 'upcoming' and ${orders.remindedAt} is null and ${orders.paymentDate} > ${lastReminderDay(after)}`,
    );
  return row?.day ? hourOf(addDays(row.day, -REMINDER_DAYS), CHARGE_HOUR) : null;
}

/**
 * Queues the reminders of orders, once per order and payment date.
 * @param orderIds With one id, waits for the subscription's lock. With more ids, skips orders of locked
 *   subscriptions.
 */
export async function remindOfOrders({ db, now }: Ctx, orderIds: readonly string[]): Promise<SetResult> {
  return transaction(db, async (tx) => {
    const { subscriptions, left } = await lockSet(tx, 'order', orderIds);
    await remindOfDue(tx, now, [...subscriptions.keys()]);
    return { left };
  });
}

/**
 * Queues the reminder of each given order whose reminder is already due. The caller must hold the lock of the
 * subscription.
 */
export async function remindOfNear(
  tx: Tx,
  now: Date,
  dated: readonly { id: string; paymentDate: Day }[],
): Promise<void> {
  const until = lastReminderDay(now);
  const near = dated.filter(({ paymentDate }) => paymentDate <= until);
  await remindOfDue(
    tx,
    now,
    near.map(({ id }) => id),
  );
}

/**
 * Queues the reminders that are due and not queued yet. The caller must hold the locks of the subscriptions.
 */
async function remindOfDue(tx: Tx, now: Date, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  const due = await tx
    .select({
      order: orders,
      account: accounts,
      freeProduct: { en: products.nameEn, th: products.nameTh },
      method: subscriptions.paymentMethod,
      card: cards,
      bankAccount: bankAccounts,
      ownPlace: orderAddresses,
      nextDate: NEXT_DATE,
    })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .innerJoin(subscriptions, eq(subscriptions.id, orders.subscriptionId))
    .leftJoin(cards, and(eq(cards.accountId, orders.accountId), eq(cards.isDefault, true)))
    .leftJoin(
      bankAccounts,
      and(
        eq(bankAccounts.accountId, orders.accountId),
        eq(bankAccounts.status, 'linked'),
        isNull(bankAccounts.hardDecline),
      ),
    )
    .leftJoin(orderAddresses, eq(orderAddresses.orderId, orders.id))
    .leftJoin(products, eq(products.code, orders.freeProductCode))
    .where(and(isAmong(orders.id, orderIds), isToRemind(now)))
    .orderBy(asc(orders.paymentDate), asc(orders.id));
  if (due.length === 0) return;
  const dueIds = due.map(({ order }) => order.id);
  const items = await loadItems(tx, dueIds);
  const oneTap = await writeOneTapLinks(tx, now, due);
  await tx.update(orders).set({ remindedAt: now }).where(isAmong(orders.id, dueIds));
  await queueMessages(
    tx,
    now,
    due.map(
      ({
        order,
        account,
        freeProduct,
        method,
        card,
        bankAccount,
        ownPlace,
      }): NewMessage<'order_reminder'> => {
        const skipUntil = canSkipUntil(order.paymentDate);
        return {
          kind: 'order_reminder',
          accountId: account.id,
          dedupeKey: reminderKey(order),
          payload: {
            firstName: account.firstName,
            orderId: order.id,
            paymentDate: order.paymentDate,
            skipUntil: skipUntil < dayOf(now) ? null : skipUntil,
            oneTap: oneTap.get(order.id),
            total: order.total,
            items: items.get(order.id) ?? [],
            freeProduct,
            paidBy: paidByOf(method, { card, bankAccount, paymentDate: order.paymentDate }),
            ...placeOf(ownPlace ?? account),
            accountUrl: accountUrl(account.locale),
          },
        };
      },
    ),
  );
}

/** Returns what the reminder says of the means that will be charged. */
function paidByOf(
  method: PaymentMethod,
  about: {
    card: typeof cards.$inferSelect | null;
    bankAccount: typeof bankAccounts.$inferSelect | null;
    paymentDate: Day;
  },
): NewMessage<'order_reminder'>['payload']['paidBy'] {
  const { card, bankAccount, paymentDate } = about;
  if (method === 'offline') return { method };
  if (method === 'bank_account') {
    const { bank, lastDigits = null } = bankAccount ?? {};
    return { method, account: bank && lastDigits ? { bank, lastDigits } : null };
  }
  const problem = cardProblemOn(card, paymentDate);
  return { method, card: card && { brand: card.brand, lastDigits: card.lastDigits }, problem };
}

function placeOf({ address, subdistrict, district, province, postalCode, ...to }: Destination): {
  place?: Destination;
} {
  const { recipientName = null, recipientPhone = null } = to;
  return address === null
    ? {}
    : { place: { address, subdistrict, district, province, postalCode, recipientName, recipientPhone } };
}

/**
 * Returns the deduplication key of a reminder. lifecycle/statements.ts and lifecycle/withdraw-reminders.ts
 * compute the same key in SQL.
 */
const reminderKey = ({ id, paymentDate }: { id: string; paymentDate: Day }) =>
  `order_reminder:${id}:${paymentDate}`;
