import { DECLINE_REASON_CODES } from './decline';

/**
 * The reasons that refine an error code: CARD_DECLINED has a decline reason, THROTTLED the limit of cards, UNAVAILABLE
 * maintenance, TOKEN_EXPIRED a login link or a used link, NOT_LOGGED_IN a webhook or the operator, NOT_ALLOWED a page of another site,
 * a role of the staff or the scope of a token.
 */
export const REFUSAL_REASONS = [
  ...DECLINE_REASON_CODES,
  'card_attempts',
  'card_declines',
  'maintenance',
  'login_link',
  'link_used',
  'webhook_signature',
  'operator_token',
  'api_token',
  'token_scope',
  'foreign_origin',
  'staff_role',
] as const;

export type RefusalReason = (typeof REFUSAL_REASONS)[number];
