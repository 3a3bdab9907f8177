import { and, eq, sql } from 'drizzle-orm';
import { MESSAGE_TRANSITIONS } from '@/domain/lifecycle/transitions';
import type { Tx } from '../db';
import { messages } from '../db/schema';
import { assignments } from './columns';
import { requireSteps } from './steps';

type Message = typeof messages.$inferSelect;

const COLUMNS = assignments({
  status: ['status', 'text'],
  channel: ['channel', 'text'],
  tries: ['tries', 'int'],
  lastError: ['last_error', 'text'],
  toAddress: ['to_address', 'text'],
  notBefore: ['not_before', 'timestamptz'],
  sentAt: ['sent_at', 'timestamptz'],
  jobUntil: ['job_until', 'timestamptz'],
  leaseUntil: ['lease_until', 'timestamptz'],
});

/** Writes changes of messages that are still queued, in one statement. */
export async function writeMessages(
  tx: Tx,
  changes: readonly (Partial<Message> & { id: string })[],
): Promise<void> {
  if (changes.length === 0) return;
  for (const { status: to = 'queued' } of changes)
    requireSteps(MESSAGE_TRANSITIONS, { from: ['queued'], to });
  await tx.execute(sql`update messages t set ${sql.raw(COLUMNS)},
      payload = case when c.j ? 'payload' then c.j -> 'payload' else t.payload end
    from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) c(j) where t.id = c.j ->> 'id' and t.status = 'queued'`);
}

/** Queues a mail that bounced once more, for LINE. `retryKey`: the idempotency key of the new delivery. */
export async function requeueBounced(
  tx: Tx,
  now: Date,
  { id, lastError, retryKey }: Pick<Message, 'id' | 'lastError' | 'retryKey'>,
): Promise<void> {
  requireSteps(MESSAGE_TRANSITIONS, { from: ['sent'], to: 'queued' });
  const unsent = { channel: null, sentAt: null, tries: 0, jobUntil: null, leaseUntil: null };
  await tx
    .update(messages)
    .set({ ...unsent, status: 'queued', lastError, notBefore: now, retryKey })
    .where(and(eq(messages.id, id), eq(messages.status, 'sent')));
}
