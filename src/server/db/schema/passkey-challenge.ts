import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { ChallengePurpose } from '@/domain/passkey';
import { instant } from './columns';

/**
 * A passkey ceremony in progress, bound to the browser and the purpose for which it was started. The row is deleted
 * when the browser answers the challenge.
 */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** The random challenge that the authenticator signs, in base64url. */
    challenge: text('challenge').primaryKey(),
    /** SHA-256 of the secret in the browser's cookie. */
    browserHash: text('browser_hash').notNull(),
    purpose: text('purpose').$type<ChallengePurpose>().notNull(),
    /** Who must answer the challenge; null for a log-in, which may be of any account. */
    subject: text('subject'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('passkey_challenges_by_expiry').on(t.expiresAt),
    check('passkey_challenges_purpose', sql`${t.purpose} in ('log_in','prove','add')`),
    check('passkey_challenges_subject', sql`(${t.purpose} = 'log_in') = (${t.subject} is null)`),
  ],
);
