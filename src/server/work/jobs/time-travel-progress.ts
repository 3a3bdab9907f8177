import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../db';
import { queryRows } from '../../db/query-rows';
import type { Counts } from '../../platform/run-counts';

/** Counts over the whole database, including rows that other processes wrote. */
const progressRow = z.object({
  charged: z.number(),
  declined: z.number(),
  voided: z.number(),
  planned: z.number(),
  linksSent: z.number(),
  messages: z.number(),
  /** Ids of open charge attempts. */
  open: z.array(z.string()),
});
export type Progress = z.output<typeof progressRow>;

/** Reads the counts. Of the charges, only off-session ones are counted. */
export async function readProgress(db: Db): Promise<Progress> {
  const [row] = await queryRows(
    db,
    progressRow,
    sql`
    select charges.*,
      (select count(*)::int from orders where kind = 'renewal') as planned,
      (select count(*)::int from payment_links l join orders o on o.id = l.order_id
        where o.kind <> 'first') as "linksSent",
      (select count(*)::int from messages where status = 'sent') as messages
    from (select
        count(*) filter (where status = 'succeeded')::int as charged,
        count(*) filter (where status in ('declined', 'expired'))::int as declined,
        count(*) filter (where status = 'voided')::int as voided,
        coalesce(json_agg(id) filter (where closed_at is null), '[]') as open
      from charge_attempts where trigger in ('billing_run', 'retry')) charges`,
  );
  if (!row) throw new Error('a count without a row');
  return row;
}

/**
 * Returns by how much each count grew from one reading to the next.
 * @param failed the number of rows that failed in this process. Of all failures, the database contains only those of
 *   charges.
 */
export function countsBetween(
  before: Progress,
  after: Progress,
  failed: number,
): Counts & Pick<Progress, 'messages'> {
  // A declined charge that was paid later is counted as charged, so a total can fall.
  const more = (name: Exclude<keyof Progress, 'open'>) => Math.max(0, after[name] - before[name]);
  const known = new Set(before.open);
  return {
    planned: more('planned'),
    charged: more('charged'),
    declined: more('declined'),
    unknown: after.open.filter((id) => !known.has(id)).length,
    linksSent: more('linksSent'),
    failed: Math.max(failed, more('voided')),
    messages: more('messages'),
  };
}
