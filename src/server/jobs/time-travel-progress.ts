import { sql } from 'drizzle-orm';
import type { Db } from '../db';
import type { Counts } from '../platform/run-counts';

/** What a journey through time counts, as it stands in the books: whoever wrote it, a run of its own or the worker's. */
export interface Books {
  charged: number;
  declined: number;
  voided: number;
  planned: number;
  linksSent: number;
  messages: number;
  /** Ids of the charges whose outcome is still to come. */
  open: string[];
}

/** Reads them. Charges are those that nobody stands before: a person's own are made outside of any journey. */
export async function readBooks(db: Db): Promise<Books> {
  const [row] = await db.execute<Omit<Books, 'open'> & { open: string[] | null }>(sql`
    select charges.*,
      (select count(*)::int from orders where kind = 'renewal') as planned,
      (select count(*)::int from payment_links l join orders o on o.id = l.order_id
        where o.kind <> 'first') as "linksSent",
      (select count(*)::int from messages where status = 'sent') as messages
    from (select
        count(*) filter (where status = 'succeeded')::int as charged,
        count(*) filter (where status in ('declined', 'expired'))::int as declined,
        count(*) filter (where status = 'voided')::int as voided,
        json_agg(id) filter (where closed_at is null) as open
      from charge_attempts where trigger in ('billing_run', 'retry')) charges`);
  if (!row) throw new Error('a count without a row');
  return { ...row, open: row.open ?? [] };
}

/**
 * What was done between two readings.
 * @param failed rows that failed in the journey's own runs; what failed in one of the worker's is known by its charges alone.
 */
export function countsBetween(before: Books, after: Books, failed: number): Counts & Pick<Books, 'messages'> {
  // A declined charge whose money came after all has become a charged one.
  const more = (name: Exclude<keyof Books, 'open'>) => Math.max(0, after[name] - before[name]);
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
