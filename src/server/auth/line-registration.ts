import { randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { LINE_REGISTRATION_MINUTES } from '@/domain/line';
import type { Ctx } from '../platform/context';
import { transaction } from '../db';
import { lineRegistrations } from '../db/schema';
import { hashSecret } from './session';

/** What LINE told us of somebody who is about to register; `email` proves nothing. */
export interface LineRegistration {
  subject: string;
  displayName: string | null;
  email: string | null;
  friend: boolean;
}

/** Keeps a profile for the browser that has shown to be its owner's. @returns the secret for the cookie. */
export async function writeLineRegistration({ db, now }: Ctx, profile: LineRegistration): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const { subject, displayName, email, friend } = profile;
  await transaction(db, (tx) =>
    tx.insert(lineRegistrations).values({
      id: hashSecret(secret),
      ...{ subject, displayName, email, friend },
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINE_REGISTRATION_MINUTES * 60_000),
    }),
  );
  return secret;
}

/**
 * The registration with LINE that this browser has in progress; null when there is none or it is too old. Its row
 * outlives the registration it began, so that a browser whose answer was lost can show that it was the one; that the
 * profile is used once is the identity's unique index.
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
