import { writeAudit } from '../../lifecycle/audit';
import { writeNotMeLink } from '../../login/not-me-link';
import type { Tx } from '../../db';
import type { accounts } from '../../db/schema';
import { queueMessage } from '../../lifecycle/outbox';

/** Records a data download in the audit log and queues a mail to the owner. */
export async function recordExport(tx: Tx, now: Date, account: typeof accounts.$inferSelect): Promise<void> {
  const { id, firstName } = account;
  const auditId = await writeAudit(tx, now, { actor: id, subject: id, what: 'account.data_downloaded' });
  await queueMessage(tx, now, {
    kind: 'data_exported',
    accountId: id,
    dedupeKey: `data_exported:${auditId}`,
    asked: true,
    payload: {
      firstName,
      notMeUrl: await writeNotMeLink(tx, now, account, { change: 'data_exported' }),
    },
  });
}
