/* Retention periods in days. The privacy notice states the same numbers. */

/** How long the postal address for an undelivered paid box is stored after the deletion of the account. */
export const UNDELIVERED_ADDRESS_DAYS = 90;
/**
 * How long the postal address for a pending refund is stored after the deletion of the account. A refund can
 * be claimed while tax records are stored: five years (Revenue Code s. 87/3, Accounting Act B.E. 2543 s. 14).
 */
export const MONEY_ADDRESS_DAYS = 5 * 365 + 2;
/**
 * The days without a log-in and an order after which the deletion of an account is announced. Accounts with a
 * running subscription are not deleted.
 */
export const DORMANT_DAYS = 3 * 365 + 1;
/** The time from the announcement of the deletion to the last day on which a log-in prevents it. */
export const DORMANT_NOTICE_DAYS = 30;
/**
 * How long the buyer on a tax invoice is stored after the last document of the order. The documents are tax records:
 * five years, and up to seven where the Revenue Department extends it (Revenue Code s. 87/3).
 */
export const BUYER_DAYS = 7 * 365 + 2;
/** How long withdrawn consents are stored, as evidence. */
export const WITHDRAWN_CONSENT_DAYS = 5 * 365 + 2;
/** How long provider events are stored after their processing. */
export const PROVIDER_EVENT_DAYS = 90;
/** How long messages are stored after their creation. */
export const MESSAGE_DAYS = 365;
/** How long the record of a failed row of a scheduled job is stored after its last failure. */
export const FAILED_ROW_DAYS = 90;
/** How long the result of an imported bank statement is stored. Its lines are stored as transfers. */
export const STATEMENT_IMPORT_DAYS = 90;
/** How long the account to which a refund was transferred is stored after the refund was made or withdrawn. */
export const PAY_TO_DAYS = 90;
/** How long a conversation is stored after it was closed. */
export const CONVERSATION_DAYS = 365;
/** How long a picture in a conversation is stored after it was sent. */
export const CONVERSATION_PICTURE_DAYS = 365;
/** How long a conversation that was never closed is stored after its last message. */
export const IDLE_CONVERSATION_DAYS = 2 * 365;
