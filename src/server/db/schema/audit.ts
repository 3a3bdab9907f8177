import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/** The audit log: the actor, action and subject of each event. Rows are only added. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: text('id').primaryKey(),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
    subject: text('subject').notNull(),
    what: text('what').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
  },
  (t) => [index('audit_events_of_subject').on(t.subject, t.at)],
);
