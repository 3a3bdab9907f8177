import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  codeKey,
  isCode,
  isReferralCode,
  normaliseCode,
  REFERRAL_DISCOUNT,
  type CodeDiscount,
} from '@/domain/referral';
import { byNetwork, type Use } from '../../platform/throttle';
import type { Tx, Db } from '../../db';
import { queryRows } from '../../db/query-rows';
import { codeUses, discountCodes, referralCodes, referrals } from '../../db/schema';
import { applyReferral } from '../../lifecycle/referrals';
import { isFormerCustomer } from './former-customers';

export interface FoundCode {
  code: string;
  discount: CodeDiscount;
  /** The owner of a referral code; null for a discount code. */
  referrerId: string | null;
  usesMax: number | null;
}

/**
 * Returns the rate limits that a wrong code counts against: the registration, or the IP address without an
 * account, and the IP network.
 */
export function codeUsesBy(accountId: string | null, caller: { address: string }): Use[] {
  const own: Use =
    accountId === null
      ? { name: 'codeAddress', subject: caller.address }
      : { name: 'codeRegistration', subject: accountId };
  return [own, ...byNetwork('codeNetwork', caller)];
}

/**
 * Returns the discount of a typed code, which may be a referral code or a discount code. Does not compare the
 * caller with other customers: the response would reveal whether a phone number or an e-mail is a customer's.
 * Only a payment compares (`findPayableCode`).
 * @param accountId null before the registration
 * @returns null for a code that is unknown, not valid now or used up
 */
export async function findCode(
  db: Db | Tx,
  typed: string,
  accountId: string | null,
  now: Date,
): Promise<FoundCode | null> {
  const code = normaliseCode(typed);
  if (!isCode(code)) return null;
  if (isReferralCode(code)) return findReferralCode(db, code);
  const [row] = await db.select().from(discountCodes).where(isSpelledAs(code));
  if (!row || row.validFrom > now || (row.validTo !== null && row.validTo <= now)) return null;
  if (row.usesMax !== null && (await isUsedUp(db, row.code, row.usesMax, accountId))) return null;
  const { kind, value, usesMax } = row;
  return { code: row.code, discount: { kind, value }, referrerId: null, usesMax };
}

/** Returns the condition that a discount code is this one, with or without its dashes. @param code normalised */
export const isSpelledAs = (code: string) =>
  sql`translate(${discountCodes.code}, '- ', '') = ${codeKey(code)}`;

const usesRow = z.object({ uses: z.number(), mine: z.boolean() });
const slotRow = z.object({ slot: z.number() });

async function isUsedUp(
  db: Db | Tx,
  code: string,
  usesMax: number,
  accountId: string | null,
): Promise<boolean> {
  const [row] = await queryRows(
    db,
    usesRow,
    sql`
    select count(*)::int as uses, coalesce(bool_or(s.account_id = ${accountId}), false) as mine
    from code_uses u join subscriptions s on s.id = u.subscription_id where u.code = ${code}`,
  );
  return row !== undefined && row.uses >= usesMax && !row.mine;
}

async function findReferralCode(db: Db | Tx, code: string): Promise<FoundCode | null> {
  const [owner] = await db.select().from(referralCodes).where(eq(referralCodes.code, code));
  return owner ? { code, discount: REFERRAL_DISCOUNT, referrerId: owner.accountId, usesMax: null } : null;
}

/**
 * Returns the discount of the code of a payment that the caller is about to write. Locks the customer's hashes
 * until the transaction ends.
 * @param by `card`: the fingerprint of the card that is about to pay
 * @returns null as `findCode`, and for a referral code of a former customer (`isFormerCustomer`)
 */
export async function findPayableCode(
  tx: Tx,
  code: string,
  now: Date,
  { accountId, card }: { accountId: string; card?: string },
): Promise<FoundCode | null> {
  const found = await findCode(tx, code, accountId, now);
  if (!found || found.referrerId === null) return found;
  const isRefused =
    found.referrerId === accountId || (await isFormerCustomer(tx, accountId, { card, lock: true }));
  return isRefused ? null : found;
}

/**
 * Counts one use of a code for a registration. A repeated call with the same code changes nothing. A call
 * with another code replaces the earlier use.
 * @returns false if the code has no uses left
 */
export async function countCodeUse(
  tx: Tx,
  now: Date,
  found: FoundCode,
  { subscriptionId, friendId }: { subscriptionId: string; friendId: string },
): Promise<boolean> {
  if (found.referrerId === null) {
    await deleteReferral(tx, friendId);
  } else {
    await applyReferral(tx, now, { referrerId: found.referrerId, friendId });
  }
  const [held] = await tx.select().from(codeUses).where(eq(codeUses.subscriptionId, subscriptionId));
  if (held?.code === found.code) return true;
  if (held) await tx.delete(codeUses).where(eq(codeUses.subscriptionId, subscriptionId));
  // Locks the code, so that only one registration gets its last use.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${found.code}))`);
  const [next] = await queryRows(
    tx,
    slotRow,
    sql`
    select coalesce(min(free), 1)::int as slot from (
      select slot + 1 as free from code_uses u where code = ${found.code}
        and not exists (select 1 from code_uses n where n.code = u.code and n.slot = u.slot + 1)
      union all
      select 1 where not exists (select 1 from code_uses where code = ${found.code} and slot = 1)) gaps`,
  );
  const slot = next?.slot ?? 1;
  if (found.usesMax !== null && slot > found.usesMax) return false;
  await tx.insert(codeUses).values({ code: found.code, slot, subscriptionId, createdAt: now });
  return true;
}

/** Deletes the use of a code by a registration, and its referral if the referrer was not rewarded yet. */
export async function releaseCodeUse(tx: Tx, subscriptionId: string, friendId: string): Promise<void> {
  await tx.delete(codeUses).where(eq(codeUses.subscriptionId, subscriptionId));
  await deleteReferral(tx, friendId);
}

async function deleteReferral(tx: Tx, friendId: string): Promise<void> {
  await tx.delete(referrals).where(and(eq(referrals.friendId, friendId), eq(referrals.status, 'applied')));
}
