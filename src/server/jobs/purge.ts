import { sql } from 'drizzle-orm';
import { FORMER_CUSTOMER_DAYS } from '@/domain/referral';
import {
  FAILED_ROW_DAYS,
  MESSAGE_DAYS,
  PROVIDER_EVENT_DAYS,
  WITHDRAWN_CONSENT_DAYS,
} from '@/domain/retention';
import { systemNow } from '../platform/clock';
import type { Ctx } from '../platform/context';
import { transaction } from '../db';

/** The most rows of a large table that one run deletes. */
const PURGED_AT_ONCE = 1000;

/**
 * Deletes rows whose retention has ended: sessions, throttles, tokens, LINE logins, idempotency records, hashes of
 * former customers, withdrawn consents, settled provider events, old failures and old messages. Uses the product clock, whatever day
 * a run is as of.
 */
export async function purgeExpired({ db }: Ctx): Promise<void> {
  const now = systemNow();
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const at = before(0);
  await transaction(db, async (tx) => {
    await tx.execute(sql`delete from sessions where expires_at < ${at}`);
    await tx.execute(sql`delete from throttles where window_ends_at < ${at}`);
    await tx.execute(sql`delete from one_time_tokens where expires_at < ${before(7)}`);
    await tx.execute(sql`delete from former_customers where created_at < ${before(FORMER_CUSTOMER_DAYS)}`);
    await tx.execute(sql`delete from consents where withdrawn_at < ${before(WITHDRAWN_CONSENT_DAYS)}`);
    await tx.execute(sql`delete from line_flows where expires_at < ${at}`);
    await tx.execute(sql`delete from failed_rows where failed_at < ${before(FAILED_ROW_DAYS)}`);
    await tx.execute(sql`delete from line_registrations where expires_at < ${at}`);
    await tx.execute(sql`delete from provider_events where (provider, event_id) in (select provider, event_id
      from provider_events where settled_at < ${before(PROVIDER_EVENT_DAYS)} limit ${PURGED_AT_ONCE})`);
    await tx.execute(sql`delete from messages where id in (select id from messages
      where created_at < ${before(MESSAGE_DAYS)} and status <> 'queued' limit ${PURGED_AT_ONCE})`);
    // Responses to an ended session may contain personal data.
    await tx.execute(sql`delete from idempotency_records r where created_at < ${before(1)} or (scope like 'session:%'
      and not exists (select 1 from sessions s where s.id = substr(r.scope, ${'session:'.length + 1})))`);
  });
}
