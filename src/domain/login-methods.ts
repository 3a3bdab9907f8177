import { allow, refuse, type Verdict } from './errors';
import { canLineProve, type LinkedLine } from './line';
import { canPasskeyProve } from './passkey';
import { isFreshLogIn, type LogInMethod } from './session';

/** The login methods of an account. A verified e-mail allows a log-in by magic link. */
export interface LoginMethods {
  hasPassword: boolean;
  emailVerified: boolean;
  hasLine: boolean;
  /** The number of passkeys. */
  passkeys: number;
}

/** Refuses with LAST_WAY_IN if LINE is the only login method. */
export function canUnlinkLine({
  hasPassword,
  emailVerified,
  passkeys,
}: Omit<LoginMethods, 'hasLine'>): Verdict {
  return hasPassword || emailVerified || passkeys > 0 ? allow : refuse('LAST_WAY_IN');
}

/** Refuses with LAST_WAY_IN if one passkey is the only login method. */
export function canRemovePasskey({ hasPassword, emailVerified, hasLine, passkeys }: LoginMethods): Verdict {
  return hasPassword || emailVerified || hasLine || passkeys > 1 ? allow : refuse('LAST_WAY_IN');
}

/** The login methods that may be too new to prove the identity of the user. */
export interface ProvingMethods {
  line: LinkedLine | null;
  /** When the passkey that started the session was added; null if another method started it. */
  passkeyAddedAt: Date | null;
}

/**
 * Whether the log-in of the session proves that the user is present. The log-in must be less than ten minutes
 * old. A log-in by LINE or by a passkey also needs one that proves the identity (`canLineProve`, `canPasskeyProve`).
 */
export function isProvenByLogIn(
  session: { method: LogInMethod; createdAt: Date },
  { line, passkeyAddedAt }: ProvingMethods,
  now: Date,
): boolean {
  return isTrusted() && isFreshLogIn(session.createdAt, now);

  function isTrusted(): boolean {
    if (session.method === 'line') return line !== null && canLineProve(line, now);
    if (session.method === 'passkey') return passkeyAddedAt !== null && canPasskeyProve(passkeyAddedAt, now);
    return true;
  }
}
