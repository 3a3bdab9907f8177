import { and, eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { hasSecret, type MessageKind } from '@/emails/messages';
import { transaction } from '../../db';
import { accounts, messages } from '../../db/schema';
import { writeAudit } from '../../lifecycle/audit';
import { queueMessage } from '../../lifecycle/outbox';
import { refuseRecentMessage } from '../../lifecycle/recent-message';
import { writeReason, type OnBehalf } from '../../lifecycle/requester';
import { requireStaffMay } from '../../lifecycle/staff-limits';
import type { Ctx } from '../../platform/context';
import type { Message } from './decisions';

/**
 * Whether a message can be sent again as it is: it has left or failed, had no secret link, and went to the account's own
 * address.
 */
export function canResend({
  kind,
  status,
  toAddress,
}: Pick<Message, 'kind' | 'status' | 'toAddress'>): boolean {
  return (status === 'sent' || status === 'failed') && toAddress === null && !hasSecret(kind);
}

/**
 * Queues a message of an account again, to its present e-mail or LINE.
 * @throws AppError NOT_FOUND for a message of another or a deleted account, MESSAGE_NOT_RESENDABLE,
 *   MESSAGE_SENT_RECENTLY within ten minutes of the last time,
 *   OWN_ACCOUNT, MONTHLY_LIMIT
 */
export async function resendMessage(
  { db, now }: Ctx,
  accountId: string,
  { messageId, by }: { messageId: string; by: OnBehalf },
): Promise<void> {
  await transaction(db, async (tx) => {
    const [found] = await tx
      .select({ message: messages, deletedAt: accounts.deletedAt })
      .from(messages)
      .innerJoin(accounts, eq(accounts.id, messages.accountId))
      .where(and(eq(messages.id, messageId), eq(messages.accountId, accountId)))
      .for('update', { of: messages });
    if (!found || found.deletedAt !== null) throw new AppError('NOT_FOUND');
    const { message } = found;
    if (!canResend(message)) throw new AppError('MESSAGE_NOT_RESENDABLE');
    const key = `resent:${messageId}:`;
    await refuseRecentMessage(tx, now, accountId, key);
    await requireStaffMay(tx, now, by.actor, { act: 'messageResends', accountId });
    await queueMessage(tx, now, {
      kind: message.kind as MessageKind,
      accountId,
      dedupeKey: `${key}${now.toISOString()}`,
      payload: message.payload as never,
      asked: true,
    });
    const detail = { messageId, kind: message.kind };
    await writeAudit(tx, now, { actor: by.actor, subject: accountId, what: 'message.sent_again', detail });
    await writeReason(tx, now, by);
  });
}
