import type { Undo } from '@/domain/link';
import { writeAudit } from '../../lifecycle/audit';
import { queueMessage } from '../../lifecycle/outbox';
import type { Tx } from '../../db';
import type { accounts } from '../../db/schema';
import { writeNotMeLink } from '../not-me-link';
import type { Passkey } from './records';

type Account = typeof accounts.$inferSelect;

/**
 * Records that a passkey was added or removed, and notifies the owner by mail.
 * @param undo null if the owner of the mailbox has proven the e-mail: a mailed link must then not restore the passkey
 */
export async function notifyOwner(
  tx: Tx,
  now: Date,
  account: Account,
  change: 'passkey_added' | 'passkey_removed',
  { id: passkeyId }: Pick<Passkey, 'id'>,
  undo: (Undo & { change: 'passkey_added' | 'passkey_removed' }) | null,
): Promise<void> {
  const auditId = await writeAudit(tx, now, {
    actor: account.id,
    subject: account.id,
    what: `account.${change}`,
    detail: { passkeyId },
  });
  await queueMessage(tx, now, {
    kind: change,
    accountId: account.id,
    dedupeKey: `${change}:${auditId}`,
    asked: true,
    payload: {
      firstName: account.firstName,
      notMeUrl: undo && (await writeNotMeLink(tx, now, account, undo)),
    },
  });
}
