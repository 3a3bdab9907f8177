import { createHmac } from 'node:crypto';
import { settings } from '@/env';

/**
 * Returns a hash that only a holder of APP_SECRET can compute or compare.
 * @param purpose keeps hashes of one value for different uses apart.
 */
export function keyedHash(purpose: string, value: string): string {
  return createHmac('sha256', settings().APP_SECRET).update(`${purpose} ${value}`).digest('base64url');
}
