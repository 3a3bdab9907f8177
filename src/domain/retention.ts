/* For how long what nobody asks for any more is kept; the privacy notice says the same numbers. */

/** After deletion of an account: its address, for a paid box that never arrives. */
export const UNDELIVERED_ADDRESS_DAYS = 90;
/**
 * After deletion of an account: its address, for money that still has to go back. Tax records are kept for five years
 * (Revenue Code s. 87/3, Accounting Act B.E. 2543 s. 14), and nobody can be asked for a refund for longer.
 */
export const MONEY_ADDRESS_DAYS = 5 * 365 + 2;
/** An account without a live subscription: from the last log-in and order until its erasure is announced. */
export const DORMANT_DAYS = 3 * 365 + 1;
/** From that announcement to the last day on which a log-in keeps the account. */
export const DORMANT_NOTICE_DAYS = 30;
/** Withdrawn consents, as evidence. */
export const WITHDRAWN_CONSENT_DAYS = 5 * 365 + 2;
/** What a provider told us, after it was dealt with. */
export const PROVIDER_EVENT_DAYS = 90;
/** Messages, after they were written. */
export const MESSAGE_DAYS = 365;
