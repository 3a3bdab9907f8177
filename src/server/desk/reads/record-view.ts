import { sql } from 'drizzle-orm';
import { MINUTE_MS } from '@/domain/duration';
import { VIEW_MINUTES } from '@/domain/staff';
import { transaction } from '../../db';
import type { Ctx } from '../../platform/context';
import { newId } from '../../platform/ids';
import { actorOf } from '../../login/staff/sessions';

const WHAT = { desk: 'desk.subscriber_viewed', account: 'account.shown_to_team' } as const;
/** The view of a subscriber's page at the desk. A view of the account itself is shown to the subscriber. */
export const VIEWED = WHAT.desk;

/** Writes to the audit that a member has seen a subscriber, or the subscriber's own pages, at most once in ten minutes. */
export async function recordView(
  { db, now }: Ctx,
  staffId: string,
  accountId: string,
  page: keyof typeof WHAT = 'desk',
): Promise<void> {
  const what = WHAT[page];
  const actor = actorOf(staffId);
  const since = new Date(now.getTime() - VIEW_MINUTES * MINUTE_MS).toISOString();
  const known = sql`select 1 from audit_events where subject = ${accountId} and at > ${since}::timestamptz
    and actor = ${actor} and what = ${what}`;
  if ((await db.execute(known)).length > 0) return;
  await transaction(db, async (tx) => {
    // Two tabs that open at once write one event.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`${what} ${actor} ${accountId}`}, 0))`,
    );
    await tx.execute(sql`insert into audit_events (id, at, actor, subject, what)
      select ${newId('audit')}, ${now.toISOString()}::timestamptz, ${actor}, ${accountId}, ${what}
      where not exists (${known})`);
  });
}
