import { DAY_MS, HOUR_MS } from './duration';
import { allow, refuse, type Verdict } from './errors';

/**
 * The purposes of a passkey challenge. `log_in`: a visitor logs in. `prove`: a logged-in subscriber confirms the
 * identity. `add`: a subscriber adds a passkey.
 */
export const CHALLENGE_PURPOSES = ['log_in', 'prove', 'add'] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/** The minutes in which a browser must answer a challenge. */
export const CHALLENGE_MINUTES = 5;
export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX = 60;
/** The hours after adding in which a passkey can log in but is no proof of identity. */
export const PASSKEY_SETTLES_HOURS = 24;
/** The days for which an added passkey counts as new. A report "this was not me" removes new passkeys. */
export const NEW_PASSKEY_DAYS = 30;

/**
 * Whether a passkey proves the identity of the user: it was added at least 24 hours ago. In these hours the
 * owner, who was notified by e-mail, could remove it. An attacker who stole a session may have added it.
 */
export function canPasskeyProve(addedAt: Date, now: Date): boolean {
  return now.getTime() - addedAt.getTime() >= PASSKEY_SETTLES_HOURS * HOUR_MS;
}

/** Whether the passkey was added in the last 30 days. An attacker who stole a session may have added it. */
export function isPasskeyNew(addedAt: Date, now: Date): boolean {
  return now.getTime() - addedAt.getTime() < NEW_PASSKEY_DAYS * DAY_MS;
}

/**
 * Whether the signature counter of a passkey has advanced since its last use. A counter that did not advance may
 * come from a copied passkey. Synced passkeys always send 0.
 */
export function hasCounterAdvanced(stored: number, received: number): boolean {
  return received > stored || (received === 0 && stored === 0);
}

/** Refuses with PASSKEYS_FULL if the account has the maximum number of passkeys. */
export function canAddPasskey(held: number): Verdict {
  return held < PASSKEYS_MAX ? allow : refuse('PASSKEYS_FULL');
}
