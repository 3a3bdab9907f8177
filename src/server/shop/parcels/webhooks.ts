import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '@/settings/settings';
import { AppError } from '@/domain/errors';
import { parcelOfNumber } from '@/domain/parcel';
import { textField } from '@/schemas/fields';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { providerEvents } from '../../db/schema';
import { readJson } from '../../gateways/http';
import { addJob } from '../../platform/job-queue';
import { log } from '../../platform/log';
import { isOneOf } from '../../platform/equal-secrets';
import { claimParcels } from './claims';
import { finishClaims } from './sync';

/** The time after which the billing run settles an event that the job of the event has not settled. */
const LEFT_AFTER_MS = 60_000;

const eventShape = z.object({ order_number: textField.min(1).max(100), status: textField.max(50) });

/**
 * Stores a webhook event of the fulfilment service and adds a job that polls the parcel. The event is not
 * signed, so only its order number is used. A repeated event is not stored again until the first one is
 * settled.
 * @param secret the secret in the path of the webhook's URL
 * @throws AppError NOT_LOGGED_IN for a wrong secret, INPUT_INVALID for a body without an order
 */
export async function recordParcelEvent(ctx: Ctx, rawBody: string, secret: string): Promise<void> {
  if (!isOneOf(settings().MYCLOUD_WEBHOOK_SECRET ?? [], secret))
    throw new AppError('NOT_LOGGED_IN', { reason: 'webhook_signature' });
  const event = eventShape.safeParse(readJson(rawBody));
  if (!event.success) throw new AppError('INPUT_INVALID');
  const { order_number: subject, status: kind } = event.data;
  const eventId = `${subject}:${kind}`;
  await transaction(ctx.db, async (tx) => {
    const [stored] = await tx
      .insert(providerEvents)
      .values({ provider: 'mycloud', eventId, kind, subject, body: {}, receivedAt: ctx.now })
      .onConflictDoUpdate({
        target: [providerEvents.provider, providerEvents.eventId],
        set: { receivedAt: ctx.now, settledAt: null },
        setWhere: sql`${providerEvents.settledAt} is not null`,
      })
      .returning({ eventId: providerEvents.eventId });
    if (stored)
      await addJob(tx, 'settle_event', { provider: 'mycloud', eventId }, `event:mycloud:${eventId}`);
  });
}

const isUnsettled = and(eq(providerEvents.provider, 'mycloud'), isNull(providerEvents.settledAt));

/** Lists events that were received over a minute ago and that their job has not settled. */
export async function listUnsettledParcelEvents({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: providerEvents.eventId })
    .from(providerEvents)
    .where(and(isUnsettled, lt(providerEvents.receivedAt, new Date(now.getTime() - LEFT_AFTER_MS))))
    .orderBy(asc(providerEvents.receivedAt))
    .limit(limit);
}

/**
 * Settles an event: claims its parcel, even if the parcel is not due, and polls the fulfilment service. If
 * the service does not respond, the next check of the parcel polls again. Logs an event about an unknown
 * order.
 */
export async function settleParcelEvent(ctx: Ctx, eventId: string): Promise<void> {
  const claims = await transaction(ctx.db, async (tx) => {
    const [event] = await tx
      .update(providerEvents)
      .set({ settledAt: ctx.now })
      .where(and(isUnsettled, eq(providerEvents.eventId, eventId)))
      .returning({ subject: providerEvents.subject });
    if (!event) return [];
    const { orderId, number } = parcelOfNumber(event.subject);
    const claimed = await claimParcels(tx, ctx.now, [orderId], number);
    if (claimed.known === 0) log.warn('parcels.event_of_unknown_order', { provider: 'mycloud' });
    return claimed.claims;
  });
  await finishClaims(ctx, claims);
}
