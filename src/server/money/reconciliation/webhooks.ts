import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '@/settings/settings';
import { AppError } from '@/domain/errors';
import { textField } from '@/schemas/fields';
import type { Ctx } from '../../platform/context';
import { systemNow } from '../../platform/clock';
import { transaction } from '../../db';
import { providerEvents } from '../../db/schema';
import { readJson } from '../../gateways/http';
import { fetchCharge } from '../../gateways/omise/charges';
import { addJob, removeJob } from '../../platform/job-queue';
import { log } from '../../platform/log';
import { readNamedLink } from '../bank-accounts/read-link';
import { recordDispute } from '../refunds/disputes';
import { settleGatewayCharge } from './gateway-charge';
import { settleRefunds } from '../refunds/gateway-refunds';

const TOLERANCE_SECONDS = 300;
/** The time after which the billing run settles an event that the job of the event has not settled. */
const LEFT_AFTER_MS = 60_000;

const eventShape = z.object({
  object: z.literal('event'),
  id: textField.min(1).max(100),
  key: textField.min(1).max(100),
  data: z.object({
    object: textField.nullish(),
    // Some objects of the gateway have no id, such as its balance. Their events are stored and change nothing.
    id: textField.max(100).nullish(),
    // For a refund or a dispute: the id of its charge, or the charge itself.
    charge: z
      .union([textField.max(100), z.object({ id: textField.max(100) }).transform(({ id }) => id)])
      .nullish(),
  }),
});

/**
 * Whether the gateway signed a webhook within the last five minutes. The signature is the hex HMAC-SHA256 of
 * `timestamp.body`, with the base64-decoded secret as key. While a secret is replaced, the webhook has two
 * signatures (https://docs.omise.co/api-webhooks).
 */
export function isSignedByOmise(
  rawBody: string,
  signature: string | null,
  timestamp: string | null,
  secrets: string[],
  now: Date,
): boolean {
  if (!signature || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const given = signature.split(',').map((part) => Buffer.from(part.trim(), 'hex'));
  return secrets.some((secret) => {
    const expected = createHmac('sha256', Buffer.from(secret, 'base64'))
      .update(`${timestamp}.${rawBody}`)
      .digest();
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
}

/** Whether an event is about a charge, its refunds or its dispute, or about a bank account. Others change nothing. */
const changesSomething = (subject: string): boolean => /^(chrg|lnac)_/.test(subject);

/**
 * Stores a webhook event of the gateway once and adds a job that settles it, if it changes something.
 * @throws AppError NOT_LOGGED_IN for a missing or wrong signature, INPUT_INVALID for a malformed event
 */
export async function recordOmiseEvent(ctx: Ctx, rawBody: string, headers: Headers): Promise<void> {
  const secrets = settings().OMISE_WEBHOOK_SECRET;
  if (
    secrets &&
    !isSignedByOmise(
      rawBody,
      headers.get('omise-signature'),
      headers.get('omise-signature-timestamp'),
      secrets,
      systemNow(),
    )
  ) {
    throw new AppError('NOT_LOGGED_IN', { reason: 'webhook_signature' });
  }
  const event = eventShape.safeParse(readJson(rawBody));
  if (!event.success) throw new AppError('INPUT_INVALID');
  const { id, key, data } = event.data;
  const subject = data.charge ?? data.id ?? '';
  const isJob = changesSomething(subject);
  await transaction(ctx.db, async (tx) => {
    const [stored] = await tx
      .insert(providerEvents)
      .values({
        provider: 'omise',
        eventId: id,
        kind: key,
        subject,
        body: { id, key, data: { object: data.object, id: data.id } },
        receivedAt: ctx.now,
        settledAt: isJob ? null : ctx.now,
      })
      .onConflictDoNothing()
      .returning({ eventId: providerEvents.eventId });
    if (stored && isJob) await addJob(tx, 'settle_event', { provider: 'omise', eventId: id }, jobKeyOf(id));
  });
}

const jobKeyOf = (eventId: string) => `event:omise:${eventId}`;
const leftBefore = (now: Date) => new Date(now.getTime() - LEFT_AFTER_MS);

/** Lists events that were received over a minute ago and that their job has not settled. */
export async function listUnsettledEvents({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: providerEvents.eventId })
    .from(providerEvents)
    .where(
      and(
        eq(providerEvents.provider, 'omise'),
        isNull(providerEvents.settledAt),
        lt(providerEvents.receivedAt, leftBefore(now)),
      ),
    )
    .orderBy(asc(providerEvents.receivedAt))
    .limit(limit);
}

/**
 * Settles a stored event: reads its charge at the gateway and settles the charge, its refunds and its
 * dispute, or reads the link of a bank account. The content of the event is ignored. A charge that this product did not request is logged and its
 * payment recorded.
 * @throws Error if the gateway cannot be read, so that the job is retried
 */
export async function settleEvent(ctx: Ctx, eventId: string): Promise<void> {
  const [event] = await ctx.db
    .select()
    .from(providerEvents)
    .where(
      and(
        eq(providerEvents.provider, 'omise'),
        eq(providerEvents.eventId, eventId),
        isNull(providerEvents.settledAt),
      ),
    );
  if (!event) return;
  if (event.subject.startsWith('chrg_')) await settleCharge(ctx, event.subject, eventId);
  if (event.subject.startsWith('lnac_')) await readNamedLink(ctx, event.subject);
  await transaction(ctx.db, async (tx) => {
    await tx
      .update(providerEvents)
      .set({ settledAt: ctx.now })
      .where(and(eq(providerEvents.provider, 'omise'), eq(providerEvents.eventId, eventId)));
    // The job of the event failed and may have no retries left.
    if (event.receivedAt < leftBefore(ctx.now)) await removeJob(tx, jobKeyOf(eventId));
  });
}

async function settleCharge(ctx: Ctx, chargeId: string, eventId: string): Promise<void> {
  const charge = await fetchCharge(chargeId);
  if (charge.kind === 'unavailable') throw new Error('the gateway could not be read');
  if (charge.kind === 'refused') {
    log.warn('payments.event_without_charge', { eventId, code: charge.code });
    return;
  }
  const settled = await settleGatewayCharge(ctx, charge.value);
  await settleRefunds(ctx, charge.value);
  await recordDispute(ctx, charge.value);
  if (!settled) log.warn('payments.event_of_unknown_charge', { eventId });
}
