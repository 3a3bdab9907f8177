import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  BULK_ROW_STATES,
  BULK_STATES,
  type BulkChange,
  type BulkCode,
  type BulkRowState,
  type BulkState,
  type BulkUndo,
} from '@/domain/bulk';
import type { SubscriberFilter } from '@/schemas/subscriber-filter';
import { sqlList } from '../sql-list';
import { accounts } from './account';
import { instant, ownedBy, satang } from './columns';

/** One change for many subscribers, chosen by a filter or by a file. */
export const bulkChanges = pgTable(
  'bulk_changes',
  {
    id: text('id').primaryKey(),
    /** Drawn by the form, so that a repeated request opens it once. */
    key: uuid('key').notNull().unique(),
    change: jsonb('change').$type<BulkChange>().notNull(),
    /** Null if the subscribers come from a file. */
    filter: jsonb('filter').$type<SubscriberFilter>(),
    fileName: text('file_name'),
    /** The reason that the subscribers read; empty without one. */
    en: text('en').notNull(),
    th: text('th').notNull(),
    state: text('state').$type<BulkState>().notNull().default('open'),
    /** The last line that the present work has done. */
    line: integer('line').notNull().default(0),
    createdBy: text('created_by').notNull(),
    /** Who began the present work, as the audit names them. */
    actor: text('actor').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The last sign of life of the present work, by the system clock of the database. */
    movedAt: instant('moved_at').notNull().defaultNow(),
  },
  (t) => [
    index('bulk_changes_by_time').on(t.createdAt),
    check('bulk_changes_state', sql`${t.state} in ${sql.raw(sqlList(BULK_STATES))}`),
    check('bulk_changes_line', sql`${t.line} >= 0`),
    check('bulk_changes_texts', sql`length(${t.en}) <= 300 and length(${t.th}) <= 300`),
  ],
);

/** A subscriber of a bulk change. A line of a file that names no subscriber has no account. */
export const bulkRows = pgTable(
  'bulk_rows',
  {
    bulkId: text('bulk_id').notNull(),
    line: integer('line').notNull(),
    accountId: ownedBy('account_id', () => accounts.id),
    state: text('state').$type<BulkRowState>().notNull().default('chosen'),
    code: text('code').$type<BulkCode>(),
    /** The version of the subscription that was rehearsed, then the one after the change. */
    version: integer('version'),
    /** What the next orders cost before the change and after it. */
    before: satang('before'),
    after: satang('after'),
    undo: jsonb('undo').$type<BulkUndo>(),
  },
  (t) => [
    primaryKey({ columns: [t.bulkId, t.line] }),
    foreignKey({ columns: [t.bulkId], foreignColumns: [bulkChanges.id] }).onDelete('cascade'),
    uniqueIndex('bulk_rows_once').on(t.bulkId, t.accountId),
    index('bulk_rows_of_account').on(t.accountId),
    check('bulk_rows_state', sql`${t.state} in ${sql.raw(sqlList(BULK_ROW_STATES))}`),
    check(
      'bulk_rows_done',
      sql`${t.state} <> 'done' or (${t.version} is not null and ${t.undo} is not null)`,
    ),
  ],
);
