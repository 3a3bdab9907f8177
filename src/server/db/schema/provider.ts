import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * Webhook events of providers, stored before the response to the webhook. An event is only a hint: a job then reads the
 * state from the provider.
 */
export const providerEvents = pgTable(
  'provider_events',
  {
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    receivedAt: instant('received_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.eventId] }),
    index('provider_events_unsettled')
      .on(t.receivedAt)
      .where(sql`${t.settledAt} is null`),
    index('provider_events_settled').on(t.settledAt),
    index('provider_events_of_subject').on(t.provider, t.subject),
  ],
);
