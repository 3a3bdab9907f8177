/** The storage key of the draft on this device. */
export const DRAFT_KEY = 'ira-registration';

export const PERSONAL_ANSWER_HOURS = 24;

/** The names of the answers that are personal data. */
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

/** Whether the answers contain personal data. */
export function hasPersonal(answers: object): boolean {
  return Object.entries(answers).some(([name, value]) => isPersonal(name) && value !== '');
}

/**
 * Returns when the personal answers of a draft expire, in milliseconds since 1970. Returns null if there are
 * none.
 */
export function personalUntil(saved: Saved): number | null {
  if (!hasPersonal(saved.answers ?? {})) return null;
  const since = typeof saved.personalSince === 'number' ? saved.personalSince : 0;
  return since + PERSONAL_ANSWER_HOURS * 3_600_000;
}

/**
 * Returns the draft without expired personal answers. Returns the same object if nothing has expired.
 * @param now the current time in milliseconds since 1970
 */
export function withoutOldPersonal<T extends Saved>(saved: T, now: number): T {
  const until = personalUntil(saved);
  if (until === null || now < until) return saved;
  const rest = Object.entries(saved.answers ?? {}).filter(([name]) => !isPersonal(name));
  return { ...saved, personalSince: undefined, answers: Object.fromEntries(rest) };
}
