/**
 * The security events of an account, which its subscriber can read. The audit stores them with the prefix
 * `account.`.
 */
export const ACTIVITIES = [
  'logged_in',
  'log_in_failed',
  'logged_out',
  'sessions_ended',
  'proven',
  'password_changed',
  'password_reset',
  'password_removed',
  'email_changed',
  'line_linked',
  'line_unlinked',
  'passkey_added',
  'passkey_removed',
  'data_downloaded',
  'change_reported',
  'shown_to_team',
] as const;
export type Activity = (typeof ACTIVITIES)[number];

export const ACTIVITY_DAYS = 30;
export const ACTIVITY_MAX = 20;
/** A failed log-in is recorded at most once in this many minutes, so that attackers cannot fill the audit. */
export const FAILURE_MINUTES = 60;
