import { createHmac, randomBytes } from 'node:crypto';
import { seal, unseal } from '../../platform/sealed-text';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Returns a new secret of an endpoint, as Standard Webhooks writes it, and as it is stored. */
export function newWebhookSecret(): { secret: string; sealed: string } {
  const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  return { secret, sealed: seal('webhook', secret) };
}

/** Signs a message with each of the secrets (Standard Webhooks 1.0.0, symmetric). @returns its headers */
export function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

interface StoredSecrets {
  secretSealed: string;
  oldSecretSealed: string | null;
  oldSecretUntil: Date | null;
}

/**
 * Returns the secrets that sign now, the present one first. `resealed`: the present one, if it was sealed with an earlier
 * APP_SECRET. @throws Error if no accepted APP_SECRET opens it
 */
export function secretsAt(
  now: Date,
  { secretSealed, oldSecretSealed, oldSecretUntil }: StoredSecrets,
): { secrets: string[]; resealed: string | null } {
  const present = unseal('webhook', secretSealed);
  if (!present) throw new Error('the secret of a webhook cannot be opened');
  const isOldValid = oldSecretSealed !== null && oldSecretUntil !== null && oldSecretUntil > now;
  const old = isOldValid ? unseal('webhook', oldSecretSealed) : null;
  return {
    secrets: [present.text, ...(old ? [old.text] : [])],
    resealed: present.isCurrent ? null : seal('webhook', present.text),
  };
}
