import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import type { EventType } from '@/domain/event';
import type { DeliveryStatus, DeliveryTry, EndpointOff } from '@/domain/webhook';
import { instant, ownedBy } from './columns';

/** Another system's address to which events are sent. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: text('id').primaryKey(),
    url: text('url').notNull(),
    /** The types that are sent; empty for all. */
    types: text('types').array().$type<EventType[]>().notNull(),
    /** Whether customers are sent with name, e-mail, phone and address. */
    personal: boolean('personal').notNull().default(false),
    secretSealed: text('secret_sealed').notNull(),
    /** The secret before the last rotation, and until when it also signs. */
    oldSecretSealed: text('old_secret_sealed'),
    oldSecretUntil: instant('old_secret_until'),
    createdAt: instant('created_at').notNull(),
    /** The last position whose deliveries were written. */
    position: bigint('position', { mode: 'number' }).notNull(),
    failingSince: instant('failing_since'),
    offAt: instant('off_at'),
    offWhy: text('off_why').$type<EndpointOff>(),
  },
  (t) => [
    check('webhook_endpoints_off_why', sql`${t.offWhy} in ('staff','failing','gone')`),
    check('webhook_endpoints_off', sql`(${t.offAt} is null) = (${t.offWhy} is null)`),
    check(
      'webhook_endpoints_old_secret',
      sql`(${t.oldSecretSealed} is null) = (${t.oldSecretUntil} is null)`,
    ),
  ],
);

/** An event that an endpoint gets. What is sent is read with each try, so that no personal data is stored. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    endpointId: ownedBy('endpoint_id', () => webhookEndpoints.id).notNull(),
    eventId: text('event_id').notNull(),
    /** Null for a test. */
    position: bigint('position', { mode: 'number' }),
    type: text('type').notNull(),
    status: text('status').$type<DeliveryStatus>().notNull(),
    /** The next try; while one runs, the instant after which another process may try. */
    nextAt: instant('next_at'),
    /** The tries since the delivery, or its last replay, began. */
    tries: integer('tries').notNull().default(0),
    /** The last tries with their answers. */
    log: jsonb('log').$type<DeliveryTry[]>().notNull().default([]),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.endpointId, t.eventId] }),
    index('webhook_deliveries_due')
      .on(t.endpointId, t.nextAt)
      .where(sql`${t.status} = 'waiting'`),
    index('webhook_deliveries_newest').on(t.endpointId, t.createdAt),
    check('webhook_deliveries_status', sql`${t.status} in ('waiting','sent','failed')`),
    check('webhook_deliveries_next', sql`(${t.nextAt} is not null) = (${t.status} = 'waiting')`),
  ],
);
