import { eq } from 'drizzle-orm';
import { REFERRAL_TRANSITIONS } from '@/domain/lifecycle/transitions';
import type { ReferralStatus } from '@/domain/referral';
import type { Tx } from '../db';
import { referrals } from '../db/schema';
import { newId } from '../platform/ids';
import { requireSteps } from './steps';

type Referral = typeof referrals.$inferSelect;

/** Writes the referral of a friend. Replaces the referrer of one that is only applied. */
export async function applyReferral(
  tx: Tx,
  now: Date,
  { referrerId, friendId }: Pick<Referral, 'referrerId' | 'friendId'>,
): Promise<void> {
  await tx
    .insert(referrals)
    .values({ id: newId('referral'), referrerId, friendId, status: 'applied', createdAt: now })
    .onConflictDoUpdate({
      target: referrals.friendId,
      set: { referrerId },
      setWhere: eq(referrals.status, 'applied'),
    });
}

/** Changes the status of a locked referral. */
export async function stepReferral(
  tx: Tx,
  { id, status: from }: Pick<Referral, 'id' | 'status'>,
  to: ReferralStatus,
  fields: Partial<Pick<Referral, 'heldAt' | 'rewardedAt'>> = {},
): Promise<void> {
  requireSteps(REFERRAL_TRANSITIONS, { from: [from], to });
  await tx
    .update(referrals)
    .set({ ...fields, status: to })
    .where(eq(referrals.id, id));
}
