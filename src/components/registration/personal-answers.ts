/** The storage key of the draft on this device. */
export const DRAFT_KEY = 'ira-registration';

export const PERSONAL_ANSWER_HOURS = 24;

/** Personal answers: name, contact details, age group and address. */
const PERSONAL = [
  'firstName',
  'lastName',
  'phone',
  'ageGroup',
  'email',
  'postalCode',
  'subdistrict',
  'district',
  'province',
  'address',
] as const;

interface Saved {
  /** When the oldest personal answer was stored, in milliseconds since 1970. */
  personalSince?: unknown;
  answers?: Record<string, unknown>;
}

const isPersonal = (name: string) => PERSONAL.some((one) => one === name);

/** Whether any of these answers is personal. */
export function hasPersonal(answers: object): boolean {
  return Object.entries(answers).some(([name, value]) => isPersonal(name) && value !== '');
}

/** Returns the instant (ms) at which the personal answers expire; null without any. */
export function personalUntil(saved: Saved): number | null {
  if (!hasPersonal(saved.answers ?? {})) return null;
  const since = typeof saved.personalSince === 'number' ? saved.personalSince : 0;
  return since + PERSONAL_ANSWER_HOURS * 3_600_000;
}

/** Returns the unexpired part of a draft at an instant (ms); the same object if all of it is. */
export function withoutOldPersonal<T extends Saved>(saved: T, now: number): T {
  const until = personalUntil(saved);
  if (until === null || now < until) return saved;
  const rest = Object.entries(saved.answers ?? {}).filter(([name]) => !isPersonal(name));
  return { ...saved, personalSince: undefined, answers: Object.fromEntries(rest) };
}
