import { z } from 'zod';
import { AppError } from '@/domain/errors';
import { EVENT_SET_MAX, type EventType, type NewEvent } from '@/domain/event';
import type { Db, Tx } from '../../db';
import { queryRows } from '../../db/query-rows';
import { numberEvents } from './number-events';

/** An event with its position: every later one has a higher position, and none gets a lower one afterwards. */
export interface StoredEvent extends NewEvent {
  eventId: string;
  position: number;
  at: Date;
}

// A reader may stop inside a set. So the search begins a whole set before the cursor.
const READ = `select s.id || '_' || e.n as "eventId", (s.position + e.n - 1)::float8 as position, s.at::text as at, e.event
  from event_sets s cross join lateral json_array_elements(s.events) with ordinality e(event, n)
  where s.position > $1::bigint - ${EVENT_SET_MAX} and s.position + e.n - 1 > $1::bigint
  order by s.position, e.n limit $2::int`;
const eventRow = z.object({
  eventId: z.string(),
  position: z.number(),
  at: z.string(),
  event: z.custom<NewEvent>((value) => typeof value === 'object'),
});

/** Returns the events after a position that have one, in their order. Does not number events. */
export async function listEvents(db: Db | Tx, after: number, limit: number): Promise<StoredEvent[]> {
  const rows = await queryRows(db, eventRow, { text: READ, params: [after, limit] });
  return rows.map(({ event, at, ...row }) => ({ ...event, ...row, at: new Date(at) }));
}

const COUNTER = 'select last::float8 as last, dropped::float8 as dropped from event_counter';
const counterRow = z.object({ last: z.number(), dropped: z.number() });

/** Returns the last position that was given, and the last one whose event is no longer stored. */
export async function readCounter(db: Db | Tx): Promise<{ last: number; dropped: number }> {
  const [counter] = await queryRows(db, counterRow, { text: COUNTER, params: [] });
  if (!counter) throw new Error('the counter of events is missing');
  return counter;
}

const BEFORE = `select coalesce(min(position) - 1, (select last from event_counter))::float8 as last, 0::float8 as dropped
  from event_sets where at >= $1::timestamptz and position is not null`;

/** Returns the position before the first event since a moment. */
export async function positionAt(db: Db | Tx, since: Date): Promise<number> {
  const [row] = await queryRows(db, counterRow, { text: BEFORE, params: [since.toISOString()] });
  return row?.last ?? 0;
}

/** The most events that one call looks at: it may answer fewer of the chosen types and still has more. */
const LOOKED_AT = 2000;

/** A page of events. `position`: the cursor of the next page. */
export interface EventPage {
  events: StoredEvent[];
  position: number;
  hasMore: boolean;
}

/**
 * Returns the events after a position, numbering those whose transactions have ended. Without a position, returns no
 * events and the last position: a reader keeps it, then lists what exists, then reads the events after it.
 * @throws AppError EVENTS_GONE for a position whose next events are no longer stored
 */
export async function readEvents(
  db: Db,
  { after, limit, types = [] }: { after?: number | undefined; limit: number; types?: EventType[] },
): Promise<EventPage> {
  await numberEvents(db);
  const { last, dropped } = await readCounter(db);
  if (after === undefined) return { events: [], position: last, hasMore: false };
  if (after > 0 && after < dropped) throw new AppError('EVENTS_GONE');
  const isChosen = ({ type }: StoredEvent) => types.length === 0 || types.includes(type);
  const looked = await listEvents(db, after, types.length === 0 ? limit + 1 : LOOKED_AT + 1);
  const chosen = looked.filter(isChosen);
  const events = chosen.slice(0, limit);
  const most = types.length === 0 ? limit : LOOKED_AT;
  const isFull = chosen.length > limit;
  const seen = isFull ? events : looked.slice(0, most);
  return { events, position: seen.at(-1)?.position ?? after, hasMore: isFull || looked.length > most };
}
