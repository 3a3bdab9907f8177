import { createHmac } from 'node:crypto';
import { settings } from '@/env';

/**
 * Returns a hash that only a holder of APP_SECRET can compute or compare.
 * @param purpose separates hashes of one value for different uses
 */
export function keyedHash(purpose: string, value: string): string {
  return keyedHashes(purpose, value)[0] ?? '';
}

/**
 * Returns one hash per accepted APP_SECRET, to compare with stored hashes. New hashes use the first secret.
 */
export function keyedHashes(purpose: string, value: string): string[] {
  return settings().APP_SECRET.map((secret) =>
    createHmac('sha256', secret).update(`${purpose} ${value}`).digest('base64url'),
  );
}
