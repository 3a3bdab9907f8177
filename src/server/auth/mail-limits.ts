import { and, eq, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { normaliseEmail } from '@/domain/contact';
import { AppError } from '@/domain/errors';
import type { MessageKind } from '@/emails/messages';
import { findOwnDevice } from './devices';
import { hasPaidOrder, hasProvenEmail } from './proven-email';
import type { Caller } from '../platform/caller';
import { byNetwork, countTogether, strangerMail, type Use } from '../platform/throttle';
import type { Ctx } from '../platform/context';
import type { Db } from '../db';
import { accounts, messages } from '../db/schema';
import { typedSql } from '../db/query-rows';

/* A caller without a known device may name a stranger's address. All mails of such callers share one daily limit per address. Known devices have their own limits, which no stranger can use up. */

/**
 * Counts a request for a login link or a password reset.
 * @param more uses of other limits that a stranger's request counts for
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
 * Counts a mail to an address that the session chose: by network, account and address.
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
 * Whether the verification link of a registration may be sent. It is left out if the address has it already or its
 * limit is used up, so that mails of strangers prevent no registration.
 * @param accountId of the changed registration; null for a new one
 * @throws AppError THROTTLED for an account that keeps changing its address
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

/** Message kinds that were counted when they were requested. */
const COUNTED_KINDS: ReadonlySet<string> = new Set<MessageKind>([
  'verify_email',
  'email_change_confirm',
  'magic_link',
  'password_reset',
]);

/** Returns an SQL condition on `messages` and `accounts`: the address of a message is proven to be its account's. */
export function hasProvenAddress() {
  // A verified e-mail proves no other address that the message goes to.
  return typedSql(
    z.boolean(),
    sql`case when ${messages.toAddress} is null then ${hasProvenEmail()} else ${hasPaidOrder()} end`,
  );
}

/**
 * Whether a mail may be sent to its address. Mails to an unproven address (no opened link, no payment) count for the
 * limit of strangers' mails.
 */
export async function mayMail({ db }: Ctx, { message, reader, isProven }: Mailing): Promise<boolean> {
  const address = message.toAddress ?? reader?.email;
  if (address === undefined || message.accountId === null || COUNTED_KINDS.has(message.kind)) return true;
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
  /** The account's present e-mail; undefined without an account. */
  reader: { email: string } | undefined;
  isProven: boolean;
}

const networkUses = (caller: Caller): Use[] => [
  { name: 'mail', subject: caller.address },
  byNetwork('mailNetwork', caller),
];

const accountUses = (accountId: string): Use[] => [
  { name: 'mailAccount', subject: accountId },
  { name: 'mailAccountDay', subject: accountId },
];

/** An address of another account gets no mail, so nothing of its limit is used. */
async function addressUses(db: Db, accountId: string | null, emailNorm: string): Promise<Use[]> {
  const [others] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(eq(accounts.emailNorm, emailNorm), accountId === null ? undefined : ne(accounts.id, accountId)),
    );
  return others ? [] : [strangerMail(emailNorm)];
}
