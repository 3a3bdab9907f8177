import { DECLINE_REASON_CODES } from './decline';
import type { ErrorCode, ErrorKind } from './error-kinds';

/**
 * The reasons that refine an error code: CARD_DECLINED has a decline reason, THROTTLED the limit of cards, UNAVAILABLE
 * maintenance, TOKEN_EXPIRED a login link, NOT_LOGGED_IN a webhook or the operator, NOT_ALLOWED a page of another site or a role of the staff.
 */
export const REFUSAL_REASONS = [
  ...DECLINE_REASON_CODES,
  'card_attempts',
  'card_declines',
  'maintenance',
  'login_link',
  'webhook_signature',
  'operator_token',
  'foreign_origin',
  'staff_role',
] as const;

export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/**
 * The details of an error in addition to its code. The keys of `fieldErrors` are dotted paths. `data` is sent
 * to the caller unchanged.
 */
export type ErrorDetails = {
  reason?: RefusalReason;
  fieldErrors?: Record<string, string[]>;
  orderId?: string;
  /** The code of the message to show, if it differs from the error's code. */
  said?: ErrorCode;
  fieldName?: string;
  retryAfterSeconds?: number;
  data?: unknown;
  /** The text of the refusal, in the caller's language, for the code REFUSED. */
  text?: string;
};

/** A refusal that is returned to the caller. Any other thrown error is a bug. */
export class AppError extends Error {
  /**
   * Creates an error. `otherKind` is passed only if one code has two statuses: CODE_INVALID is a conflict during a
   * payment.
   */
  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
    readonly otherKind?: ErrorKind,
  ) {
    super(code);
    this.name = 'AppError';
  }
}

/** The result of a rule: allowed, or refused with an error code. */
export type Verdict = { allowed: true } | { allowed: false; code: ErrorCode };

export const allow: Verdict = { allowed: true };

export function refuse(code: ErrorCode): Verdict {
  return { allowed: false, code };
}

/** Throws an AppError if the rule refuses. */
export function enforce(verdict: Verdict, details: ErrorDetails = {}): void {
  if (!verdict.allowed) throw new AppError(verdict.code, details);
}
