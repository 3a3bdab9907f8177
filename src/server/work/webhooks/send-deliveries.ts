import { and, eq, isNull, sql } from 'drizzle-orm';
import { settings } from '@/settings/settings';
import { DELIVERY_DAYS, isOverdue, LOGGED_TRIES, nextTryAt, type EndpointOff } from '@/domain/webhook';
import { transaction, type Tx } from '../../db';
import { queryRows } from '../../db/query-rows';
import { webhookEndpoints } from '../../db/schema';
import { postToEndpoint, type EndpointAnswer } from '../../gateways/webhook-endpoint';
import { writeAudit } from '../../lifecycle/audit';
import type { Ctx } from '../../platform/context';
import { log } from '../../platform/log';
import { bodyOf, claimedRow, type Claimed } from './body';
import { secretsAt, signedHeaders } from './sign';

/** The calls that one endpoint has at a time. They are its own: an endpoint that is slow or dead holds up no other. */
const CALLS_PER_ENDPOINT = 4;
/** How long a try is left alone. Longer than it can take, so that no other process sends the same. */
const LEASE_SECONDS = 60;

const CLAIM = `update webhook_deliveries d set tries = d.tries + 1,
    next_at = $1::timestamptz + interval '${LEASE_SECONDS} seconds'
  from webhook_endpoints e cross join lateral (
    select event_id from webhook_deliveries w
    where w.endpoint_id = e.id and w.status = 'waiting' and w.next_at <= $1::timestamptz
    order by w.next_at limit greatest(0, ${CALLS_PER_ENDPOINT} - coalesce(($2::jsonb ->> e.id)::int, 0))
    for update skip locked) due
  where e.off_at is null and d.endpoint_id = e.id and d.event_id = due.event_id
  returning d.endpoint_id as "endpointId", d.event_id as "eventId", d.position::float8 as position, d.type, d.tries`;
/** Claims due deliveries, for each endpoint as many as it has calls left. @param busy the present calls by endpoint */
export function claimDeliveries(
  { db, now }: Ctx,
  busy: Readonly<Record<string, number>>,
): Promise<Claimed[]> {
  const params = [now.toISOString(), JSON.stringify(busy)];
  return transaction(db, (tx) => queryRows(tx, claimedRow, { text: CLAIM, params }));
}

/** Sends one claimed delivery and writes what came of it. */
export async function sendDelivery(ctx: Ctx, claimed: Claimed): Promise<void> {
  const { db, now } = ctx;
  const [endpoint] = await db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, claimed.endpointId), isNull(webhookEndpoints.offAt)));
  if (!endpoint) return;
  const { secrets, resealed } = secretsAt(now, endpoint);
  const body = await bodyOf(ctx, claimed, endpoint);
  const signed = signedHeaders(secrets, { id: claimed.eventId, at: now, body });
  const headers = { 'content-type': 'application/json', 'user-agent': 'ira-webhooks', ...signed };
  const options = { allowsPrivate: settings().SANDBOX_URL !== undefined };
  const answer = await postToEndpoint(endpoint.url, { headers, body }, options);
  await transaction(db, async (tx) => {
    const set = { secretSealed: resealed ?? endpoint.secretSealed };
    if (resealed) await tx.update(webhookEndpoints).set(set).where(eq(webhookEndpoints.id, endpoint.id));
    await writeAnswer(tx, now, claimed, answer);
  });
}

const isSuccess = ({ answer }: EndpointAnswer) => typeof answer === 'number' && answer >= 200 && answer < 300;

async function writeAnswer(tx: Tx, now: Date, claimed: Claimed, answer: EndpointAnswer): Promise<void> {
  const { endpointId, eventId, tries } = claimed;
  const isSent = isSuccess(answer);
  const nextAt = isSent ? null : nextTryAt(now, tries, Math.random(), answer.retryAfter);
  const status = isSent ? 'sent' : nextAt ? 'waiting' : 'failed';
  const entry = JSON.stringify([{ at: now.toISOString(), answer: answer.answer, ms: answer.ms }]);
  // The endpoint first, as in a replay: otherwise the two could wait for each other.
  if (isSent)
    await tx.execute(
      sql`update webhook_endpoints set failing_since = null where id = ${endpointId} and failing_since is not null`,
    );
  else await noteFailure(tx, now, endpointId, answer);
  // A replay during the call has set its tries to 0 and wins.
  await tx.execute(sql`update webhook_deliveries set status = ${status}, next_at = ${nextAt?.toISOString() ?? null}::timestamptz,
      log = (select jsonb_agg(x) from (select x from jsonb_array_elements(${entry}::jsonb || log) x limit ${LOGGED_TRIES}) l)
    where endpoint_id = ${endpointId} and event_id = ${eventId} and tries = ${tries} and status = 'waiting'`);
}

/** Notes since when an endpoint fails, and turns it off after days of failures, or when it says that it is gone. */
async function noteFailure(tx: Tx, now: Date, endpointId: string, { answer }: EndpointAnswer): Promise<void> {
  const [failing] = await tx
    .update(webhookEndpoints)
    .set({ failingSince: sql`coalesce(${webhookEndpoints.failingSince}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(webhookEndpoints.id, endpointId), isNull(webhookEndpoints.offAt)))
    .returning();
  if (!failing?.failingSince) return;
  const offWhy: EndpointOff | null =
    answer === 410 ? 'gone' : isOverdue(failing.failingSince, now) ? 'failing' : null;
  if (offWhy === null) return;
  await tx.update(webhookEndpoints).set({ offAt: now, offWhy }).where(eq(webhookEndpoints.id, endpointId));
  await writeAudit(tx, now, {
    actor: 'ira',
    subject: endpointId,
    what: 'webhook.stopped',
    detail: { url: failing.url, why: offWhy },
  });
  log.warn('webhooks.stopped', { outcome: offWhy });
}

/** Deletes deliveries that ended long ago. */
export async function purgeDeliveries(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DELIVERY_DAYS * 86_400_000).toISOString();
  await tx.execute(sql`delete from webhook_deliveries where (endpoint_id, event_id) in (select endpoint_id, event_id
    from webhook_deliveries where created_at < ${before}::timestamptz limit 1000)`);
}
