import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { secretsFor, type SecretUse } from './app-secret';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secret: string, purpose: SecretUse) =>
  Buffer.from(hkdfSync('sha256', secret, '', `sealed ${purpose}`, 32));

/**
 * Encrypts a text with APP_SECRET (AES-256-GCM), so that a reader of the database alone cannot use it.
 * @param purpose a text that was sealed for one purpose cannot be opened for another
 */
export function seal(purpose: SecretUse, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretsFor(purpose)[0], purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/**
 * Decrypts a sealed text with any accepted APP_SECRET; null when none of them fits. `isCurrent`: whether it was sealed
 * with the present secret. Another one must be sealed again before its secret is removed.
 */
export function unseal(purpose: SecretUse, sealed: string): { text: string; isCurrent: boolean } | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
  for (const [index, secret] of secretsFor(purpose).entries()) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), nonce);
      decipher.setAuthTag(rest.subarray(0, TAG_BYTES));
      const text = Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
      return { text, isCurrent: index === 0 };
    } catch {
      // The text was sealed with another secret.
    }
  }
  return null;
}
