import { createHmac } from 'node:crypto';
import { secretsFor, type SecretUse } from './app-secret';

/**
 * Returns an HMAC of a value with APP_SECRET as key. A reader of the database cannot guess the value.
 * @param purpose the same value has different hashes for different purposes
 */
export function keyedHash(purpose: SecretUse, value: string): string {
  return keyedHashes(purpose, value)[0] ?? '';
}

/** Returns one hash per accepted APP_SECRET, to compare with stored hashes. `keyedHash` uses the first secret. */
export function keyedHashes(purpose: SecretUse, value: string): string[] {
  return secretsFor(purpose).map((secret) =>
    createHmac('sha256', secret).update(`${purpose} ${value}`).digest('base64url'),
  );
}
