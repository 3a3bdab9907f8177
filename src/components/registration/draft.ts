import { deviceNow } from '@/components/device-clock';
import { addDays, isDay, type Day } from '@/domain/day';
import { isProductCode } from '@/domain/product';
import { FREQUENCIES, REGISTRATION_DAYS, type Frequency } from '@/domain/subscription';
import type { BoxItem } from '@/domain/box';
import { DRAFT_KEY, hasPersonal, withoutOldPersonal } from './personal-answers';

/** The answers of an unfinished registration. Never contains a password or card data. */
export interface Draft {
  items: BoxItem[];
  frequency: Frequency;
  paymentDay: number;
  firstName: string;
  lastName: string;
  phone: string;
  ageGroup: string;
  email: string;
  consent: boolean;
  chargingConsent: boolean;
  postalCode: string;
  subdistrict: string;
  district: string;
  province: string;
  address: string;
  /** The invitation code that the visitor entered before registering. Empty if there is none. */
  code: string;
  /** The rejected code. The page shows it until the visitor tries another code. Empty if there is none. */
  refusedCode: string;
}

interface SavedDraft {
  savedOn: Day;
  /** When the oldest personal answer was stored, in milliseconds since 1970. */
  personalSince?: number;
  answers: Partial<Draft>;
}

const CODE_MAX = 40;

let cached: { text: string | null; answers: Partial<Draft> | null } = { text: null, answers: null };
const listeners = new Set<() => void>();

/** Returns an empty draft. Its payment day is today's day of the month. */
export function emptyDraft(today: Day): Draft {
  return {
    items: [],
    frequency: 1,
    paymentDay: Number(today.slice(8)),
    firstName: '',
    lastName: '',
    phone: '',
    ageGroup: '',
    email: '',
    consent: false,
    chargingConsent: false,
    postalCode: '',
    subdistrict: '',
    district: '',
    province: '',
    address: '',
    code: '',
    refusedCode: '',
  };
}

/**
 * Returns the answers stored on this device, or null if there are none. Returns the same object until the
 * answers change, as useSyncExternalStore requires.
 */
export function readDraft(): Partial<Draft> | null {
  const text = readStorage();
  if (text !== cached.text) cached = { text, answers: parse(text) };
  return cached.answers;
}

/** Merges the given answers into the stored answers. */
export function keepDraft(today: Day, answers: Partial<Draft>): void {
  const before = readSaved(readStorage());
  const kept = { ...parse(readStorage()), ...answers };
  const isNew = !hasPersonal(before?.answers ?? {});
  const personalSince = hasPersonal(kept) ? (isNew ? deviceNow() : before?.personalSince) : undefined;
  const saved: SavedDraft = { savedOn: today, personalSince, answers: kept };
  writeStorage(JSON.stringify(saved));
}

/** Deletes the stored draft. Called when the registration is complete or its answers are too old. */
export function forgetDraft(): void {
  writeStorage(null);
}

/** Deletes the draft if it is older than the expiry time of a registration. The device may be shared. */
export function forgetOldDraft(today: Day): void {
  const savedOn = savedOnOf(readStorage());
  if (savedOn !== null && addDays(savedOn, REGISTRATION_DAYS) < today) forgetDraft();
}

export function subscribeToDraft(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Replaces blocked storage (private windows, some in-app browsers). It is lost when the page closes.
let memory: string | null = null;

function readStorage(): string | null {
  try {
    return window.localStorage.getItem(DRAFT_KEY) ?? memory;
  } catch {
    return memory;
  }
}

function writeStorage(text: string | null): void {
  memory = text;
  try {
    if (text === null) window.localStorage.removeItem(DRAFT_KEY);
    else window.localStorage.setItem(DRAFT_KEY, text);
    memory = null;
  } catch {
    // Storage is blocked. The draft stays in memory.
  }
  for (const listener of listeners) listener();
}

function savedOnOf(text: string | null): Day | null {
  const saved = readSaved(text);
  return typeof saved?.savedOn === 'string' && isDay(saved.savedOn) ? saved.savedOn : null;
}

function parse(text: string | null): Partial<Draft> | null {
  const saved = readSaved(text);
  if (!saved || typeof saved.answers !== 'object') return null;
  const answers = { ...saved.answers };
  if (!FREQUENCIES.some((frequency) => frequency === answers.frequency)) delete answers.frequency;
  if (typeof answers.code !== 'string' || answers.code.length > CODE_MAX) delete answers.code;
  if (typeof answers.refusedCode !== 'string') delete answers.refusedCode;
  if (!Array.isArray(answers.items)) delete answers.items;
  else answers.items = answers.items.filter((item) => isProductCode(item.productCode) && item.quantity > 0);
  return answers;
}

/** Returns the stored draft without expired personal answers. */
function readSaved(text: string | null): Partial<SavedDraft> | null {
  try {
    const saved = JSON.parse(text ?? 'null') as Partial<SavedDraft> | null;
    return saved && withoutOldPersonal(saved, deviceNow());
  } catch {
    return null;
  }
}
