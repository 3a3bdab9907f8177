import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { writeAudit } from '../../lifecycle/audit';
import { requireSubscriber } from '../../lifecycle/require-subscriber';
import { accountOfUnsubscribeToken } from './unsubscribe-link';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { accounts } from '../../db/schema';

/**
 * Sets whether the account receives optional messages: points, milestones and offers.
 * @throws AppError NOT_ALLOWED for a registration in progress
 */
export async function updateMessages(
  { db, now }: Ctx,
  accountId: string,
  { optionalMessages }: { optionalMessages: boolean },
): Promise<{ optionalMessages: boolean }> {
  return transaction(db, async (tx) => {
    await requireSubscriber(tx, accountId);
    await setOptionalMessages(tx, now, accountId, optionalMessages);
    return { optionalMessages };
  });
}

/**
 * Stops optional messages to the account of a signed link in a mail. Needs no log-in. Repeating it changes
 * nothing.
 * @throws AppError TOKEN_EXPIRED for a link that this site did not sign
 */
export async function unsubscribe({ db, now }: Ctx, token: string): Promise<Record<string, never>> {
  const accountId = accountOfUnsubscribeToken(token);
  if (accountId === null) throw new AppError('TOKEN_EXPIRED');
  await transaction(db, (tx) => setOptionalMessages(tx, now, accountId, false));
  return {};
}

async function setOptionalMessages(
  tx: Tx,
  now: Date,
  accountId: string,
  optionalMessages: boolean,
): Promise<void> {
  const changed = await tx
    .update(accounts)
    .set({ optionalMessages })
    .where(
      and(
        eq(accounts.id, accountId),
        eq(accounts.optionalMessages, !optionalMessages),
        isNull(accounts.deletedAt),
      ),
    )
    .returning({ id: accounts.id });
  if (changed.length === 0) return;
  const what = optionalMessages ? 'account.messages_started' : 'account.messages_stopped';
  await writeAudit(tx, now, { actor: accountId, subject: accountId, what });
}
