import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { canChangeDetails } from '@/domain/subscription';
import type { updateDetailsInput } from '@/schemas/account';
import { writeAudit } from '../../lifecycle/audit';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { accounts } from '../../db/schema';
import { lockAccount } from '../../lifecycle/require-subscriber';
import { writeReason, type OnBehalf } from '../../lifecycle/requester';
import { getProfile, type Profile } from './profile';

type DetailsInput = z.output<typeof updateDetailsInput>;

/**
 * Changes the given fields of the account's details. Allowed while an offline payment is pending, also the first
 * payment.
 * @param by the member of the staff who requests the change; the subscriber by default
 * @throws AppError NOT_ALLOWED for a registration in progress without a pending offline payment
 */
export async function updateDetails(
  ctx: Ctx,
  accountId: string,
  input: DetailsInput,
  by?: OnBehalf,
): Promise<{ account: Profile }> {
  return transaction(ctx.db, async (tx) => {
    const { account } = await lockAccount(tx, accountId, canChangeDetails);
    const changed = Object.entries(input).filter(
      ([field, value]) => value !== undefined && value !== account[field as keyof DetailsInput],
    );
    if (changed.length > 0) {
      await tx.update(accounts).set(Object.fromEntries(changed)).where(eq(accounts.id, accountId));
      await writeAudit(tx, ctx.now, {
        actor: by?.actor ?? accountId,
        subject: accountId,
        what: 'account.details_changed',
        detail: { fields: changed.map(([field]) => field) },
      });
      await writeReason(tx, ctx.now, by);
    }
    return { account: await getProfile({ db: tx, now: ctx.now }, accountId) };
  });
}
