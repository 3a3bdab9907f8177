/** What a subscriber sees of their account's security, newest first; in the audit each has `account.` before it. */
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
  'data_downloaded',
  'change_reported',
] as const;
export type Activity = (typeof ACTIVITIES)[number];

export const ACTIVITY_DAYS = 30;
export const ACTIVITY_MAX = 20;
/** Failures are written once in so many minutes: strangers must not fill the audit. */
export const FAILURE_MINUTES = 60;
