import { eq } from 'drizzle-orm';
import type { Locale } from '@/domain/locale';
import { MILESTONE_POINTS } from '@/domain/points';
import type { Tx } from '../../db';
import { accounts, pointsBalances } from '../../db/schema';
import { queueMessage } from '../../lifecycle/outbox';
import { siteUrl } from '../../platform/site-url';

/** Returns the URL of the rewards page in the given language. */
function rewardsUrl(locale: Locale): string {
  return siteUrl(locale, '/account/rewards');
}

async function loadOwner(tx: Tx, accountId: string) {
  const [row] = await tx
    .select({ firstName: accounts.firstName, locale: accounts.locale, balance: pointsBalances.balance })
    .from(accounts)
    .innerJoin(pointsBalances, eq(pointsBalances.accountId, accounts.id))
    .where(eq(accounts.id, accountId));
  if (!row) throw new Error('points of nobody');
  const { firstName, locale, balance } = row;
  return { firstName, balance, link: rewardsUrl(locale) };
}

/** Queues the congratulation on a milestone, once per milestone of an account. */
export async function queueMilestoneMessage(
  tx: Tx,
  now: Date,
  accountId: string,
  { number, orders }: { number: number; orders: number },
): Promise<void> {
  await queueMessage(tx, now, {
    kind: 'milestone',
    accountId,
    dedupeKey: `milestone:${accountId}:${number}`,
    payload: { ...(await loadOwner(tx, accountId)), orders, points: MILESTONE_POINTS },
  });
}

/**
 * Queues the message to a referrer about points for a friend, once per referral. It contains no data of the
 * friend.
 */
export async function queueReferralMessage(
  tx: Tx,
  now: Date,
  accountId: string,
  { referralId, points }: { referralId: string; points: number },
): Promise<void> {
  await queueMessage(tx, now, {
    kind: 'referral_rewarded',
    accountId,
    dedupeKey: `referral_rewarded:${referralId}`,
    payload: { ...(await loadOwner(tx, accountId)), points },
  });
}
