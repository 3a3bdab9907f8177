import { settings } from '@/settings/settings';

/**
 * Every use of APP_SECRET. docs/operations.md has a row for each, which says how long the previous secret must stay
 * accepted.
 */
export const SECRET_USES = [
  'throttle',
  'card',
  'network',
  'idempotency key',
  'idempotent request',
  'login code',
  'device cookie',
  'unsubscribe',
  'former customer',
  'authenticator app',
  'conversation',
  'webhook',
  'refund account',
  'slip',
  'taking back',
] as const;
export type SecretUse = (typeof SECRET_USES)[number];

/**
 * Returns the accepted secrets, at least one. The first one is the present secret, with which the product hashes and
 * seals. No other code reads APP_SECRET.
 */
export function secretsFor(_use: SecretUse): readonly [string, ...string[]] {
  const [present, ...previous] = settings().APP_SECRET;
  if (present === undefined) throw new Error('no APP_SECRET is set');
  return [present, ...previous];
}
