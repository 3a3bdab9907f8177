import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { sqlList } from '../sql-list';
import { instant } from './columns';

/** The events that change whether a subscription is active or paused. The figures of the desk are made of them. */
export const STATE_EVENTS = [
  ...['subscription.activated', 'subscription.return_begun', 'subscription.deactivated'],
  ...['subscription.cancelled', 'subscription.paused', 'subscription.resumed'],
];
const isStateEvent = sql.raw(`what in ${sqlList(STATE_EVENTS)}`);

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
  (t) => [
    index('audit_events_of_subject').on(t.subject, t.at),
    index('audit_events_of_staff')
      .on(t.actor, t.at)
      .where(sql`actor like 'staff:%'`),
    index('audit_events_of_tokens')
      .on(t.actor, t.at)
      .where(sql`actor like 'token:%'`),
    index('audit_events_staff_by_time')
      .on(t.at, t.id)
      .where(sql`actor like 'staff:%'`),
    index('audit_events_of_pauses')
      .on(t.subject)
      .where(sql`what = 'subscription.paused'`),
    index('audit_events_state_by_time').on(t.at).where(isStateEvent),
    index('audit_events_state_of_subject').on(t.subject, t.at).where(isStateEvent),
  ],
);
