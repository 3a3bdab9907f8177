import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { FRIEND_DISCOUNT, REFERRER_POINTS, referralCodeFrom } from '@/domain/referral';
import { canChangePlan } from '@/domain/subscription';
import type { referralCodeAnswer } from '@/schemas/answers/rewards';
import { lockAccount } from '../../lifecycle/require-subscriber';
import { writeAudit } from '../../lifecycle/audit';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { referralCodes } from '../../db/schema';
import { shareUrl } from './queries';

/**
 * The maximum number of random codes to try. With a million codes in use, one of 887 random codes is already
 * in use.
 */
const TRIES_MAX = 20;

/**
 * Returns the referral code of a subscriber. The first call generates the code.
 * @param pick returns a random whole number from 0 to `size` − 1
 * @throws AppError NOT_ALLOWED, PAYMENT_PENDING, NOT_ACTIVE if the subscription is not active
 */
export async function generateReferralCode(
  { db, now }: Ctx,
  accountId: string,
  pick: (size: number) => number = randomInt,
): Promise<z.output<typeof referralCodeAnswer>> {
  return transaction(db, async (tx) => {
    const { account, subscription } = await lockAccount(tx, accountId, canChangePlan);
    let code = await findOwnCode(tx, accountId);
    if (code === null) {
      code = await insertNewCode(tx, now, accountId, pick);
      await writeAudit(tx, now, {
        actor: accountId,
        subject: subscription.id,
        what: 'referral_code.generated',
      });
    }
    return {
      code,
      shareUrl: shareUrl(account.locale, code),
      friendDiscount: FRIEND_DISCOUNT,
      referrerPoints: REFERRER_POINTS,
    };
  });
}

async function findOwnCode(tx: Tx, accountId: string): Promise<string | null> {
  const [own] = await tx
    .select({ code: referralCodes.code })
    .from(referralCodes)
    .where(eq(referralCodes.accountId, accountId));
  return own?.code ?? null;
}

/** Inserts a random referral code and returns it. Tries another code if the code already exists. */
async function insertNewCode(
  tx: Tx,
  now: Date,
  accountId: string,
  pick: (size: number) => number,
): Promise<string> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const [written] = await tx
      .insert(referralCodes)
      .values({ accountId, code: referralCodeFrom(pick), createdAt: now })
      .onConflictDoNothing({ target: referralCodes.code })
      .returning({ code: referralCodes.code });
    if (written) return written.code;
  }
  throw new Error('no referral code is free');
}
