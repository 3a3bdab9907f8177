import type { ErrorCode, ErrorKind } from './error-kinds';
import type { RefusalReason } from './refusal-reasons';

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
  /** The scope that an API token lacks. */
  scope?: string;
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
