import { and, eq, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { normaliseEmail } from '@/domain/contact';
import { AppError } from '@/domain/errors';
import { isCountedWhenAsked } from '@/emails/messages';
import { findOwnDevice } from './devices';
import { hasPaidOrder, hasProvenEmail } from './proven-email';
import type { Caller } from '../platform/caller';
import { byNetwork, countTogether, strangerMail, type Use } from '../platform/throttle';
import type { Ctx } from '../platform/context';
import type { Db } from '../db';
import { accounts, messages } from '../db/schema';
import { typedSql } from '../db/query-rows';

/* A caller without a known device may enter another person's e-mail. All such callers share one daily limit of mails per e-mail. Known devices have their own limits, which strangers cannot use up. */

/**
 * Counts a request for a login link or a password reset.
 * @param options `more`: additional limits for a request from an unknown device
 * @returns whether the request comes from a known device of the account
 * @throws AppError THROTTLED
 */
export async function countMailRequest(
  ctx: Ctx,
  what: 'magic_link' | 'password_reset',
  emailNorm: string,
  { caller, more = [] }: { caller: Caller; more?: Use[] },
): Promise<{ isKnown: boolean }> {
  const device = await findOwnDevice(ctx, caller.deviceCookie, emailNorm);
  await countTogether(
    ctx.db,
    device
      ? [
          { name: 'mailDevice', subject: `${what}:${emailNorm}:${device.nonce}` },
          { name: 'mailKnown', subject: `${what}:${emailNorm}` },
        ]
      : [...networkUses(caller), strangerMail(emailNorm), ...more],
  );
  return { isKnown: device !== null };
}

/**
 * Counts a mail to an e-mail address that a logged-in user entered, for four limits: the caller's IP address and IP
 * range, the account, and the e-mail.
 * @throws AppError THROTTLED
 */
export async function countMail(
  { db }: Ctx,
  accountId: string,
  email: string,
  caller: Caller,
): Promise<void> {
  const address = await addressUses(db, accountId, normaliseEmail(email));
  await countTogether(db, [...networkUses(caller), ...accountUses(accountId), ...address]);
}

/**
 * Counts the mail with a registration's verification link, and returns whether the mail may be sent. Returns false when
 * the registration already has this e-mail, or the limit of the e-mail is reached. The registration then continues
 * without the mail.
 * @param accountId the account of the changed registration; null for a new one
 * @throws AppError THROTTLED when the account changes its e-mail too often
 */
export async function canBeMailed({ db }: Ctx, accountId: string | null, email: string): Promise<boolean> {
  const emailNorm = normaliseEmail(email);
  if (accountId !== null) {
    const [account] = await db
      .select({ emailNorm: accounts.emailNorm })
      .from(accounts)
      .where(eq(accounts.id, accountId));
    if (account?.emailNorm === emailNorm) return false;
    await countTogether(db, accountUses(accountId));
  }
  try {
    await countTogether(db, await addressUses(db, accountId, emailNorm));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'THROTTLED') return false;
    throw error;
  }
}

/** Returns an SQL condition on `messages` and `accounts`: the e-mail to which the message goes is proven. */
export function hasProvenAddress() {
  // `toAddress` is not the account's e-mail, so the verification of the account's e-mail does not prove it.
  return typedSql(
    z.boolean(),
    sql`case when ${messages.toAddress} is null then ${hasProvenEmail()} else ${hasPaidOrder()} end`,
  );
}

/**
 * Returns whether a mail may be sent. Counts a mail to an unproven e-mail (no opened link, no payment), and returns
 * false when the daily limit of that e-mail is reached. Always true for other mails.
 */
export async function mayMail({ db }: Ctx, { message, reader, isProven }: Mailing): Promise<boolean> {
  const address = message.toAddress ?? reader?.email;
  if (address === undefined || message.accountId === null || isCountedWhenAsked(message.kind)) return true;
  if (isProven) return true;
  try {
    await countTogether(db, [strangerMail(normaliseEmail(address))]);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'THROTTLED') return false;
    throw error;
  }
}

interface Mailing {
  message: { accountId: string | null; kind: string; toAddress: string | null };
  /** The account of the message with its present e-mail; undefined for a message without an account. */
  reader: { email: string } | undefined;
  isProven: boolean;
}

const networkUses = (caller: Caller): Use[] => [
  { name: 'mail', subject: caller.address },
  ...byNetwork('mailNetwork', caller),
];

const accountUses = (accountId: string): Use[] => [
  { name: 'mailAccount', subject: accountId },
  { name: 'mailAccountDay', subject: accountId },
];

/** Returns the limit of an e-mail to count. Empty when another account has the e-mail, because no mail is sent. */
async function addressUses(db: Db, accountId: string | null, emailNorm: string): Promise<Use[]> {
  const [others] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(eq(accounts.emailNorm, emailNorm), accountId === null ? undefined : ne(accounts.id, accountId)),
    );
  return others ? [] : [strangerMail(emailNorm)];
}
