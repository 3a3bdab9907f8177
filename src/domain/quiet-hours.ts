import { addDays, dayOf, hourOf } from './day';

/**
 * The start and end of the quiet hours, in Bangkok time. In these hours only messages that the recipient
 * requested are sent.
 */
export const QUIET_FROM_HOUR = 21;
export const QUIET_UNTIL_HOUR = 8;

/** Returns the earliest instant at which a message may be sent: `now`, or 08:00 after the quiet hours. */
export function sendableFrom(now: Date): Date {
  const today = dayOf(now);
  if (now < hourOf(today, QUIET_UNTIL_HOUR)) return hourOf(today, QUIET_UNTIL_HOUR);
  if (now < hourOf(today, QUIET_FROM_HOUR)) return now;
  return hourOf(addDays(today, 1), QUIET_UNTIL_HOUR);
}
