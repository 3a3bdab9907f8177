import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns the SHA-256 digest of a text. Digests have the same length, so that comparing them takes constant time. */
const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a given secret is one of the accepted secrets. Compares in constant time. */
export function isOneOf(accepted: readonly string[], given: string): boolean {
  const hash = digest(given);
  return accepted.map((secret) => timingSafeEqual(hash, digest(secret))).includes(true);
}
