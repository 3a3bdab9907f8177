import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { SlipQr, SlipState } from '@/domain/slip';
import type { Tx } from '../../db';
import { identities, orders, providerEvents, slips } from '../../db/schema';
import { addJob } from '../../platform/job-queue';

type Slip = typeof slips.$inferSelect;

/** The results of a check that get an answer. A booked slip gets the message of its payment. */
const ANSWERED: ReadonlySet<SlipState> = new Set(['foreign', 'unknown', 'listed']);

/** Returns the value by which an answered LINE event names the slip that is being checked. */
export const awaitedSlip = ({ bank, ref }: SlipQr): string => `${bank}:${ref}`;

/**
 * Queues an answer to the LINE user who was answered that this slip is being checked, once its check has ended. The slip
 * must be locked. A slip is answered once, however often it was sent.
 */
export async function queueSlipAnswer(tx: Tx, now: Date, slip: Slip): Promise<void> {
  if (slip.via !== 'line' || !ANSWERED.has(slip.state)) return;
  const [asked] = await tx
    .select({ subject: providerEvents.subject, body: providerEvents.body })
    .from(orders)
    .innerJoin(identities, and(eq(identities.accountId, orders.accountId), eq(identities.provider, 'line')))
    .innerJoin(
      providerEvents,
      and(eq(providerEvents.provider, 'line'), eq(providerEvents.subject, identities.subject)),
    )
    .where(and(eq(orders.id, slip.orderId), sql`${providerEvents.body} ->> 'awaits' = ${awaitedSlip(slip)}`))
    .orderBy(asc(providerEvents.receivedAt))
    .limit(1);
  if (!asked) return;
  const { timestamp, messageId } = asked.body;
  const eventId = `slip:${slip.id}`;
  const body = { slip: slip.id, locale: null, timestamp, messageId, retryKey: randomUUID(), tries: 0 };
  const event = { provider: 'line', eventId, kind: 'slip', subject: asked.subject, body, receivedAt: now };
  const [queued] = await tx
    .insert(providerEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ eventId: providerEvents.eventId });
  if (queued) await addJob(tx, 'settle_event', { provider: 'line', eventId }, `settle_event:line:${eventId}`);
}

/** Queues the answer of a slip whose check has ended while its sender was answered that it is being checked. */
export async function queueAwaitedSlip(tx: Tx, now: Date, awaited: string): Promise<void> {
  const [slip] = await tx
    .select()
    .from(slips)
    .where(
      sql`(${slips.bank}, ${slips.ref}) = (split_part(${awaited}, ':', 1), split_part(${awaited}, ':', 2))`,
    )
    .for('share');
  if (slip) await queueSlipAnswer(tx, now, slip);
}
