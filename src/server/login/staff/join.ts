import { eq } from 'drizzle-orm';
import type { StaffRole } from '@/domain/staff';
import type { AddPasskeyInput } from '@/schemas/passkeys';
import { transaction, type Tx } from '../../db';
import { staff } from '../../db/schema';
import { writeAudit } from '../../lifecycle/audit';
import type { Caller } from '../../platform/caller';
import type { Ctx } from '../../platform/context';
import type { CreationOptions } from '../webauthn/ceremonies';
import { countCode, renewAppSecret, takeCode } from './authenticator-app';
import { requestNewStaffPasskey, storeStaffPasskey, verifyNewStaffPasskey } from './passkeys';
import { actorOf, startStaffSession } from './sessions';
import { requireLink, takeLink, type Member } from './staff-links';

/* An invitation is accepted with a first way to log in: a passkey or an authenticator app. */

/** Returns whom an invitation is for. @throws AppError TOKEN_EXPIRED */
export async function openInvitation(
  { db, now }: Ctx,
  secret: string,
): Promise<{ email: string; name: string; role: StaffRole }> {
  const { email, name, role } = await requireLink(db, now, 'invitation', secret);
  return { email, name, role };
}

/** Starts a passkey for the member of an invitation. @throws AppError TOKEN_EXPIRED, THROTTLED */
export async function requestJoinPasskey(
  ctx: Ctx,
  secret: string,
  caller: Caller & { browserSecret: string },
): Promise<CreationOptions> {
  return requestNewStaffPasskey(ctx, await requireLink(ctx.db, ctx.now, 'invitation', secret), caller);
}

/**
 * Accepts an invitation with a passkey.
 * @returns the secret of the new session
 * @throws AppError TOKEN_EXPIRED, PASSKEY_EXPIRED, PASSKEY_REFUSED
 */
export async function joinWithPasskey(
  ctx: Ctx,
  input: { secret: string; name: string; response: AddPasskeyInput['response'] },
  { browserSecret, device }: Caller & { browserSecret: string | null },
): Promise<string> {
  const { db, now } = ctx;
  const { id } = await requireLink(db, now, 'invitation', input.secret);
  const credential = await verifyNewStaffPasskey(ctx, id, input.response, browserSecret);
  return transaction(db, async (tx) => {
    const member = await takeLink(tx, now, 'invitation', input.secret);
    // Another reader of the link may have set up an app and not have used it.
    await tx.update(staff).set({ totpSealed: null, totpStep: null }).where(eq(staff.id, member.id));
    await storeStaffPasskey(tx, now, member.id, credential);
    return join(tx, now, member, { name: input.name, method: 'passkey', device });
  });
}

/** Starts an authenticator app for the member of an invitation. @throws AppError TOKEN_EXPIRED */
export function requestJoinApp({ db, now }: Ctx, secret: string): Promise<{ qr: string; secret: string }> {
  return transaction(db, async (tx) => {
    const { id } = await requireLink(tx, now, 'invitation', secret);
    // A process that accepts the invitation holds this lock. After it, the link is used up.
    await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, id)).for('update');
    return renewAppSecret(tx, await requireLink(tx, now, 'invitation', secret));
  });
}

/**
 * Accepts an invitation with the first code of an authenticator app.
 * @returns the secret of the new session
 * @throws AppError TOKEN_EXPIRED, LOGIN_CODE_INCORRECT, THROTTLED
 */
export async function joinWithApp(
  { db, now }: Ctx,
  { secret, name, code }: { secret: string; name: string; code: string },
  { device }: Caller,
): Promise<string> {
  const { id } = await requireLink(db, now, 'invitation', secret);
  await transaction(db, (tx) => countCode(tx, id));
  return transaction(db, async (tx) => {
    const member = await takeLink(tx, now, 'invitation', secret);
    await takeCode(tx, now, member, code);
    return join(tx, now, member, { name, method: 'totp', device });
  });
}

async function join(
  tx: Tx,
  now: Date,
  { id }: Member,
  { name, ...session }: { name: string; method: 'passkey' | 'totp'; device: string | null },
): Promise<string> {
  await tx.update(staff).set({ name, joinedAt: now }).where(eq(staff.id, id));
  await writeAudit(tx, now, { actor: actorOf(id), subject: id, what: 'staff.joined' });
  return startStaffSession(tx, now, id, session);
}
