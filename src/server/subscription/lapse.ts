import { and, asc, eq, exists, inArray, isNull, lte, min, not } from 'drizzle-orm';
import { addDays, dayOf, type Day } from '@/domain/day';
import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import { isRegistering, LAPSE_DAYS, lapsesAt } from '@/domain/subscription';
import { writeAudit } from '../audit';
import { forgetLine } from '../auth/line-identity';
import type { Ctx } from '../context';
import { transaction } from '../db/client';
import { accounts, chargeAttempts, orders, paymentLinks, subscriptions } from '../db/schema';
import { addJob } from '../jobs';
import { lockSubscription } from './locks';

function isOver(today: Day) {
  return lte(subscriptions.registeredOn, addDays(today, -LAPSE_DAYS - 1));
}

/** Not somebody who came back and has not paid yet: they stay. */
function isUnfinished() {
  return and(eq(subscriptions.status, 'awaiting_payment'), isNull(subscriptions.activatedAt));
}

/** Registrations whose seven days are over without a first payment; those with an unknown outcome wait. */
export async function listLapsed({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  const open = db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(
      and(
        eq(chargeAttempts.accountId, subscriptions.accountId),
        inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES]),
      ),
    );
  return db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(isUnfinished(), isOver(dayOf(now)), not(exists(open))))
    .orderBy(asc(subscriptions.registeredOn), asc(subscriptions.id))
    .limit(limit);
}

/** When the next registration lapses; null when none waits. */
export async function nextLapseAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ day: min(subscriptions.registeredOn) })
    .from(subscriptions)
    .where(and(isUnfinished(), not(isOver(dayOf(after)))));
  return row?.day ? lapsesAt(row.day) : null;
}

/** Erases a lapsed registration: account, sessions and order here, the customer at the gateway; the e-mail is free again. */
export async function lapseRegistration({ db, now }: Ctx, subscriptionId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const subscription = await lockSubscription(tx, subscriptionId);
    if (!subscription || !isRegistering(subscription) || lapsesAt(subscription.registeredOn) > now) return;
    const open = await tx
      .select({ id: chargeAttempts.id })
      .from(chargeAttempts)
      .where(
        and(
          eq(chargeAttempts.accountId, subscription.accountId),
          inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES]),
        ),
      );
    if (open.length > 0) return;
    await forgetLine(tx, subscription.accountId);
    // A transfer that names one of them may still come: it belongs to nobody then, and the operator has to know why.
    const links = await tx
      .select({ reference: paymentLinks.reference })
      .from(paymentLinks)
      .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
      .where(eq(orders.accountId, subscription.accountId));
    const [erased] = await tx
      .delete(accounts)
      .where(eq(accounts.id, subscription.accountId))
      .returning({ customerId: accounts.omiseCustomerId });
    await writeAudit(tx, now, {
      actor: 'billing',
      subject: subscription.accountId,
      what: 'registration.lapsed',
      detail: { references: links.map(({ reference }) => reference) },
    });
    if (erased?.customerId) {
      await addJob(
        tx,
        'delete_customer',
        { customerId: erased.customerId },
        `delete_customer:${erased.customerId}`,
      );
    }
  });
}
