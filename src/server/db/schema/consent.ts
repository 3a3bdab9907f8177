import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ConsentPurpose } from '@/domain/consent';
import { accounts } from './account';
import { instant } from './columns';

/**
 * The consents of an account: purpose, version of the text, and when given and withdrawn. A new consent adds
 * a row, and a withdrawal sets `withdrawnAt`.
 */
export const consents = pgTable(
  'consents',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<ConsentPurpose>().notNull(),
    /** The version of the consent text, which is the date of the text. */
    textVersion: text('text_version').notNull(),
    givenAt: instant('given_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.purpose, t.textVersion, t.givenAt] }),
    uniqueIndex('consents_once_in_force')
      .on(t.accountId, t.purpose)
      .where(sql`${t.withdrawnAt} is null`),
    index('consents_withdrawn')
      .on(t.withdrawnAt)
      .where(sql`${t.withdrawnAt} is not null`),
    check('consents_purpose', sql`${t.purpose} in ('data','charging')`),
    check('consents_order', sql`${t.withdrawnAt} >= ${t.givenAt}`),
  ],
);
