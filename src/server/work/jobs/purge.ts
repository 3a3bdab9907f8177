import { and, inArray, lt, sql } from 'drizzle-orm';
import { BULK_KEPT_DAYS } from '@/domain/bulk';
import { MOVING_KEPT_DAYS } from '@/domain/moving-in';
import { LINK_KEPT_DAYS } from '@/domain/order-link';
import { SLIP_PICTURE_DAYS } from '@/domain/slip';
import { FORMER_CUSTOMER_DAYS } from '@/domain/referral';
import {
  BUYER_DAYS,
  CONVERSATION_DAYS,
  CONVERSATION_PICTURE_DAYS,
  FAILED_ROW_DAYS,
  STATEMENT_IMPORT_DAYS,
  IDLE_CONVERSATION_DAYS,
  MESSAGE_DAYS,
  PAY_TO_DAYS,
  PROVIDER_EVENT_DAYS,
  WITHDRAWN_CONSENT_DAYS,
} from '@/domain/retention';
import { purgeEvents } from '../events/purge-events';
import { purgeDeliveries } from '../webhooks/send-deliveries';
import { systemNow } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import {
  bulkChanges,
  consents,
  failedRows,
  formerCustomers,
  imports,
  lineFlows,
  lineRegistrations,
  oneTimeTokens,
  orderLinks,
  passkeyChallenges,
  sessions,
  staffLinks,
  staffSessions,
  statementImports,
  throttles,
} from '../../db/schema';

/** The maximum number of rows of a large table that one run deletes. */
const PURGED_AT_ONCE = 1000;

/**
 * Deletes rows whose retention has ended: sessions, throttles, tokens, links of messages, LINE log-ins, passkey
 * challenges, sessions and links of the staff, idempotency records, hashes of former customers, withdrawn consents, buyers on old tax invoices, accounts of
 * refunds, pictures of slips, settled provider events, files of subscribers that did not move in, old bulk changes, old failures, old messages, old conversations and their pictures. Uses the product clock, even if the run is for another instant.
 */
export async function purgeExpired({ db }: Ctx): Promise<void> {
  const now = systemNow();
  await purgeEvents(db, now);
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await transaction(db, async (tx) => {
    await purgeDeliveries(tx, now);
    await tx.delete(sessions).where(lt(sessions.expiresAt, now));
    await tx.delete(throttles).where(lt(throttles.windowEndsAt, now));
    await tx.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, before(7)));
    await tx.delete(formerCustomers).where(lt(formerCustomers.createdAt, before(FORMER_CUSTOMER_DAYS)));
    await tx.delete(consents).where(lt(consents.withdrawnAt, before(WITHDRAWN_CONSENT_DAYS)));
    await tx.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
    await tx.delete(staffLinks).where(lt(staffLinks.expiresAt, now));
    await tx.delete(staffSessions).where(lt(staffSessions.createdAt, before(1)));
    await tx.delete(lineFlows).where(lt(lineFlows.expiresAt, now));
    await tx.delete(orderLinks).where(lt(orderLinks.createdAt, before(LINK_KEPT_DAYS)));
    await tx.delete(bulkChanges).where(lt(bulkChanges.createdAt, before(BULK_KEPT_DAYS)));
    await tx
      .delete(imports)
      .where(
        and(lt(imports.createdAt, before(MOVING_KEPT_DAYS)), inArray(imports.state, ['upload', 'checked'])),
      );
    await tx.delete(statementImports).where(lt(statementImports.importedAt, before(STATEMENT_IMPORT_DAYS)));
    await tx.delete(failedRows).where(lt(failedRows.failedAt, before(FAILED_ROW_DAYS)));
    await tx.delete(lineRegistrations).where(lt(lineRegistrations.expiresAt, now));
    await tx.execute(sql`delete from tax_invoice_buyers b where created_at < ${before(BUYER_DAYS).toISOString()}
      and not exists (select from documents d where d.order_id = b.order_id
        and d.created_at >= ${before(BUYER_DAYS).toISOString()})`);
    await tx.execute(sql`update refunds set pay_to = null
      where pay_to is not null and status <> 'manual' and closed_at < ${before(PAY_TO_DAYS).toISOString()}`);
    await tx.execute(sql`update slips set picture = null
      where picture is not null and created_at < ${before(SLIP_PICTURE_DAYS).toISOString()}`);
    await tx.execute(sql`delete from provider_events where (provider, event_id) in (select provider, event_id
      from provider_events where settled_at < ${before(PROVIDER_EVENT_DAYS).toISOString()} limit ${PURGED_AT_ONCE})`);
    await tx.execute(sql`delete from messages where id in (select id from messages
      where created_at < ${before(MESSAGE_DAYS).toISOString()} and status <> 'queued' limit ${PURGED_AT_ONCE})`);
    await tx.execute(sql`delete from conversations where id in (select id from conversations
      where closed_at < ${before(CONVERSATION_DAYS).toISOString()}
        or last_at < ${before(IDLE_CONVERSATION_DAYS).toISOString()} limit ${PURGED_AT_ONCE})`);
    await tx.execute(
      sql`delete from conversation_pictures where created_at < ${before(CONVERSATION_PICTURE_DAYS).toISOString()}`,
    );
    // Responses to an ended session may contain personal data.
    await tx.execute(sql`delete from idempotency_records r where created_at < ${before(1).toISOString()} or (scope like 'session:%'
      and not exists (select 1 from sessions s where s.id = substr(r.scope, ${'session:'.length + 1})))`);
  });
}
