import { eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { normaliseEmail } from '@/domain/contact';
import type { Ctx } from '../context';
import { transaction } from '../db/client';
import { accounts } from '../db/schema';
import { holdProven } from './current-password';
import { findDevice } from './devices';
import { verifyPassword } from './password';
import { endSession, startSession } from './session';
import { clearThrottle, countThrottled } from './throttle';
import { createTurns } from '../turns';

/** Even counting a try takes a connection to the database: a crowd at the door leaves most of them to those inside. */
const AT_ONCE = 3;
const WAITING_MAX = 100;
const inTurn = createTurns(AT_ONCE, WAITING_MAX);

export interface Caller {
  /** The network address the request came from; of IPv6 the network that a household has. */
  address: string;
  /** What the browser calls itself, shortened; shown in the list of sessions. */
  device: string | null;
}

/**
 * Logs in by e-mail and password. Unknown e-mail, wrong password and an account without a password look and take
 * the same; each is counted before anything is looked up or hashed. A browser that the account has been logged in
 * from has a counter of its own and all others share one: nobody locks somebody else out.
 * @param caller with the value of the browser's device cookie.
 * @param earlier the secret the caller came with: that session ends, whoever put it there.
 * @returns the secret of a new session.
 * @throws AppError LOGIN_INCORRECT, THROTTLED, also when too many are logging in at once
 */
export function logIn(
  ctx: Ctx,
  input: { email: string; password: string },
  caller: Caller & { deviceCookie: string | null },
  earlier: string | null,
): Promise<string> {
  return inTurn(() => tryToLogIn(ctx, input, caller, earlier));
}

async function tryToLogIn(...[ctx, input, caller, earlier]: Parameters<typeof logIn>): Promise<string> {
  const email = normaliseEmail(input.email);
  const device = findDevice(caller.deviceCookie, email);
  await countThrottled(ctx.db, 'logInAddress', caller.address);
  if (device) await countThrottled(ctx.db, 'logInDevice', `${email}:${device.nonce}`);
  else await countThrottled(ctx.db, 'logInAccount', email);
  const [account] = await ctx.db
    .select({
      id: accounts.id,
      passwordHash: accounts.passwordHash,
      emailVerifiedAt: accounts.emailVerifiedAt,
      deletedAt: accounts.deletedAt,
    })
    .from(accounts)
    .where(eq(accounts.emailNorm, email));
  // A device cookie of a previous owner of this e-mail is treated as an unknown device.
  const isStranger = !device?.isOf(account);
  if (device && isStranger) await countThrottled(ctx.db, 'logInAccount', email);
  const matches = await verifyPassword(
    account?.deletedAt ? null : (account?.passwordHash ?? null),
    input.password,
  );
  if (!account || !matches) throw new AppError('LOGIN_INCORRECT');
  return transaction(ctx.db, async (tx) => {
    // Verifying takes its time, and waits in line: the password may have been changed or reset meanwhile.
    if (!(await holdProven(tx, account.id, account))) throw new AppError('LOGIN_INCORRECT');
    if (device) await clearThrottle(tx, 'logInDevice', `${email}:${device.nonce}`);
    if (isStranger) await clearThrottle(tx, 'logInAccount', email);
    if (earlier !== null) await endSession(tx, earlier);
    return startSession(tx, ctx.now, account.id, { device: caller.device, method: 'password' });
  });
}
