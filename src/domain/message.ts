import { addDays, dayOf, hourOf } from './day';

/** No message leaves between these hours, Bangkok time, unless the person just asked for it. */
export const QUIET_FROM_HOUR = 21;
export const QUIET_UNTIL_HOUR = 8;

/** Days before the payment date on which the reminder goes out, at the hour charges are made. */
export const REMINDER_DAYS = 5;

/** The earliest moment from `now` on at which a message may be sent: `now` itself, or 08:00 after the quiet hours. */
export function sendableFrom(now: Date): Date {
  const today = dayOf(now);
  if (now < hourOf(today, QUIET_UNTIL_HOUR)) return hourOf(today, QUIET_UNTIL_HOUR);
  if (now < hourOf(today, QUIET_FROM_HOUR)) return now;
  return hourOf(addDays(today, 1), QUIET_UNTIL_HOUR);
}
