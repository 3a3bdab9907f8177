import { randomUUID } from 'node:crypto';
import { sendableFrom } from '@/domain/message';
import type { MessageKind, MessagePayloads } from '@/emails/messages';
import type { Tx } from '../db/client';
import { messages } from '../db/schema';
import { newId } from '../ids';
import { addDeliveries, jobEnd } from './delivery-jobs';

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
  if (written && isDue) await addDeliveries(tx, now, [{ id, asked: message.asked ?? false }]);
}
