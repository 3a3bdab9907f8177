import { createHash, timingSafeEqual } from 'node:crypto';

/** Digests of one length, so that the comparison does not reveal how much of a secret was right. */
const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a given secret is one of the accepted ones, compared in constant time. */
export function isOneOf(accepted: readonly string[], given: string): boolean {
  const hash = digest(given);
  return accepted.map((secret) => timingSafeEqual(hash, digest(secret))).includes(true);
}
