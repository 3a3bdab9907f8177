import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { DisputeCharging, DisputeStatus } from '@/domain/dispute';
import type { RefundStatus } from '@/domain/refund';
import { dayColumn, instant, satang } from './columns';
import { moneyReceived } from './money-received';

export const refunds = pgTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    moneyId: text('money_id')
      .notNull()
      .references(() => moneyReceived.id),
    amount: satang('amount').notNull(),
    status: text('status').$type<RefundStatus>().notNull(),
    why: text('why').notNull(),
    providerRef: text('provider_ref').unique(),
    createdAt: instant('created_at').notNull(),
    /** When a process last acquired the lease of the refund; null before the first lease. */
    requestedAt: instant('requested_at'),
    /** When the refund was last sent to the gateway; null if the gateway certainly did not receive it. */
    sentAt: instant('sent_at'),
    checkAt: instant('check_at'),
    closedAt: instant('closed_at'),
    /** When a loss that the bank gave back was corrected; null for every other refund. */
    correctedAt: instant('corrected_at'),
    /** The account to which it is transferred, as its owner named it, sealed with APP_SECRET; null before, and 90 days after. */
    payTo: text('pay_to'),
    payToAt: instant('pay_to_at'),
    /** The member of the staff who transfers it, or has transferred it, and since when. */
    takenBy: text('taken_by'),
    takenAt: instant('taken_at'),
    /** The bank's reference of the transfer. */
    reference: text('reference'),
  },
  (t) => [
    uniqueIndex('refunds_one_open')
      .on(t.moneyId)
      .where(sql`${t.status} in ('created','sent','unknown')`),
    index('refunds_of_money').on(t.moneyId),
    // The order of the list for other programs.
    index('refunds_by_time').on(t.createdAt, t.id),
    index('refunds_succeeded')
      .on(t.closedAt)
      .where(sql`${t.status} in ('succeeded','corrected')`),
    index('refunds_to_check')
      .on(t.checkAt)
      .where(sql`${t.checkAt} is not null`),
    index('refunds_pay_to')
      .on(t.closedAt)
      .where(sql`${t.payTo} is not null`),
    check('refunds_amount', sql`${t.amount} > 0`),
    check(
      'refunds_status',
      sql`${t.status} in ('created','sent','unknown','succeeded','failed','manual','corrected')`,
    ),
    check('refunds_pay_to_when', sql`${t.payTo} is null or ${t.payToAt} is not null`),
    check('refunds_taken', sql`(${t.takenBy} is null) = (${t.takenAt} is null)`),
    check('refunds_corrected', sql`(${t.status} = 'corrected') = (${t.correctedAt} is not null)`),
  ],
);

/** A payment that the payer disputes at the bank, or that the gateway reversed without a dispute. */
export const disputes = pgTable(
  'disputes',
  {
    id: text('id').primaryKey(),
    moneyId: text('money_id')
      .notNull()
      .references(() => moneyReceived.id),
    /** The gateway's id of the dispute. For a reversal: the gateway's id of the charge. */
    providerRef: text('provider_ref').notNull().unique(),
    kind: text('kind').$type<'dispute' | 'reversal'>().notNull(),
    status: text('status').$type<DisputeStatus>().notNull(),
    amount: satang('amount').notNull(),
    reason: text('reason'),
    /**
     * The gateway's fingerprint of the card; null if it is unknown. Stored also after the account's deletion, so that no
     * other account can pay with the card.
     */
    fingerprint: text('fingerprint'),
    /** Whether the account's cards may be charged. `held`: not until an operator decides. `stopped`: not at all. */
    charging: text('charging').$type<DisputeCharging>().notNull(),
    openedAt: instant('opened_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** When the system stopped charging the account's cards because of the dispute. */
    heldAt: instant('held_at').notNull(),
    /** When the lost payment was recorded as a refund; null before. */
    bookedAt: instant('booked_at'),
    /** The last day for evidence, from the gateway's mail: its API has none. Null until the staff enters it. */
    answerBy: dayColumn('answer_by'),
  },
  (t) => [
    index('disputes_of_money').on(t.moneyId),
    index('disputes_holding')
      .on(t.moneyId)
      .where(sql`${t.charging} <> 'allowed'`),
    check('disputes_kind', sql`${t.kind} in ('dispute','reversal')`),
    check('disputes_status', sql`${t.status} in ('open','pending','won','lost')`),
    check('disputes_charging', sql`${t.charging} in ('held','stopped','allowed')`),
    check('disputes_amount', sql`${t.amount} > 0`),
  ],
);
