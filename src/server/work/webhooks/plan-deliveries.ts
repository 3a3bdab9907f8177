import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { EventType } from '@/domain/event';
import { wantsEvent } from '@/domain/webhook';
import { transaction } from '../../db';
import { queryRows } from '../../db/query-rows';
import type { Ctx } from '../../platform/context';
import { listEvents } from '../events/read-events';

/** The events that become deliveries of an endpoint in one transaction. */
const EVENTS_AT_ONCE = 500;

const BEHIND = `select id from webhook_endpoints e
  where off_at is null and position < (select last from event_counter)`;
const LOCK = `select position::float8 as position, types::text from webhook_endpoints
  where id = $1 and off_at is null for no key update skip locked`;
const lockedRow = z.object({ position: z.number(), types: z.string() });

/** Writes the deliveries of numbered events. @returns whether more are left */
export async function planDeliveries(ctx: Ctx): Promise<boolean> {
  const behind = await queryRows(ctx.db, z.object({ id: z.string() }), { text: BEHIND, params: [] });
  let hasMore = false;
  for (const { id } of behind) hasMore = (await planFor(ctx, id)) || hasMore;
  return hasMore;
}

/** Writes the next deliveries of one endpoint, and moves it on, in one transaction. */
function planFor({ db, now }: Ctx, endpointId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [endpoint] = await queryRows(tx, lockedRow, { text: LOCK, params: [endpointId] });
    if (!endpoint) return false;
    const types = endpoint.types.slice(1, -1).split(',').filter(Boolean) as EventType[];
    const events = await listEvents(tx, endpoint.position, EVENTS_AT_ONCE);
    const last = events.at(-1);
    if (!last) return false;
    const wanted = events
      .filter(({ type }) => wantsEvent(types, type))
      .map(({ eventId, position, type }) => ({ eventId, position, type }));
    // An event that is sent again keeps its row, whose tries begin anew.
    if (wanted.length > 0)
      await tx.execute(sql`insert into webhook_deliveries as d
          (endpoint_id, event_id, position, type, status, next_at, created_at)
        select ${endpointId}, e."eventId", e.position, e.type, 'waiting', ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
        from json_to_recordset(${JSON.stringify(wanted)}::json) as e("eventId" text, position bigint, type text)
        on conflict (endpoint_id, event_id) do update set status = 'waiting', tries = 0, next_at = excluded.next_at
          where d.status <> 'waiting'`);
    await tx.execute(
      sql`update webhook_endpoints set position = ${last.position}::bigint where id = ${endpointId}`,
    );
    return events.length === EVENTS_AT_ONCE;
  });
}
