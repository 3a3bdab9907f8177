import { z } from 'zod';
import { transaction, type Db } from '../../db';
import { queryRows } from '../../db/query-rows';

const IS_WAITING = `select exists (select from event_sets where position is null) as "isWaiting"`;
const waitingRow = z.object({ isWaiting: z.boolean() });
const LOCK = 'select last::text from event_counter for no key update';
const lastRow = z.object({ last: z.string() });
/** The sets that get their positions in one transaction. */
const SETS_AT_ONCE = 1000;
const NUMBER = `with waiting as (
    select slot, seq, size, $1::bigint + 1 + sum(size) over (order by seq) - size as first
    from event_sets where position is null order by seq limit ${SETS_AT_ONCE}),
  numbered as (
    update event_sets s set position = w.first from waiting w where s.slot = w.slot and s.seq = w.seq)
  update event_counter set last = $1::bigint + coalesce((select sum(size) from waiting), 0)
  returning (select count(*)::int from waiting) as sets`;
const setsRow = z.object({ sets: z.number() });

/**
 * Gives positions to the events of all ended transactions. The lock of the counter lets one process at a time do so, and
 * its positions are committed before the next one begins: a reader who has seen a position has seen all before it. An
 * open transaction holds up its own events only. They get later positions.
 */
export async function numberEvents(db: Db): Promise<void> {
  for (;;) {
    const [row] = await queryRows(db, waitingRow, { text: IS_WAITING, params: [] });
    if (!row?.isWaiting) return;
    const sets = await transaction(db, async (tx) => {
      const [counter] = await queryRows(tx, lastRow, { text: LOCK, params: [] });
      if (!counter) throw new Error('the counter of events is missing');
      const [done] = await queryRows(tx, setsRow, { text: NUMBER, params: [counter.last] });
      return done?.sets ?? 0;
    });
    if (sets < SETS_AT_ONCE) return;
  }
}
