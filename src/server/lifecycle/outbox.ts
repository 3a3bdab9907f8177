import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { sendableFrom } from '@/domain/quiet-hours';
import type { MessageKind, MessagePayloads } from '@/emails/messages';
import { queryRows } from '../db/query-rows';
import type { Tx } from '../db';
import { messages } from '../db/schema';
import { newId } from '../platform/ids';
import { addDeliveries, jobEnd } from './delivery-jobs';

export interface NewMessage<K extends MessageKind = MessageKind> {
  kind: K;
  /** The recipient's account; null for a message to the staff, which has `toAddress` and its language in the payload. */
  accountId: string | null;
  /** The deduplication key. A message whose key already exists is not written again. */
  dedupeKey: string;
  payload: MessagePayloads[K];
  /**
   * Whether the subscriber requested the message. Such a message is sent at once, also in quiet hours.
   * Default: false.
   */
  asked?: boolean;
  /** How long the message waits at least, because its cause can be taken back. Default: 0. */
  waitMs?: number;
  toAddress?: string;
}

const INSERT = `insert into messages (id, account_id, kind, dedupe_key, to_address, payload, status, asked, not_before,
    retry_key, job_until, created_at)
  select m.id, m."accountId", m.kind, m."dedupeKey", m."toAddress", m.payload, 'queued', m.asked, m."notBefore",
    m."retryKey"::uuid, m."jobUntil", $2::timestamptz
  from jsonb_to_recordset($1::jsonb) as m(id text, "accountId" text, kind text, "dedupeKey" text, "toAddress" text,
    payload jsonb, asked boolean, "notBefore" timestamptz, "retryKey" text, "jobUntil" timestamptz)
  on conflict (dedupe_key) do nothing
  returning id, asked, job_until is not null as "isDue"`;

const writtenRow = z.object({ id: z.string(), asked: z.boolean(), isDue: z.boolean() });

/** Writes messages to the outbox in the caller's transaction. */
export async function queueMessages(tx: Tx, now: Date, newMessages: readonly NewMessage[]): Promise<void> {
  if (newMessages.length === 0) return;
  const rows = newMessages.map(({ asked = false, waitMs = 0, ...message }) => {
    const notBefore = asked ? now : sendableFrom(new Date(now.getTime() + waitMs));
    const jobUntil = notBefore <= now ? jobEnd() : null;
    return { id: newId('message'), ...message, asked, notBefore, jobUntil, retryKey: randomUUID() };
  });
  const written = await queryRows(tx, writtenRow, {
    text: INSERT,
    params: [JSON.stringify(rows), now.toISOString()],
  });
  const due = written.filter(({ isDue }) => isDue);
  if (due.length > 0) await addDeliveries(tx, now, due);
}

export function queueMessage<K extends MessageKind>(
  tx: Tx,
  now: Date,
  message: NewMessage<K>,
): Promise<void> {
  return queueMessages(tx, now, [message]);
}

/** Deletes the messages with these keys that no try may have sent. @returns their keys */
export async function withdrawMessages(tx: Tx, dedupeKeys: string[]): Promise<string[]> {
  if (dedupeKeys.length === 0) return [];
  const gone = await tx
    .delete(messages)
    .where(
      and(
        inArray(messages.dedupeKey, dedupeKeys),
        eq(messages.status, 'queued'),
        isNull(messages.channel),
        isNull(messages.leaseUntil),
      ),
    )
    .returning({ key: messages.dedupeKey });
  return gone.map(({ key }) => key);
}
