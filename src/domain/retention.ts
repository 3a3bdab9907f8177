/* For how long what nobody asks for any more is kept; the privacy notice says the same numbers. */

/** After deletion of an account: its address, for a paid box that never arrives. */
export const UNDELIVERED_ADDRESS_DAYS = 90;
/** What a provider told us, after it was dealt with. */
export const PROVIDER_EVENT_DAYS = 90;
/** Messages, after they were written. */
export const MESSAGE_DAYS = 365;
