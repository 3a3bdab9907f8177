import { createHmac } from 'node:crypto';
import { secretsFor } from '../../platform/app-secret';

/**
 * Returns an HMAC of a request for each APP_SECRET. A plain hash would allow guesses at a password in the body. The order
 * of the fields in the input has no effect.
 */
export function requestHashes(path: string, input: unknown): string[] {
  const text = `${path} ${canonical(input)}`;
  return secretsFor('idempotent request').map((secret) =>
    createHmac('sha256', secret).update(text).digest('hex'),
  );
}

/** Returns a value as JSON with sorted field names. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
