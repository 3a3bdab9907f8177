import { deviceNow } from '@/components/device-clock';
import { addDays, isDay, type Day } from '@/domain/day';
import { isProductCode } from '@/domain/product';
import { FREQUENCIES, LAPSE_DAYS, type Frequency } from '@/domain/subscription';
import type { BoxItem } from '@/domain/box';
import { DRAFT_KEY, hasPersonal, withoutOldPersonal } from './personal-answers';

/** What has been answered so far. Never a password, never a card. */
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
  /** Of an invitation, put in before there was a registration; '' without one. */
  code: string;
  /** One that was put in and did not hold: said until another is tried. */
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

/** A draft with nothing answered yet; the payment day starts as today's. */
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

/** The answers kept on this device, or null. The same object until they change, as React's stores want it. */
export function readDraft(): Partial<Draft> | null {
  const text = readStorage();
  if (text !== cached.text) cached = { text, answers: parse(text) };
  return cached.answers;
}

/** Keeps these answers beside those kept before. */
export function keepDraft(today: Day, answers: Partial<Draft>): void {
  const before = readSaved(readStorage());
  const kept = { ...parse(readStorage()), ...answers };
  const isNew = !hasPersonal(before?.answers ?? {});
  const personalSince = hasPersonal(kept) ? (isNew ? deviceNow() : before?.personalSince) : undefined;
  const saved: SavedDraft = { savedOn: today, personalSince, answers: kept };
  writeStorage(JSON.stringify(saved));
}

/** Forgets everything: once the registration is done, or the answers are too old to be the same person's. */
export function forgetDraft(): void {
  writeStorage(null);
}

/** Forgets answers older than the time in which a registration lapses; a shared phone has more than one owner. */
export function forgetOldDraft(today: Day): void {
  const savedOn = savedOnOf(readStorage());
  if (savedOn !== null && addDays(savedOn, LAPSE_DAYS) < today) forgetDraft();
}

export function subscribeToDraft(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Where storage is refused (private windows, some in-app browsers) the answers live as long as the page.
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
    // Kept in memory instead.
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

/** What is kept, without personal answers that are too old. */
function readSaved(text: string | null): Partial<SavedDraft> | null {
  try {
    const saved = JSON.parse(text ?? 'null') as Partial<SavedDraft> | null;
    return saved && withoutOldPersonal(saved, deviceNow());
  } catch {
    return null;
  }
}
