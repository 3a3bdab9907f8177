import { and, eq, isNull } from 'drizzle-orm';
import { CHALLENGE_MINUTES, type ChallengePurpose } from '@/domain/passkey';
import { MINUTE_MS } from '@/domain/duration';
import type { Tx } from '../../db';
import { passkeyChallenges } from '../../db/schema';

/** What a challenge is bound to. `subject`: who must answer it; null for a log-in. */
export interface ChallengeBinding {
  browserHash: string;
  purpose: ChallengePurpose;
  subject: string | null;
}

/** Stores a challenge for five minutes. */
export async function writeChallenge(
  tx: Tx,
  now: Date,
  challenge: string,
  binding: ChallengeBinding,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + CHALLENGE_MINUTES * MINUTE_MS);
  await tx.insert(passkeyChallenges).values({ challenge, ...binding, expiresAt });
}

/**
 * Deletes a challenge. Only the first of several concurrent callers gets true.
 * @returns false when the challenge was used, has expired, or is bound to another browser, purpose or subject
 */
export async function takeChallenge(
  tx: Tx,
  now: Date,
  challenge: string,
  { browserHash, purpose, subject }: ChallengeBinding,
): Promise<boolean> {
  const { subject: column } = passkeyChallenges;
  const [taken] = await tx
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.browserHash, browserHash),
        eq(passkeyChallenges.purpose, purpose),
        subject === null ? isNull(column) : eq(column, subject),
      ),
    )
    .returning({ expiresAt: passkeyChallenges.expiresAt });
  return taken !== undefined && taken.expiresAt > now;
}
