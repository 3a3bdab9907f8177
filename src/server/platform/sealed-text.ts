import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { settings } from '@/env';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `sealed ${purpose}`, 32));

/**
 * Encrypts a text with APP_SECRET (AES-256-GCM), so that a reader of the database alone cannot use it.
 * @param purpose a constant; a text that was sealed for one purpose cannot be opened for another
 */
export function seal(purpose: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(settings().APP_SECRET[0] ?? '', purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a sealed text with any accepted APP_SECRET; null when none of them fits. */
export function unseal(purpose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
  for (const secret of settings().APP_SECRET) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), nonce);
      decipher.setAuthTag(rest.subarray(0, TAG_BYTES));
      return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      // The text was sealed with another secret.
    }
  }
  return null;
}
