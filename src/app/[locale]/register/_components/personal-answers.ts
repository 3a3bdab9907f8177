/** Where this device keeps the answers of a registration. */
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
  /** Milliseconds since 1970: when the oldest personal answer was kept. */
  personalSince?: unknown;
  answers?: Record<string, unknown>;
}

const isPersonal = (name: string) => PERSONAL.some((one) => one === name);

/** Whether any of these answers is personal. */
export function hasPersonal(answers: object): boolean {
  return Object.entries(answers).some(([name, value]) => isPersonal(name) && value !== '');
}

/** Returns the instant (ms) at which the personal answers have to be forgotten; null when there are none. */
export function personalUntil(saved: Saved): number | null {
  if (!hasPersonal(saved.answers ?? {})) return null;
  const since = typeof saved.personalSince === 'number' ? saved.personalSince : 0;
  return since + PERSONAL_ANSWER_HOURS * 3_600_000;
}

/** Returns what is left of a draft at an instant (ms); the same object while all of it is. */
export function withoutOldPersonal<T extends Saved>(saved: T, now: number): T {
  const until = personalUntil(saved);
  if (until === null || now < until) return saved;
  const rest = Object.entries(saved.answers ?? {}).filter(([name]) => !isPersonal(name));
  return { ...saved, personalSince: undefined, answers: Object.fromEntries(rest) };
}
