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
} from 'drizzle-orm/pg-core';
import {
  MOVING_ROW_STATES,
  MOVING_STATES,
  type MovingColumn,
  type MovingFault,
  type MovingPerson,
  type MovingPlan,
  type MovingRowState,
  type MovingState,
  type TokenState,
} from '@/domain/moving-in';
import { sqlList } from '../sql-list';
import { accounts } from './account';
import { dayColumn, instant, satang } from './columns';

/** A file of subscribers of an earlier system. */
export const imports = pgTable(
  'imports',
  {
    id: text('id').primaryKey(),
    /** The earlier system. */
    source: text('source').notNull(),
    fileName: text('file_name').notNull(),
    fileHash: text('file_hash').notNull(),
    state: text('state').$type<MovingState>().notNull().default('upload'),
    /** The position of each column in the file. */
    columns: jsonb('columns').$type<Partial<Record<MovingColumn, number>>>().notNull(),
    /** The last line that was read; then the last one that the present work has done. */
    line: integer('line').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the present work began, and its last sign of life, by the system clock of the database. */
    begunAt: instant('begun_at'),
    movedAt: instant('moved_at').notNull().defaultNow(),
  },
  (t) => [
    index('imports_by_time').on(t.createdAt),
    check('imports_state', sql`${t.state} in ${sql.raw(sqlList(MOVING_STATES))}`),
    check('imports_line', sql`${t.line} >= 0`),
  ],
);

/** A line of an import. A subscription moves in once: its source and id, as an HMAC, stay after its account was deleted. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: text('import_id').notNull(),
    line: integer('line').notNull(),
    state: text('state').$type<MovingRowState>().notNull(),
    source: text('source').notNull(),
    externalId: text('external_id'),
    emailNorm: text('email_norm'),
    /** Deleted once the account has it. */
    person: jsonb('person').$type<MovingPerson>(),
    plan: jsonb('plan').$type<MovingPlan>(),
    /** Null for a row without a token. */
    token: text('token').$type<TokenState>(),
    faults: jsonb('faults').$type<MovingFault[]>().notNull(),
    /** The first payment date here and its total; null for a subscription that has ended. */
    firstDate: dayColumn('first_date'),
    total: satang('total'),
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** The day on which a link to add a means of payment is sent; null if none is due. */
    linkOn: dayColumn('link_on'),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.line] }),
    foreignKey({ columns: [t.importId], foreignColumns: [imports.id] }).onDelete('cascade'),
    uniqueIndex('import_rows_once')
      .on(t.source, t.externalId)
      .where(sql`${t.state} in ('imported','active')`),
    index('import_rows_by_email').on(t.importId, t.emailNorm),
    index('import_rows_by_id').on(t.importId, t.externalId),
    index('import_rows_of_account').on(t.accountId),
    index('import_rows_to_link')
      .on(t.linkOn)
      .where(sql`${t.linkOn} is not null`),
    check('import_rows_state', sql`${t.state} in ${sql.raw(sqlList(MOVING_ROW_STATES))}`),
    check(
      'import_rows_ready',
      sql`${t.state} <> 'ready' or (${t.person} is not null and ${t.plan} is not null)`,
    ),
    check('import_rows_person', sql`${t.person} is null or ${t.state} = 'ready'`),
    check('import_rows_named', sql`${t.externalId} is not null or ${t.state} = 'refused'`),
  ],
);
