import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  json,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import type { NewEvent } from '@/domain/event';
import { instant } from './columns';

/** The order in which sets are written. Of two transactions that depend on each other, the later one has the higher number. */
export const eventOrder = pgSequence('event_order');

/**
 * The events of one transaction. The table is partitioned by `slot`, so that old events are dropped by TRUNCATE.
 * `position` of the first event: null until the set is numbered, after its transaction.
 */
export const eventSets = pgTable(
  'event_sets',
  {
    slot: smallint('slot').notNull(),
    seq: bigint('seq', { mode: 'number' })
      .notNull()
      .default(sql`nextval('event_order')`),
    id: text('id').notNull(),
    at: instant('at').notNull(),
    size: integer('size').notNull(),
    events: json('events').$type<NewEvent[]>().notNull(),
    position: bigint('position', { mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.slot, t.seq] }),
    index('event_sets_by_position').on(t.position),
    index('event_sets_waiting')
      .on(t.seq)
      .where(sql`${t.position} is null`),
  ],
);

/** One row: the last position given, and the last one that was dropped. Its lock is held while positions are given. */
export const eventCounter = pgTable('event_counter', {
  one: smallint('one').primaryKey().default(1),
  last: bigint('last', { mode: 'number' }).notNull().default(0),
  dropped: bigint('dropped', { mode: 'number' }).notNull().default(0),
});
