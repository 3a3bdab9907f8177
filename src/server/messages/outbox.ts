import { randomUUID } from 'node:crypto';
import { sendableFrom } from '@/domain/message';
import type { MessageKind, MessagePayloads } from '@/emails/messages';
import { systemNow } from '../clock';
import type { Tx } from '../db/client';
import { messages } from '../db/schema';
import { newId } from '../ids';
import { addJob } from '../jobs';

/** A job that has not sent its message by then is taken for lost. */
const JOB_MS = 10 * 60_000;

/**
 * Writes a message in the transaction that causes it. The same `dedupeKey` is written once, whatever is repeated.
 * @param asked true when the person just asked for it: sent at once, quiet hours or not.
 */
export async function queueMessage<K extends MessageKind>(
  tx: Tx,
  now: Date,
  message: {
    kind: K;
    accountId: string;
    dedupeKey: string;
    payload: MessagePayloads[K];
    asked?: boolean;
    toAddress?: string;
  },
): Promise<void> {
  const notBefore = message.asked ? now : sendableFrom(now);
  const isDue = notBefore <= now;
  const id = newId('message');
  const [written] = await tx
    .insert(messages)
    .values({
      id,
      accountId: message.accountId,
      kind: message.kind,
      dedupeKey: message.dedupeKey,
      toAddress: message.toAddress ?? null,
      payload: message.payload,
      status: 'queued',
      asked: message.asked ?? false,
      notBefore,
      retryKey: randomUUID(),
      jobUntil: isDue ? jobEnd() : null,
      createdAt: now,
    })
    .onConflictDoNothing({ target: messages.dedupeKey })
    .returning({ id: messages.id });
  if (written && isDue) await addDelivery(tx, now, { id, asked: message.asked ?? false });
}

/** Until when a job made now counts as carrying its message. */
export function jobEnd(): Date {
  return new Date(systemNow().getTime() + JOB_MS);
}

/** Of messages that no subscriber asked for: a log-in mail must not wait behind the receipts of a billing run. */
const PRIORITY_UNASKED = 10;

/** Has the worker send a message that is due; one that a subscriber asked for goes first. */
export function addDelivery(tx: Tx, now: Date, message: { id: string; asked: boolean }): Promise<void> {
  const job = { messageId: message.id, dueAt: now.toISOString() };
  const priority = message.asked ? 0 : PRIORITY_UNASKED;
  return addJob(tx, 'deliver_message', job, `deliver:${message.id}`, { priority });
}
