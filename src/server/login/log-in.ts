import { and, eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { normaliseEmail } from '@/domain/contact';
import { networkOf } from '@/domain/throttle';
import type { Ctx } from '../platform/context';
import { transaction } from '../db';
import { accounts } from '../db/schema';
import { recordFailure } from './activity';
import type { Caller } from '../platform/caller';
import { lockProven } from './current-password';
import { findDevice } from './devices';
import { startLogIn } from './start-log-in';
import { hashPassword, matchPassword } from './password';
import { clearThrottle, countThrottled, countWithReserve, type Use } from '../platform/throttle';
import { createConcurrencyLimit } from '../platform/concurrency-limit';

/** The maximum number of concurrent log-ins. Each log-in uses a database connection. Most connections stay free. */
const AT_ONCE = 3;
const WAITING_MAX = 100;
const withinLimit = createConcurrencyLimit(AT_ONCE, WAITING_MAX);

/**
 * Checks that the queue of `logIn` is not full. Lets a caller reject a request before reading its input.
 * @throws AppError THROTTLED when the queue is full
 */
export const refuseIfLogInsQueue = withinLimit.refuseIfFull;

/**
 * Logs in by e-mail and password. An unknown e-mail, a wrong password and an account without a password get the same
 * error after the same time. Counts each attempt before it reads the account. A known browser of the account has its own
 * limit. All other browsers share a limit per e-mail. After this limit, an IP range with few attempts can still log in,
 * so that strangers cannot lock the owner out.
 * @param earlier the session secret in the caller's cookie; that session ends, also when an attacker set the cookie
 * @returns the secret of a new session
 * @throws AppError LOGIN_INCORRECT; THROTTLED also when the queue of log-ins is full
 */
export function logIn(
  ctx: Ctx,
  input: { email: string; password: string },
  caller: Caller,
  earlier: string | null,
): Promise<string> {
  return withinLimit(() => tryToLogIn(ctx, input, caller, earlier));
}

async function tryToLogIn(...[ctx, input, caller, earlier]: Parameters<typeof logIn>): Promise<string> {
  const email = normaliseEmail(input.email);
  const device = findDevice(caller.deviceCookie ?? null, email);
  await countThrottled(ctx.db, 'logInAddress', caller.address);
  if (device) await countThrottled(ctx.db, 'logInDevice', `${email}:${device.nonce}`);
  else await countUnknownDevice(ctx, email, caller);
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.emailNorm, email));
  // A device cookie of a previous owner of this e-mail is treated as an unknown device.
  const isUnknownDevice = !device?.isOf(account);
  if (device && isUnknownDevice) await countUnknownDevice(ctx, email, caller);
  const match = await matchPassword(
    account?.deletedAt ? null : (account?.passwordHash ?? null),
    input.password,
  );
  if (!account || match === null) {
    const accountId = account && !account.deletedAt ? account.id : null;
    await transaction(ctx.db, (tx) => recordFailure(tx, ctx.now, accountId, caller.device));
    throw new AppError('LOGIN_INCORRECT');
  }
  const secret = await transaction(ctx.db, async (tx) => {
    // The verification waits in a queue, so the password may have changed since the account was read.
    if (!(await lockProven(tx, account.id, account))) throw new AppError('LOGIN_INCORRECT');
    if (device) await clearThrottle(tx, 'logInDevice', `${email}:${device.nonce}`);
    if (isUnknownDevice) await clearThrottle(tx, 'logInAccount', email);
    if (isUnknownDevice) await clearThrottle(tx, 'logInNetwork', networkLimit(email, caller).subject);
    return startLogIn(tx, ctx.now, account, { method: 'password', caller, earlier });
  });
  // The session exists. A hash that cannot be renewed now, for example because the queue is full, waits for the next
  // log-in.
  if (match === 'typed') await renewHash(ctx, account, input.password).catch(() => undefined);
  return secret;
}

/** Replaces a hash of the password as typed by one of its normal form, unless the password has changed meanwhile. */
async function renewHash(
  { db }: Ctx,
  { id, passwordHash }: typeof accounts.$inferSelect,
  password: string,
): Promise<void> {
  const renewed = await hashPassword(password);
  await transaction(db, (tx) =>
    tx
      .update(accounts)
      .set({ passwordHash: renewed })
      .where(and(eq(accounts.id, id), eq(accounts.passwordHash, passwordHash ?? ''))),
  );
}

const networkLimit = (email: string, { address }: Caller): Use => ({
  name: 'logInNetwork',
  subject: `${email}:${networkOf(address)}`,
});

function countUnknownDevice({ db }: Ctx, email: string, caller: Caller): Promise<void> {
  return countWithReserve(
    db,
    { name: 'logInAccount', subject: email },
    { own: networkLimit(email, caller), together: { name: 'logInReserve', subject: email } },
  );
}
