import { eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { normaliseEmail } from '@/domain/contact';
import { networkOf } from '@/domain/throttle';
import type { Ctx } from '../platform/context';
import { transaction } from '../db';
import { accounts } from '../db/schema';
import { recordFailure } from './activity';
import type { Caller } from '../platform/caller';
import { holdProven } from './current-password';
import { findDevice } from './devices';
import { enterAccount } from './enter';
import { verifyPassword } from './password';
import { clearThrottle, countThrottled, countWithReserve, type Use } from '../platform/throttle';
import { createTurns } from '../platform/concurrency-limit';

/** Even counting a try takes a connection to the database: a crowd at the door leaves most of them to those inside. */
const AT_ONCE = 3;
const WAITING_MAX = 100;
const inTurn = createTurns(AT_ONCE, WAITING_MAX);

/**
 * Logs in by e-mail and password. Unknown e-mail, wrong password and an account without a password look and take
 * the same; each is counted before anything is looked up or hashed. A browser that the account has been logged in
 * from has a counter of its own and all others share one. Once the shared one is used up, a network that has hardly
 * tried this account gets a few tries: nobody locks somebody else out.
 * @param earlier the secret the caller came with: that session ends, whoever put it there.
 * @returns the secret of a new session.
 * @throws AppError LOGIN_INCORRECT, THROTTLED, also when too many are logging in at once
 */
export function logIn(
  ctx: Ctx,
  input: { email: string; password: string },
  caller: Caller,
  earlier: string | null,
): Promise<string> {
  return inTurn(() => tryToLogIn(ctx, input, caller, earlier));
}

async function tryToLogIn(...[ctx, input, caller, earlier]: Parameters<typeof logIn>): Promise<string> {
  const email = normaliseEmail(input.email);
  const device = findDevice(caller.deviceCookie ?? null, email);
  await countThrottled(ctx.db, 'logInAddress', caller.address);
  if (device) await countThrottled(ctx.db, 'logInDevice', `${email}:${device.nonce}`);
  else await countStranger(ctx, email, caller);
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.emailNorm, email));
  // A device cookie of a previous owner of this e-mail is treated as an unknown device.
  const isStranger = !device?.isOf(account);
  if (device && isStranger) await countStranger(ctx, email, caller);
  const matches = await verifyPassword(
    account?.deletedAt ? null : (account?.passwordHash ?? null),
    input.password,
  );
  if (!account || !matches) {
    const accountId = account && !account.deletedAt ? account.id : null;
    await transaction(ctx.db, (tx) => recordFailure(tx, ctx.now, accountId, caller.device));
    throw new AppError('LOGIN_INCORRECT');
  }
  return transaction(ctx.db, async (tx) => {
    // Verifying takes its time, and waits in line: the password may have been changed or reset meanwhile.
    if (!(await holdProven(tx, account.id, account))) throw new AppError('LOGIN_INCORRECT');
    if (device) await clearThrottle(tx, 'logInDevice', `${email}:${device.nonce}`);
    if (isStranger) await clearThrottle(tx, 'logInAccount', email);
    if (isStranger) await clearThrottle(tx, 'logInNetwork', ownTries(email, caller).subject);
    return enterAccount(tx, ctx.now, account, { method: 'password', caller, earlier });
  });
}

const ownTries = (email: string, { address }: Caller): Use => ({
  name: 'logInNetwork',
  subject: `${email}:${networkOf(address)}`,
});

function countStranger({ db }: Ctx, email: string, caller: Caller): Promise<void> {
  return countWithReserve(
    db,
    { name: 'logInAccount', subject: email },
    { own: ownTries(email, caller), together: { name: 'logInReserve', subject: email } },
  );
}
