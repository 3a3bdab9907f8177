import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { AppError, enforce } from '@/domain/errors';
import { canAddPasskey } from '@/domain/passkey';
import { canActAsSubscriber } from '@/domain/subscription';
import type { AddPasskeyInput } from '@/schemas/passkeys';
import { lockAccount, requireAccount } from '../../lifecycle/require-subscriber';
import type { Caller } from '../../platform/caller';
import type { Ctx } from '../../platform/context';
import { newId } from '../../platform/ids';
import { countUses } from '../../platform/throttle';
import { transaction, violatedConstraint } from '../../db';
import { accounts, passkeys } from '../../db/schema';
import {
  challengeOf,
  creationOptions,
  verifyCreation,
  type Credential,
  type CreationOptions,
} from '../webauthn/ceremonies';
import { takeChallenge, writeChallenge } from '../webauthn/challenges';
import { requireProof } from '../current-password';
import { requireOpenSession, type Session } from '../session';
import { notifyOwner } from './notify-owner';
import { boundTo, findPasskeys, toAnswer, type Passkeys } from './records';

/**
 * Starts adding a passkey to the session's account.
 * @returns the options for the browser
 * @throws AppError PASSWORD_INCORRECT, PROOF_REQUIRED, PASSKEYS_FULL, NOT_ALLOWED, PAYMENT_PENDING, THROTTLED
 */
export async function requestNewPasskey(
  ctx: Ctx,
  session: Session,
  input: { password?: string } = {},
  caller: Caller & { browserSecret: string },
): Promise<CreationOptions> {
  const { accountId } = session;
  const { account } = await requireAccount(ctx.db, accountId, canActAsSubscriber);
  await requireProof(ctx, session, input.password);
  return transaction(ctx.db, async (tx) => {
    await countUses(tx, [{ name: 'passkeyChallenge', subject: caller.address }]);
    const handle = account.passkeyHandle ?? randomBytes(32).toString('base64url');
    // A concurrent first request may have stored another handle, which then stays.
    const [stored] = await tx
      .update(accounts)
      .set({ passkeyHandle: sql`coalesce(${accounts.passkeyHandle}, ${handle})` })
      .where(eq(accounts.id, accountId))
      .returning({ handle: accounts.passkeyHandle });
    const held = await findPasskeys(tx, accountId);
    enforce(canAddPasskey(held.length));
    const user = { handle: stored?.handle ?? handle, name: account.email, displayName: account.firstName };
    const options = await creationOptions(user, held);
    const binding = { purpose: 'add', ...boundTo(caller.browserSecret, accountId) } as const;
    await writeChallenge(tx, ctx.now, options.challenge, binding);
    return options;
  });
}

/**
 * Adds a passkey that the browser created, and notifies the owner by mail. The proof of identity was given when the
 * challenge was requested.
 * @returns the account's passkeys
 * @throws AppError PASSKEY_EXPIRED, PASSKEY_REFUSED, PASSKEY_TAKEN, PASSKEYS_FULL, NOT_ALLOWED, PAYMENT_PENDING,
 *   NOT_LOGGED_IN
 */
export async function addPasskey(
  ctx: Ctx,
  session: Session,
  { response, name }: AddPasskeyInput,
  browserSecret: string | null,
): Promise<Passkeys> {
  const { accountId } = session;
  await requireAccount(ctx.db, accountId, canActAsSubscriber);
  const challenge = challengeOf(response);
  const isTaken = await transaction(ctx.db, async (tx) => {
    if (browserSecret === null || challenge === null) return false;
    const binding = { purpose: 'add', ...boundTo(browserSecret, accountId) } as const;
    return takeChallenge(tx, ctx.now, challenge, binding);
  });
  if (!isTaken || challenge === null) throw new AppError('PASSKEY_EXPIRED');
  const credential = await verifyCreation(response, challenge);
  if (!credential) throw new AppError('PASSKEY_REFUSED');
  try {
    return await storePasskey(ctx, session, credential, name);
  } catch (error) {
    // The credential is of another account. The error does not reveal that.
    if (violatedConstraint(error) === 'passkeys_credential_once') throw new AppError('PASSKEY_REFUSED');
    throw error;
  }
}

function storePasskey(
  { db, now }: Ctx,
  session: Session,
  credential: Credential,
  name: string,
): Promise<Passkeys> {
  const { accountId } = session;
  return transaction(db, async (tx) => {
    const { account } = await lockAccount(tx, accountId, canActAsSubscriber);
    await requireOpenSession(tx, session);
    const held = await findPasskeys(tx, accountId);
    if (held.some((one) => one.credentialId === credential.credentialId)) throw new AppError('PASSKEY_TAKEN');
    enforce(canAddPasskey(held.length));
    const added = { id: newId('passkey'), accountId, ...credential, name, createdAt: now, lastUsedAt: null };
    await tx.insert(passkeys).values(added);
    await notifyOwner(tx, now, account, 'passkey_added', added, { change: 'passkey_added' });
    return toAnswer([...held, added]);
  });
}
