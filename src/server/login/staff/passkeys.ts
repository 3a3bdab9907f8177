import { and, asc, eq, isNull } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { hasCounterAdvanced } from '@/domain/passkey';
import type { AddPasskeyInput, AssertionInput } from '@/schemas/passkeys';
import { hashSecret } from '../session';
import { transaction, violatedConstraint, type Tx } from '../../db';
import { staff, staffPasskeys } from '../../db/schema';
import type { Caller } from '../../platform/caller';
import type { Ctx } from '../../platform/context';
import { newId } from '../../platform/ids';
import { countUses } from '../../platform/throttle';
import {
  challengeOf,
  creationOptions,
  requestOptions,
  verifyAssertion,
  verifyCreation,
  type Credential,
  type CreationOptions,
  type RequestOptions,
} from '../webauthn/ceremonies';
import { takeChallenge, writeChallenge, type ChallengeBinding } from '../webauthn/challenges';
import { deskUrl } from './desk-url';
import { renewProof, startStaffSession, type StaffSession } from './sessions';
import type { Member } from './staff-links';

type Browser = Caller & { browserSecret: string | null };

/** Binds a challenge to the desk: a challenge of the shop's log-in cannot be answered here. */
const boundTo = (
  purpose: ChallengeBinding['purpose'],
  browserSecret: string,
  subject: string | null,
): ChallengeBinding => ({ purpose, browserHash: hashSecret(`desk ${browserSecret}`), subject });

/** Starts a log-in with any passkey of the staff. @throws AppError THROTTLED */
export async function requestStaffPasskey(
  { db, now }: Ctx,
  { address }: Caller,
  browserSecret: string,
): Promise<RequestOptions> {
  const options = await requestOptions([], deskUrl());
  await transaction(db, async (tx) => {
    await countUses(tx, [{ name: 'passkeyChallenge', subject: address }]);
    await writeChallenge(tx, now, options.challenge, boundTo('log_in', browserSecret, null));
  });
  return options;
}

/**
 * Logs in with a passkey. An unknown passkey, a wrong signature and a removed member get the same error.
 * @returns the secret of a new session
 * @throws AppError PASSKEY_REFUSED, PASSKEY_EXPIRED, THROTTLED
 */
export function logInStaff(ctx: Ctx, input: AssertionInput, browser: Browser): Promise<string> {
  return enter(ctx, input, browser, null);
}

/** Starts a proof of identity with a passkey of a logged-in member. @throws AppError THROTTLED */
export async function requestStaffProof(
  { db, now }: Ctx,
  { staffId }: StaffSession,
  { browserSecret, address }: Caller & { browserSecret: string },
): Promise<RequestOptions> {
  const options = await requestOptions(await listPasskeys(db, staffId), deskUrl());
  await transaction(db, async (tx) => {
    await countUses(tx, [{ name: 'passkeyChallenge', subject: address }]);
    await writeChallenge(tx, now, options.challenge, boundTo('prove', browserSecret, staffId));
  });
  return options;
}

/**
 * Proves the identity of a logged-in member with one of the member's passkeys.
 * @returns the new secret of the session
 * @throws AppError PASSKEY_REFUSED, PASSKEY_EXPIRED, NOT_LOGGED_IN, THROTTLED
 */
export function proveStaff(
  ctx: Ctx,
  session: StaffSession,
  input: AssertionInput,
  browser: Browser,
): Promise<string> {
  return enter(ctx, input, browser, session);
}

/** Starts a session, or renews the proof of `session`. @returns the secret */
async function enter(
  { db, now }: Ctx,
  { response }: AssertionInput,
  { browserSecret, ...caller }: Browser,
  session: StaffSession | null,
): Promise<string> {
  const purpose = session === null ? 'log_in' : 'prove';
  const challenge = challengeOf(response);
  const found = await transaction(db, async (tx) => {
    await countUses(tx, [{ name: 'logInAddress', subject: caller.address }]);
    if (browserSecret === null || challenge === null) return 'expired';
    const binding = boundTo(purpose, browserSecret, session?.staffId ?? null);
    if (!(await takeChallenge(tx, now, challenge, binding))) return 'expired';
    return findPasskey(tx, response.id);
  });
  if (found === 'expired' || challenge === null) throw new AppError('PASSKEY_EXPIRED');
  // The user handle is missing only where the options named the passkeys.
  const handle = response.response.userHandle ?? (session && found?.member.passkeyHandle);
  const isOwn =
    found !== null &&
    handle === found.member.passkeyHandle &&
    (session === null || session.staffId === found.member.id);
  const signed = isOwn ? await verifyAssertion(response, challenge, found.passkey, deskUrl()) : null;
  if (found === null || signed === null) throw new AppError('PASSKEY_REFUSED');
  return transaction(db, async (tx) => {
    const again = await findPasskey(tx, response.id, true);
    if (!again || !hasCounterAdvanced(again.passkey.counter, signed.counter))
      throw new AppError('PASSKEY_REFUSED');
    await tx
      .update(staffPasskeys)
      .set({ ...signed, lastUsedAt: now })
      .where(eq(staffPasskeys.id, again.passkey.id));
    if (session !== null) return renewProof(tx, now, session);
    return startStaffSession(tx, now, again.member.id, { method: 'passkey', device: caller.device });
  });
}

function listPasskeys(db: Ctx['db'], staffId: string) {
  return db
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staffId, staffId))
    .orderBy(asc(staffPasskeys.createdAt));
}

async function findPasskey(tx: Tx, credentialId: string, lock = false) {
  const query = tx
    .select({ passkey: staffPasskeys, member: staff })
    .from(staffPasskeys)
    .innerJoin(staff, eq(staff.id, staffPasskeys.staffId))
    .where(and(eq(staffPasskeys.credentialId, credentialId), isNull(staff.removedAt)));
  const [found] = lock ? await query.for('update') : await query;
  return found ?? null;
}

/** Starts adding a passkey to a member. @throws AppError THROTTLED */
export async function requestNewStaffPasskey(
  { db, now }: Ctx,
  member: Member,
  { browserSecret, address }: Caller & { browserSecret: string },
): Promise<CreationOptions> {
  const held = await listPasskeys(db, member.id);
  const user = { handle: member.passkeyHandle, name: member.email, displayName: member.name || member.email };
  const options = await creationOptions(user, held, deskUrl());
  await transaction(db, async (tx) => {
    await countUses(tx, [{ name: 'passkeyChallenge', subject: address }]);
    await writeChallenge(tx, now, options.challenge, boundTo('add', browserSecret, member.id));
  });
  return options;
}

/** Verifies the passkey that a browser created for a member. @throws AppError PASSKEY_EXPIRED, PASSKEY_REFUSED */
export async function verifyNewStaffPasskey(
  { db, now }: Ctx,
  memberId: string,
  response: AddPasskeyInput['response'],
  browserSecret: string | null,
): Promise<Credential> {
  const challenge = challengeOf(response);
  const isTaken = await transaction(db, async (tx) =>
    browserSecret === null || challenge === null
      ? false
      : takeChallenge(tx, now, challenge, boundTo('add', browserSecret, memberId)),
  );
  if (!isTaken || challenge === null) throw new AppError('PASSKEY_EXPIRED');
  const credential = await verifyCreation(response, challenge, deskUrl());
  if (!credential) throw new AppError('PASSKEY_REFUSED');
  return credential;
}

/** Stores a verified passkey. @throws AppError PASSKEY_REFUSED for a passkey that is stored already */
export async function storeStaffPasskey(
  tx: Tx,
  now: Date,
  staffId: string,
  credential: Credential,
): Promise<void> {
  try {
    await tx.insert(staffPasskeys).values({ id: newId('passkey'), staffId, ...credential, createdAt: now });
  } catch (error) {
    if (violatedConstraint(error) === 'staff_passkeys_credential_once') throw new AppError('PASSKEY_REFUSED');
    throw error;
  }
}
