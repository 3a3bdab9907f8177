import { and, eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { canPasskeyProve, hasCounterAdvanced } from '@/domain/passkey';
import { canActAsSubscriber } from '@/domain/subscription';
import type { AssertionInput } from '@/schemas/passkeys';
import { writeAudit } from '../../lifecycle/audit';
import { requireAccount } from '../../lifecycle/require-subscriber';
import type { Caller } from '../../platform/caller';
import type { Ctx } from '../../platform/context';
import { log } from '../../platform/log';
import { countUses } from '../../platform/throttle';
import { transaction, type Tx } from '../../db';
import { passkeys } from '../../db/schema';
import { challengeOf, requestOptions, verifyAssertion, type RequestOptions } from '../webauthn/ceremonies';
import { takeChallenge, writeChallenge, type ChallengeBinding } from '../webauthn/challenges';
import { recordFailure } from '../activity';
import type { Session } from '../session';
import { startLogIn } from '../start-log-in';
import { boundTo, findCredential, findPasskeys, type Passkey } from './records';

type Entrant = Caller & {
  /** The value of the passkey cookie; null without a cookie. */
  browserSecret: string | null;
  /** The session secret in the caller's cookie. That session ends. */
  earlier: string | null;
};

/** Starts a log-in with any passkey of the site. @throws AppError THROTTLED */
export async function requestPasskeyLogIn(
  ctx: Ctx,
  caller: Caller,
  browserSecret: string,
): Promise<RequestOptions> {
  const options = await requestOptions([]);
  await storeChallenge(ctx, caller, options, { purpose: 'log_in', ...boundTo(browserSecret, null) });
  return options;
}

/**
 * Starts a confirmation of the identity with a passkey of the session's account. Passkeys that were added less than a
 * day ago are no proof.
 * @throws AppError NOT_ALLOWED, PAYMENT_PENDING, PASSKEY_REFUSED without a passkey that proves the identity, THROTTLED
 */
export async function requestPasskeyProof(
  ctx: Ctx,
  { accountId }: Session,
  caller: Caller,
  browserSecret: string,
): Promise<RequestOptions> {
  await requireAccount(ctx.db, accountId, canActAsSubscriber);
  const held = await findPasskeys(ctx.db, accountId);
  const allowed = held.filter(({ createdAt }) => canPasskeyProve(createdAt, ctx.now));
  if (allowed.length === 0) throw new AppError('PASSKEY_REFUSED');
  const options = await requestOptions(allowed);
  await storeChallenge(ctx, caller, options, { purpose: 'prove', ...boundTo(browserSecret, accountId) });
  return options;
}

function storeChallenge(
  { db, now }: Ctx,
  { address }: Caller,
  { challenge }: RequestOptions,
  binding: ChallengeBinding,
): Promise<void> {
  return transaction(db, async (tx) => {
    await countUses(tx, [{ name: 'passkeyChallenge', subject: address }]);
    await writeChallenge(tx, now, challenge, binding);
  });
}

/**
 * Logs in with a passkey. An unknown passkey, a wrong signature and a deleted account get the same error.
 * @returns the secret of a new session
 * @throws AppError PASSKEY_REFUSED, PASSKEY_EXPIRED, THROTTLED
 */
export function logInWithPasskey(ctx: Ctx, input: AssertionInput, entrant: Entrant): Promise<string> {
  return enter(ctx, input, entrant, null);
}

/**
 * Confirms the identity of the session's user with a passkey, and replaces the session.
 * @returns the secret of a new session
 * @throws AppError NOT_ALLOWED, PAYMENT_PENDING; PASSKEY_REFUSED also for another account's passkey; PASSKEY_EXPIRED,
 *   THROTTLED
 */
export async function proveWithPasskey(
  ctx: Ctx,
  { accountId }: Session,
  input: AssertionInput,
  entrant: Entrant,
): Promise<string> {
  await requireAccount(ctx.db, accountId, canActAsSubscriber);
  return enter(ctx, input, entrant, accountId);
}

/**
 * Verifies the signature of a passkey and starts a session.
 * @param provenId the account whose identity is confirmed; null for a log-in to any account
 * @returns the secret of the new session
 */
async function enter(
  ctx: Ctx,
  { response }: AssertionInput,
  { browserSecret, earlier, ...caller }: Entrant,
  provenId: string | null,
): Promise<string> {
  const { db, now } = ctx;
  const challenge = challengeOf(response);
  const found = await transaction(db, async (tx) => {
    await countUses(tx, [{ name: 'logInAddress', subject: caller.address }]);
    if (browserSecret === null || challenge === null) return 'expired';
    const purpose = provenId === null ? 'log_in' : 'prove';
    const binding = { purpose, ...boundTo(browserSecret, provenId) } as const;
    // Uses the challenge up before the signature is verified, so that each challenge allows one try.
    if (!(await takeChallenge(tx, now, challenge, binding))) return 'expired';
    return findCredential(tx, response.id);
  });
  if (found === 'expired' || challenge === null) throw new AppError('PASSKEY_EXPIRED');
  const signed =
    found !== null && mayAnswer(found, provenId, response.response.userHandle, now)
      ? await verifyAssertion(response, challenge, found.passkey)
      : null;
  if (found === null || signed === null) {
    await transaction(db, (tx) =>
      recordFailure(tx, now, found?.account.id ?? null, caller.device, 'passkey'),
    );
    throw new AppError('PASSKEY_REFUSED');
  }
  const secret = await transaction(db, async (tx) => {
    if (!(await storeUse(tx, now, found.passkey, { ...signed, device: caller.device }))) return null;
    const { account, passkey } = found;
    return startLogIn(tx, now, account, { method: 'passkey', passkeyId: passkey.id, caller, earlier });
  });
  if (secret === null) throw new AppError('PASSKEY_REFUSED');
  return secret;
}

/**
 * Whether a passkey may answer the challenge. A confirmation accepts only a passkey of the same account that proves the
 * identity. The user handle is missing only where the options named the passkeys.
 */
function mayAnswer(
  { passkey, account }: NonNullable<Awaited<ReturnType<typeof findCredential>>>,
  provenId: string | null,
  handle: string | undefined,
  now: Date,
): boolean {
  if (provenId === null) return handle === account.passkeyHandle;
  const isOwn = account.id === provenId && (handle === undefined || handle === account.passkeyHandle);
  return isOwn && canPasskeyProve(passkey.createdAt, now);
}

interface Signed {
  counter: number;
  synced: boolean;
  device: string | null;
}

/**
 * Stores the new counter of a passkey and the time of its use. Locks the passkey, so that a concurrent removal waits.
 * @returns false when the counter did not advance, which is recorded, or the passkey was used or removed meanwhile
 */
async function storeUse(tx: Tx, now: Date, passkey: Passkey, signed: Signed): Promise<boolean> {
  const { counter, synced } = signed;
  if (!hasCounterAdvanced(passkey.counter, counter)) {
    await recordStaleCounter(tx, now, passkey, signed);
    return false;
  }
  const used = await tx
    .update(passkeys)
    .set({ counter, synced, lastUsedAt: now })
    .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

/** Records that the signature of a passkey is valid and its counter did not advance: the passkey may be copied. */
async function recordStaleCounter(
  tx: Tx,
  now: Date,
  { id, accountId, counter }: Passkey,
  signed: Signed,
): Promise<void> {
  log.warn('auth.passkey_counter_refused', { accountId });
  await writeAudit(tx, now, {
    actor: 'unknown',
    subject: accountId,
    what: 'account.passkey_counter_refused',
    detail: { passkeyId: id, stored: counter, received: signed.counter },
  });
  await recordFailure(tx, now, accountId, signed.device, 'passkey');
}
