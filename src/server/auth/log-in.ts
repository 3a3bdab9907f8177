import { eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { normaliseEmail } from '@/domain/contact';
import type { Ctx } from '../context';
import { transaction } from '../db/client';
import { accounts } from '../db/schema';
import { verifyPassword } from './password';
import { endSession, startSession } from './session';
import { clearThrottle, countThrottled } from './throttle';

export interface Caller {
  /** The network address the request came from. */
  address: string;
  /** What the browser calls itself, shortened; shown in the list of sessions. */
  device: string | null;
}

/**
 * Logs in by e-mail and password. Unknown e-mail, wrong password and an account without a password look and take
 * the same; each is counted before anything is looked up or hashed. The limit is per account and address, so that
 * nobody locks somebody else out from elsewhere.
 * @param earlier the secret the caller came with: that session ends, whoever put it there.
 * @returns the secret of a new session.
 * @throws AppError LOGIN_INCORRECT, THROTTLED, UNAVAILABLE when too many are logging in at once
 */
export async function logIn(
  ctx: Ctx,
  input: { email: string; password: string },
  caller: Caller,
  earlier: string | null,
): Promise<string> {
  const email = normaliseEmail(input.email);
  const subject = `${email}:${caller.address}`;
  await countThrottled(ctx.db, 'logInAddress', caller.address);
  await countThrottled(ctx.db, 'logInAccount', subject);
  const [account] = await ctx.db
    .select({ id: accounts.id, passwordHash: accounts.passwordHash, deletedAt: accounts.deletedAt })
    .from(accounts)
    .where(eq(accounts.emailNorm, email));
  const matches = await verifyPassword(
    account?.deletedAt ? null : (account?.passwordHash ?? null),
    input.password,
  );
  if (!account || !matches) throw new AppError('LOGIN_INCORRECT');
  return transaction(ctx.db, async (tx) => {
    await clearThrottle(tx, 'logInAccount', subject);
    if (earlier !== null) await endSession(tx, earlier);
    return startSession(tx, ctx.now, account.id, { device: caller.device, method: 'password' });
  });
}
