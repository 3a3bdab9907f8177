import { and, eq, ne } from 'drizzle-orm';
import { normaliseEmail } from '@/domain/contact';
import { AppError } from '@/domain/errors';
import type { Caller } from '../auth/log-in';
import { countThrottled } from '../auth/throttle';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { accounts } from '../db/schema';
import { keyedHash } from '../keyed-hash';

/*
 * Whoever registers, or changes their e-mail, names an address that may be a stranger's: what is sent there unasked is
 * few, from whatever accounts and networks together.
 */

/**
 * Counts a mail that somebody has sent to an address of their choice: by network, by account and by the address.
 * @throws AppError THROTTLED
 */
export async function countMail(
  { db }: Ctx,
  accountId: string,
  email: string,
  caller: Caller,
): Promise<void> {
  await countThrottled(db, 'mail', caller.address);
  await countThrottled(db, 'mailAccount', accountId);
  await countAddress(db, accountId, normaliseEmail(email));
}

/**
 * Whether the link may be sent that proves a registration's e-mail. It may not where it is known to be in place, nor
 * beyond the limit of the address: what strangers had sent there keeps nobody from registering.
 * @param accountId of the registration that is being changed; null for a new one.
 * @throws AppError THROTTLED for an account that goes from address to address
 */
export async function mayBeMailed({ db }: Ctx, accountId: string | null, email: string): Promise<boolean> {
  const emailNorm = normaliseEmail(email);
  if (accountId !== null) {
    const [account] = await db
      .select({ emailNorm: accounts.emailNorm })
      .from(accounts)
      .where(eq(accounts.id, accountId));
    if (account?.emailNorm === emailNorm) return false;
    await countThrottled(db, 'mailAccount', accountId);
  }
  try {
    await countAddress(db, accountId, emailNorm);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'THROTTLED') return false;
    throw error;
  }
}

/** Nothing is sent to what somebody else has: only its owner uses its count up, and nobody takes it from them. */
async function countAddress(db: Db, accountId: string | null, emailNorm: string): Promise<void> {
  const [others] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(eq(accounts.emailNorm, emailNorm), accountId === null ? undefined : ne(accounts.id, accountId)),
    );
  // A count outlives the account that it was made for: its key does not say whose it was.
  if (!others) await countThrottled(db, 'mailEmail', keyedHash('mail', emailNorm));
}
