import { randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { LINE_REGISTRATION_MINUTES } from '@/domain/line';
import type { Ctx } from '../platform/context';
import { transaction } from '../db';
import { lineRegistrations } from '../db/schema';
import { hashSecret } from './session';

/** The LINE profile of a registration in progress. Its e-mail is not verified. */
export interface LineRegistration {
  subject: string;
  displayName: string | null;
  email: string | null;
  friend: boolean;
}

/**
 * Stores the LINE profile of a registration in progress.
 * @returns the secret for the cookie of the browser that logged in with LINE
 */
export async function writeLineRegistration({ db, now }: Ctx, profile: LineRegistration): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const { subject, displayName, email, friend } = profile;
  await transaction(db, (tx) =>
    tx.insert(lineRegistrations).values({
      id: hashSecret(secret),
      subject,
      displayName,
      email,
      friend,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINE_REGISTRATION_MINUTES * 60_000),
    }),
  );
  return secret;
}

/**
 * Returns the LINE profile of the browser's registration in progress; null when it does not exist or has expired. Does
 * not delete the row: a browser that lost the response can repeat its request. A unique index prevents a second account
 * with the same profile.
 */
export async function findLineRegistration(
  { db, now }: Ctx,
  secret: string | null,
): Promise<(LineRegistration & { shownAt: Date }) | null> {
  if (secret === null) return null;
  const [row] = await db
    .select({
      subject: lineRegistrations.subject,
      displayName: lineRegistrations.displayName,
      email: lineRegistrations.email,
      friend: lineRegistrations.friend,
      shownAt: lineRegistrations.createdAt,
    })
    .from(lineRegistrations)
    .where(and(eq(lineRegistrations.id, hashSecret(secret)), gt(lineRegistrations.expiresAt, now)));
  return row ?? null;
}
