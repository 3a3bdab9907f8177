import { and, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError } from '@/domain/errors';
import { HOUR_MS } from '@/domain/duration';
import { OLD_SECRET_HOURS, WEBHOOK_ENDPOINTS_MAX } from '@/domain/webhook';
import { settings } from '@/settings/settings';
import type { endpointInput } from '@/schemas/desk';
import { transaction, type Tx } from '../../db';
import { webhookDeliveries, webhookEndpoints } from '../../db/schema';
import type { Ctx } from '../../platform/context';
import { newId } from '../../platform/ids';
import { positionAt, readCounter } from '../../work/events/read-events';
import { numberEvents } from '../../work/events/number-events';
import { TEST_TYPE } from '../../work/webhooks/body';
import { newWebhookSecret } from '../../work/webhooks/sign';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

type Endpoint = typeof webhookEndpoints.$inferSelect;

/** What an endpoint gets. `types`: empty for all. `personal`: with names, addresses and contents of boxes. */
export type EndpointTerms = z.output<typeof endpointInput>;

const LISTED_DELIVERIES = 50;

const shown = ({
  id: endpointId,
  url,
  types,
  personal,
  createdAt,
  failingSince,
  offAt,
  offWhy,
}: Endpoint) => ({
  endpointId,
  url,
  types,
  personal,
  createdAt,
  failingSince,
  offAt,
  offWhy,
});
export type ShownEndpoint = ReturnType<typeof shown>;

/** Returns all endpoints, the oldest first, without their secrets. */
export async function listEndpoints({ db }: Ctx): Promise<ShownEndpoint[]> {
  return (
    await db.select().from(webhookEndpoints).orderBy(webhookEndpoints.createdAt, webhookEndpoints.id)
  ).map(shown);
}

/** Returns the newest deliveries of an endpoint with their tries. */
export function listDeliveries({ db }: Ctx, endpointId: string) {
  return db
    .select({
      eventId: webhookDeliveries.eventId,
      type: webhookDeliveries.type,
      status: webhookDeliveries.status,
      nextAt: webhookDeliveries.nextAt,
      tries: webhookDeliveries.log,
      createdAt: webhookDeliveries.createdAt,
    })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, endpointId))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.position))
    .limit(LISTED_DELIVERIES);
}

/** Only the sandbox sends to an address without TLS. */
function requireTls({ url }: EndpointTerms): void {
  if (url.startsWith('https:') || settings().SANDBOX_URL !== undefined) return;
  throw new AppError('INPUT_INVALID', { fieldErrors: { url: ['validation.webAddress'] } });
}

/** Creates an endpoint, which gets the events from now on. @returns its secret, which is shown only once */
export async function createEndpoint(
  ctx: OperatorCtx,
  terms: EndpointTerms,
): Promise<{ endpointId: string; secret: string }> {
  requireTls(terms);
  await numberEvents(ctx.db);
  return transaction(ctx.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhook_endpoints'))`);
    const all = await tx.select({ id: webhookEndpoints.id }).from(webhookEndpoints);
    if (all.length >= WEBHOOK_ENDPOINTS_MAX)
      throw new OperatorRefusal('webhooksFull', { max: WEBHOOK_ENDPOINTS_MAX });
    const id = newId('webhook');
    const { secret, sealed } = newWebhookSecret();
    const { last } = await readCounter(tx);
    const written = { id, ...terms, secretSealed: sealed, createdAt: ctx.now, position: last };
    await tx.insert(webhookEndpoints).values(written);
    await auditOperator(tx, ctx, { subject: id, what: 'webhook.created', detail: { ...terms } });
    return { endpointId: id, secret };
  });
}

/** Changes a locked endpoint, and audits it. @throws AppError NOT_FOUND */
function change<T>(
  ctx: OperatorCtx,
  endpointId: string,
  what: string | null,
  act: (tx: Tx, endpoint: Endpoint) => Promise<T>,
): Promise<T> {
  return transaction(ctx.db, async (tx) => {
    const [endpoint] = await tx
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, endpointId))
      .for('update');
    if (!endpoint) throw new AppError('NOT_FOUND');
    const result = await act(tx, endpoint);
    if (what) await auditOperator(tx, ctx, { subject: endpointId, what, detail: { url: endpoint.url } });
    return result;
  });
}

const setFields = (tx: Tx, id: string, fields: Partial<Endpoint>) =>
  tx.update(webhookEndpoints).set(fields).where(eq(webhookEndpoints.id, id));

/** Replaces the secret. Both sign for a day. @returns the new secret, which is shown only once */
export function rotateSecret(ctx: OperatorCtx, endpointId: string): Promise<{ secret: string }> {
  return change(ctx, endpointId, 'webhook.secret_changed', async (tx, { secretSealed }) => {
    const { secret, sealed } = newWebhookSecret();
    const oldSecretUntil = new Date(ctx.now.getTime() + OLD_SECRET_HOURS * HOUR_MS);
    await setFields(tx, endpointId, { secretSealed: sealed, oldSecretSealed: secretSealed, oldSecretUntil });
    return { secret };
  });
}

/** Turns an endpoint off, or on again: it then gets what happened meanwhile and is still stored. */
export function switchEndpoint(
  ctx: OperatorCtx,
  { endpointId, on }: { endpointId: string; on: boolean },
): Promise<void> {
  const what = on ? 'webhook.turned_on' : 'webhook.turned_off';
  return change(ctx, endpointId, what, async (tx) => {
    const off = on
      ? { offAt: null, offWhy: null, failingSince: null }
      : { offAt: ctx.now, offWhy: 'staff' as const };
    await setFields(tx, endpointId, off);
  });
}

export function removeEndpoint(ctx: OperatorCtx, endpointId: string): Promise<void> {
  return change(ctx, endpointId, 'webhook.removed', async (tx) => {
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId));
  });
}

/** Sends an event of the type `test`. */
export function sendTest(ctx: OperatorCtx, endpointId: string): Promise<void> {
  return change(ctx, endpointId, null, async (tx) => {
    const eventId = `${newId('event')}_0`;
    const due = { status: 'waiting' as const, nextAt: ctx.now, createdAt: ctx.now };
    await tx.insert(webhookDeliveries).values({ endpointId, eventId, type: TEST_TYPE, ...due });
  });
}

/** Sends an event again that was sent or given up. @throws AppError NOT_FOUND */
export async function sendAgain(
  { db, now }: Ctx,
  { endpointId, eventId }: { endpointId: string; eventId: string },
): Promise<void> {
  const isIt = and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.eventId, eventId));
  const again = { status: 'waiting' as const, tries: 0, nextAt: now };
  const found = await transaction(db, (tx) =>
    tx.update(webhookDeliveries).set(again).where(isIt).returning({ id: webhookDeliveries.eventId }),
  );
  if (found.length === 0) throw new AppError('NOT_FOUND');
}

/** Sends all events since a moment again, of the types that the endpoint gets now. */
export function sendAllSince(
  ctx: OperatorCtx,
  { endpointId, since }: { endpointId: string; since: Date },
): Promise<void> {
  return change(ctx, endpointId, 'webhook.replayed', async (tx, { position }) => {
    const before = await positionAt(tx, since);
    await setFields(tx, endpointId, { position: Math.min(position, before) });
  });
}
