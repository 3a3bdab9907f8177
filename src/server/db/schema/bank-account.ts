import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { AgreedFirst, BankAccountStatus, LinkBank } from '@/domain/bank-account';
import type { DeclineReason } from '@/domain/decline';
import { accounts } from './account';
import { instant, ownedBy } from './columns';

/** A bank account that is linked at the gateway, or whose link has been started. The account number is never stored here. */
export const bankAccounts = pgTable(
  'bank_accounts',
  {
    id: text('id').primaryKey(),
    accountId: ownedBy('account_id', () => accounts.id).notNull(),
    bank: text('bank').$type<LinkBank>().notNull(),
    status: text('status').$type<BankAccountStatus>().notNull(),
    /** The gateway's id of the link; null until the gateway has answered. */
    linkedAccountId: text('linked_account_id').unique(),
    /** The secret of the address to which the bank returns. */
    token: text('token').notNull().unique(),
    /** The bank's page on which the owner agrees; null unless the link is pending. */
    registrationUri: text('registration_uri'),
    lastDigits: text('last_digits'),
    /** The gateway's reason of a rejected link, or why the link ended; null otherwise. */
    reason: text('reason'),
    /** The reason of a permanent decline, after which the account is not charged. Null without one. */
    hardDecline: text('hard_decline').$type<DeclineReason>(),
    createdAt: instant('created_at').notNull(),
    /** When the registration at the bank ends. */
    expiresAt: instant('expires_at').notNull(),
    linkedAt: instant('linked_at'),
    /** The first order that is charged once the account is linked; null without one, and once that is decided. */
    agreed: jsonb('agreed').$type<AgreedFirst>(),
    /** When the link is read at the gateway next, or the agreed first order is charged; null if neither is to come. */
    checkAt: instant('check_at'),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('bank_accounts_one_pending')
      .on(t.accountId)
      .where(sql`${t.status} = 'pending'`),
    uniqueIndex('bank_accounts_one_linked')
      .on(t.accountId)
      .where(sql`${t.status} = 'linked'`),
    index('bank_accounts_of_account').on(t.accountId),
    index('bank_accounts_to_check')
      .on(t.checkAt, t.id)
      .where(sql`${t.checkAt} is not null`),
    check('bank_accounts_bank', sql`${t.bank} in ('kbank','scb','ktb','bay')`),
    check('bank_accounts_status', sql`${t.status} in ('pending','linked','rejected','expired','deleted')`),
    check('bank_accounts_last_digits', sql`${t.lastDigits} ~ '^[0-9]{1,4}$'`),
    check(
      'bank_accounts_linked',
      sql`${t.status} <> 'linked' or (${t.linkedAccountId} is not null and ${t.lastDigits} is not null
        and ${t.linkedAt} is not null)`,
    ),
    check(
      'bank_accounts_pending',
      sql`${t.status} = 'pending' or (${t.registrationUri} is null and (${t.checkAt} is null or ${t.agreed} is not null))`,
    ),
    check('bank_accounts_checked', sql`${t.status} <> 'pending' or ${t.checkAt} is not null`),
    check(
      'bank_accounts_closed_when',
      sql`(${t.status} in ('rejected','expired','deleted')) = (${t.closedAt} is not null)`,
    ),
  ],
);
