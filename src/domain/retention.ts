/* Retention periods; the privacy notice states the same numbers. */

/** The address after the deletion of an account, for a paid box that never arrives. */
export const UNDELIVERED_ADDRESS_DAYS = 90;
/**
 * The address after the deletion of an account, for a pending refund. Tax records are kept for five years (Revenue Code
 * s. 87/3, Accounting Act B.E. 2543 s. 14), the period in which a refund can be claimed.
 */
export const MONEY_ADDRESS_DAYS = 5 * 365 + 2;
/** An account without a running subscription: from the last log-in and order until its deletion is announced. */
export const DORMANT_DAYS = 3 * 365 + 1;
/** From that announcement to the last day on which a log-in keeps the account. */
export const DORMANT_NOTICE_DAYS = 30;
/** Withdrawn consents, as evidence. */
export const WITHDRAWN_CONSENT_DAYS = 5 * 365 + 2;
/** Provider events, after they were processed. */
export const PROVIDER_EVENT_DAYS = 90;
/** Messages, after they were written. */
export const MESSAGE_DAYS = 365;
/** The record of a row of due work that failed, after its last failure. */
export const FAILED_ROW_DAYS = 90;
