import { addDays, addMonths, dayOf, startOfDay } from '@/domain/day';

const PATTERN = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Returns the instant after an ISO 8601 duration, by the Bangkok calendar; null for a malformed duration. */
export function addDuration(now: Date, duration: string): Date | null {
  const match = PATTERN.exec(duration);
  if (!match || duration === 'P' || duration.endsWith('T')) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const today = dayOf(now);
  const day = addDays(addMonths(today, years * 12 + months), weeks * 7 + days);
  const timeOfDay = now.getTime() - startOfDay(today).getTime();
  return new Date(startOfDay(day).getTime() + timeOfDay + ((hours * 60 + minutes) * 60 + seconds) * 1000);
}
