import { and, asc, eq, gt, inArray, lte, min } from 'drizzle-orm';
import {
  heldReferralEndsAt,
  mayBeSamePerson,
  REFERRAL_HELD_DAYS,
  REFERRER_POINTS,
  referrerPointsLeft,
  type ReferralParty,
} from '@/domain/referral';
import { DAY_MS } from '@/domain/duration';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { accounts, cards, orders, referrals } from '../../db/schema';
import { lockSubscriptionOf } from '../../lifecycle/locks';
import { isFormerCustomer } from './former-customers';
import { queueReferralMessage } from './notices';
import { lockBalances, movePoints } from '../../lifecycle/points';
import { stepReferral } from '../../lifecycle/referrals';

type Order = Pick<typeof orders.$inferSelect, 'id' | 'accountId'>;
export type Referral = typeof referrals.$inferSelect;

/**
 * Locks the referral of a friend and the points balances of the friend and the referrer.
 * @returns null if the friend has no referral
 */
export async function lockReferral(tx: Tx, friendId: string): Promise<Referral | null> {
  const referral = (await lockReferrals(tx, [friendId])).get(friendId);
  if (!referral) return null;
  await lockBalances(tx, [friendId, referral.referrerId]);
  return referral;
}

/** Locks the referrals of friends. @returns the referrals by the friend's account id */
export async function lockReferrals(
  tx: Tx,
  friendIds: readonly string[],
): Promise<ReadonlyMap<string, Referral>> {
  const rows = await tx
    .select()
    .from(referrals)
    .where(inArray(referrals.friendId, [...friendIds]))
    .orderBy(asc(referrals.id))
    .for('update');
  return new Map(rows.map((referral) => [referral.friendId, referral]));
}

/**
 * Gives the referrer the points for a friend's paid first order. Puts the points on hold if the friend may be
 * the same person as the referrer. Gives none if the friend is a former customer or the referrer's account
 * was deleted. These checks are repeated here, because the friend's card and phone may have changed since the
 * registration.
 */
export async function rewardReferrer(
  tx: Tx,
  now: Date,
  { id: orderId, accountId: friendId }: Order,
  referral: Referral,
): Promise<void> {
  const { id, referrerId } = referral;
  const isRefused =
    (await isDeletedAccount(tx, referrerId)) ||
    (await isFormerCustomer(tx, friendId, { exceptOrderId: orderId }));
  if (isRefused) return refuseReward(tx, referral);
  if (!(await mayBeReferrer(tx, referral))) return giveReward(tx, now, referral, REFERRER_POINTS);
  await stepReferral(tx, referral, 'held', { heldAt: now });
  const points = { kind: 'referral_held', source: id, delta: 0 } as const;
  await movePoints(tx, now, [{ accountId: referrerId, ...points, orderId: null }]);
}

/**
 * Gives the referrer the points on hold, reduced by refunds of the friend's first order. The caller must have
 * locked the referral, and its status must be `held`.
 */
export async function releaseHeldReferral(tx: Tx, now: Date, referral: Referral): Promise<void> {
  if (await isDeletedAccount(tx, referral.referrerId)) return refuseReward(tx, referral);
  const [first] = await tx
    .select({ refunded: orders.refunded, total: orders.total })
    .from(orders)
    .where(and(eq(orders.accountId, referral.friendId), eq(orders.kind, 'first'), eq(orders.status, 'paid')));
  await giveReward(tx, now, referral, referrerPointsLeft(first?.refunded ?? 0, first?.total ?? 0));
}

async function giveReward(tx: Tx, now: Date, referral: Referral, delta: number): Promise<void> {
  const { id, referrerId } = referral;
  await stepReferral(tx, referral, 'rewarded', { rewardedAt: now });
  const points = { kind: 'referral', source: id, delta } as const;
  const given = await movePoints(tx, now, [{ accountId: referrerId, ...points, orderId: null }]);
  if (given.length > 0) await queueReferralMessage(tx, now, referrerId, { referralId: id, points: delta });
}

async function refuseReward(tx: Tx, referral: Referral): Promise<void> {
  await stepReferral(tx, referral, 'refused');
}

/**
 * Whether an account was deleted. Locks the account, so that it can't be deleted before the transaction ends.
 * The caller must have locked the points balance first, because a deletion locks in that order.
 */
async function isDeletedAccount(tx: Tx, accountId: string): Promise<boolean> {
  const [account] = await tx
    .select({ deletedAt: accounts.deletedAt })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('share');
  return !account || account.deletedAt !== null;
}

async function mayBeReferrer(tx: Tx, { referrerId, friendId }: Referral): Promise<boolean> {
  const rows = await tx
    .select({
      id: accounts.id,
      email: accounts.email,
      address: accounts.address,
      subdistrict: accounts.subdistrict,
      postalCode: accounts.postalCode,
      cardHolder: cards.name,
    })
    .from(accounts)
    .leftJoin(cards, eq(cards.accountId, accounts.id))
    .where(inArray(accounts.id, [referrerId, friendId]));
  const party = (id: string): ReferralParty | null => {
    const own = rows.filter((row) => row.id === id);
    const [account] = own;
    if (!account) return null;
    const { email, address, subdistrict, postalCode } = account;
    return {
      email,
      address: address !== null && postalCode !== null ? { address, subdistrict, postalCode } : null,
      cardHolders: own.flatMap(({ cardHolder }) => cardHolder ?? []),
    };
  };
  const [referrer, friend] = [party(referrerId), party(friendId)];
  return referrer !== null && friend !== null && mayBeSamePerson(referrer, friend);
}

const isHeld = eq(referrals.status, 'held');
/** Returns the latest start of a hold that has ended by `now`. */
const heldUpTo = (now: Date) => new Date(now.getTime() - REFERRAL_HELD_DAYS * DAY_MS);

/** Returns the referrals whose points have been on hold for 30 days, oldest first. */
export async function listReferralsToRelease({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: referrals.id })
    .from(referrals)
    .where(and(isHeld, lte(referrals.heldAt, heldUpTo(now))))
    .orderBy(referrals.heldAt)
    .limit(limit);
}

/**
 * Returns the first instant after `after` at which points on hold are released; null if no points are on
 * hold.
 */
export async function nextReferralReleaseAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ heldAt: min(referrals.heldAt) })
    .from(referrals)
    .where(and(isHeld, gt(referrals.heldAt, heldUpTo(after))));
  return row?.heldAt ? heldReferralEndsAt(row.heldAt) : null;
}

/**
 * Gives the referrer the points on hold after 30 days. Does nothing if an order or a refund has ended the
 * hold before.
 */
export async function releaseReferral({ db, now }: Ctx, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [found] = await tx
      .select({ friendId: referrals.friendId })
      .from(referrals)
      .where(eq(referrals.id, id));
    if (!found) return;
    await lockSubscriptionOf(tx, found.friendId);
    const referral = await lockReferral(tx, found.friendId);
    if (referral?.status !== 'held' || !referral.heldAt || heldReferralEndsAt(referral.heldAt) > now) return;
    await releaseHeldReferral(tx, now, referral);
  });
}
