import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import QRCode from 'qrcode';
import { AppError } from '@/domain/errors';
import { transaction, type Tx } from '../../db';
import { staff } from '../../db/schema';
import type { Ctx } from '../../platform/context';
import { seal, unseal } from '../../platform/sealed-text';
import { countUses } from '../../platform/throttle';
import { renewProof, type StaffSession } from './sessions';
import type { Member } from './staff-links';

/* Codes of an authenticator app (TOTP, RFC 6238): six digits, 30 seconds, SHA-1, as every app supports them. */

const PURPOSE = 'authenticator app';
const PERIOD_SECONDS = 30;
/** Accepts the code before and after the present one: clocks of phones differ. */
const WINDOW = 1;

const appOf = (email: string, secret: Secret) =>
  new TOTP({ issuer: 'ira desk', label: email, secret, period: PERIOD_SECONDS });

/** Replaces the secret of a member's app. @returns the QR code for the app as a data URL, and the secret to type */
export async function renewAppSecret(tx: Tx, member: Member): Promise<{ qr: string; secret: string }> {
  const secret = new Secret({ size: 20 });
  await tx
    .update(staff)
    .set({ totpSealed: seal(PURPOSE, secret.base32), totpStep: null })
    .where(eq(staff.id, member.id));
  const svg = await QRCode.toString(appOf(member.email, secret).toString(), { type: 'svg', margin: 0 });
  return { qr: `data:image/svg+xml,${encodeURIComponent(svg)}`, secret: secret.base32 };
}

/**
 * Verifies a code and uses it up. Seals the secret of the app with the present APP_SECRET. The caller holds the lock of the member's row.
 * @throws AppError LOGIN_CODE_INCORRECT also for a code that was used before; THROTTLED after five tries in 15 minutes
 */
export async function takeCode(tx: Tx, now: Date, member: Member, code: string): Promise<void> {
  const secret = member.totpSealed === null ? null : unseal(PURPOSE, member.totpSealed);
  if (secret === null) throw new AppError('LOGIN_CODE_INCORRECT');
  const app = appOf(member.email, Secret.fromBase32(secret.text));
  const delta = app.validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  const step = delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
  if (step === null || step <= (member.totpStep ?? -1)) throw new AppError('LOGIN_CODE_INCORRECT');
  const resealed = secret.isCurrent ? {} : { totpSealed: seal(PURPOSE, secret.text) };
  await tx
    .update(staff)
    .set({ totpStep: step, ...resealed })
    .where(eq(staff.id, member.id));
}

/** Counts a try to enter a code. Must run in a transaction of its own, so that a wrong code counts too. */
export function countCode(tx: Tx, staffId: string): Promise<void> {
  return countUses(tx, [{ name: 'staffCode', subject: staffId }]);
}

/**
 * Proves the identity of a logged-in member with a code of the member's app.
 * @returns the new secret of the session
 * @throws AppError LOGIN_CODE_INCORRECT, NOT_LOGGED_IN, THROTTLED
 */
export async function proveWithCode({ db, now }: Ctx, session: StaffSession, code: string): Promise<string> {
  await transaction(db, (tx) => countCode(tx, session.staffId));
  return transaction(db, async (tx) => {
    const [member] = await tx.select().from(staff).where(eq(staff.id, session.staffId)).for('update');
    if (!member) throw new AppError('NOT_LOGGED_IN');
    await takeCode(tx, now, member, code);
    return renewProof(tx, now, session);
  });
}

/**
 * Returns the e-mails of members whose app depends on a previous APP_SECRET. `left`: their next code seals the secret of
 * the app again. `lost`: no accepted APP_SECRET opens it, and they need a new invitation.
 */
export async function listUnsealedApps({ db }: Ctx): Promise<{ left: string[]; lost: string[] }> {
  const rows = await db
    .select({ email: staff.email, sealed: staff.totpSealed })
    .from(staff)
    .where(and(isNull(staff.removedAt), isNotNull(staff.totpSealed)))
    .orderBy(asc(staff.email));
  const opened = rows.map(({ email, sealed }) => ({ email, secret: unseal(PURPOSE, sealed ?? '') }));
  return {
    left: opened.filter(({ secret }) => secret?.isCurrent === false).map(({ email }) => email),
    lost: opened.filter(({ secret }) => secret === null).map(({ email }) => email),
  };
}
