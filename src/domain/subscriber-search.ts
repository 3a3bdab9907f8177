import { normaliseEmail } from './contact';
import { readDocumentNumber, type DocumentKind } from './document';
import type { Satang } from './money';
import { plainTrackingNumber } from './parcel';
import { referencesIn } from './payment-link';
import { normaliseIdentifier, normaliseText } from './text';

/** The shortest text that the desk searches for. */
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 100;
/** The subscribers of one page of a search. */
export const SEARCH_HITS = 20;
/** The most pages of a search. */
export const SEARCH_PAGES = 50;
const WORDS_MAX = 5;
/** Numbers of orders begin at 10001 and are 32-bit integers. */
const ORDER_NUMBER = /^[1-9]\d{4,8}$/;
/** A shorter word has no trigram of its own. */
const INSIDE_MIN = 3;

/** A word of a search. `inside`: it may stand inside a longer word; otherwise at the beginning of one. */
export interface SearchWord {
  text: string;
  inside: boolean;
}

/** How a typed text is searched for. Each part that is present is one query, and any of them may find a subscriber. */
export interface SearchPlan {
  /** The id of an account or an order. */
  id?: string;
  /** The beginning of an e-mail. */
  email?: string;
  /** Words that all must be in the name, in the e-mail before its @, or in the phone number. One has three characters. */
  words?: SearchWord[];
  /** The beginning of a first or a last name, with other short words. */
  initials?: { first: string; words: SearchWord[] };
  lastDigits?: string;
  /** The brand before the last digits of a card, in small letters. */
  brand?: string;
  /** The number of a receipt, an invoice or a note. */
  document?: { kind: DocumentKind; number: number };
  /** The gateway's id of a charge. */
  charge?: string;
  /** The sum of a payment in satang. */
  amount?: Satang;
  /** Words of a name that may have one letter wrong. */
  near?: string[];
  /** The short number of an order. */
  orderNumber?: number;
  /** A tracking number, or the fulfilment service's id of a parcel, as it may be stored. */
  parcels?: string[];
  /** References of payment links. */
  references?: string[];
}

const CARD = /^(visa|master ?card|jcb|amex|american express|union ?pay) \D*(\d{4})$/i;
const SUM = /^(?:฿ ?(\d[\d,]*(?:\.\d{1,2})?)|(\d[\d,]*\.\d{2}))$/;
/** Titles before a name. คุณ stands without a space, but it also begins names such as คุณากร. */
const TITLE =
  /^(?:(?:khun|mrs?|ms|miss|dr)\.? +|(?:นางสาว|น\.ส\.) *|(?:นาง|นาย|ดร\.) +|คุณ(?: +|(?=[ก-ฮเ-ไ])))(?=\S{2})/i;
/** A shorter word is too often near another one. */
const NEAR_MIN = 4;

/** Returns how to search for a text of the desk's search field. */
export function planSearch(typed: string): SearchPlan {
  const text = normaliseText(typed).replace(/\s+/g, ' ').replace(TITLE, '');
  if (/^(acc|ord)_\w+$/.test(text)) return { id: text };
  const exact = exactPlan(normaliseIdentifier(text));
  if (exact) return exact;
  const orderNumber = orderNumberIn(text);
  if (text.startsWith('#')) return orderNumber === null ? {} : { orderNumber };
  if (text.includes('@')) return { email: normaliseEmail(text) };
  // Words without a digit are a name.
  const isNumber = !text.includes(' ') || /\p{Nd}/u.test(text);
  const parcels = isNumber ? parcelNumbers(text) : [];
  const references = isNumber ? referencesIn(text) : [];
  const phone = phoneDigits(text);
  const words = (phone === null ? text.split(' ').slice(0, WORDS_MAX) : [phone]).map((word) => ({
    text: word,
    inside: word.length >= INSIDE_MIN,
  }));
  return {
    ...describeWords(words),
    ...(orderNumber !== null && { orderNumber }),
    ...(phone?.length === 4 && { lastDigits: phone }),
    ...(parcels.length > 0 && { parcels }),
    ...(references.length > 0 && { references }),
    ...nearWords(words),
  };
}

/** Returns the plan for a text whose form says what it is: a card, a sum, a document or a charge. */
function exactPlan(text: string): SearchPlan | null {
  const [, brand, lastDigits] = CARD.exec(text) ?? [];
  if (brand && lastDigits) return { lastDigits, brand: brand.toLowerCase().replace(' ', '') };
  const [, marked, plain] = SUM.exec(text) ?? [];
  const sum = marked ?? plain;
  if (sum) return { amount: Math.round(Number(sum.replaceAll(',', '')) * 100) };
  if (/^chrg_\w+$/.test(text)) return { charge: text };
  const document = readDocumentNumber(text.toUpperCase());
  return document && { document };
}

function nearWords(words: readonly SearchWord[]): Pick<SearchPlan, 'near'> {
  const near = words.map(({ text }) => text.toLowerCase());
  const isName = near.every((word) => word.length >= NEAR_MIN && !/\p{Nd}/u.test(word));
  return isName ? { near } : {};
}

/** Whether each searched word is a word of the name with at most one letter wrong, missing, added or swapped. */
export function isNear(searched: readonly string[], name: string): boolean {
  const words = name.toLowerCase().split(' ');
  return searched.every((one) => words.some((word) => withinOneEdit(one, word)));
}

/** With a smaller one most names would be similar. */
const SIMILARITY_MIN = 0.3;
/** A shorter word with one letter wrong can be less similar to the right one than that. */
const SIMILAR_LENGTH_MIN = 7;

/**
 * Returns the words of a search by which PostgreSQL finds similar names before `isNear` decides, longest first, and the
 * least word similarity (pg_trgm) of what `isNear` takes. A word with two letters swapped keeps all but four of its
 * trigrams: their share of both words' is the result, less a little for letters that repeat.
 */
export function similarWords(near: readonly string[]): { words: string[]; least: number } {
  const byLength = near.toSorted((a, b) => b.length - a.length);
  const long = byLength.filter((word) => word.length >= SIMILAR_LENGTH_MIN);
  const words = long.length > 0 ? long : byLength.slice(0, 1);
  const shortest = words.at(-1)?.length ?? 0;
  return { words, least: Math.max(SIMILARITY_MIN, (shortest - 3) / (shortest + 5) - 0.04) };
}

function withinOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return (
    restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1) || isSwapped
  );
}

/** Single characters, and two digits, say too little to search for them alone. */
function describeWords(words: SearchWord[]): Pick<SearchPlan, 'words' | 'initials'> {
  if (words.some(({ inside }) => inside)) return { words };
  const first = words.find(({ text }) => text.length === SEARCH_MIN && !/^\d+$/.test(text));
  return first ? { initials: { first: first.text, words: words.filter((word) => word !== first) } } : {};
}

/** Returns the numbers of a parcel that a text may be: as typed, and as `trackingOf` stores it. */
function parcelNumbers(text: string): string[] {
  return [...new Set([text, text.toUpperCase(), plainTrackingNumber(text)])];
}

/** Returns the number of an order in a text, typed with or without `#`; null for another text. */
export function orderNumberIn(text: string): number | null {
  const digits = normaliseIdentifier(text).replace(/^#/, '').replace(/\s/g, '');
  return ORDER_NUMBER.test(digits) ? Number(digits) : null;
}

/** Returns the digits of a phone number or a part of one, as accounts store them; null for another text. */
function phoneDigits(text: string): string | null {
  const digits = normaliseIdentifier(text).replace(/[\s().-]/g, '');
  if (!/^\+?\d{3,}$/.test(digits)) return null;
  return digits.replace(/^(\+66|66(?=\d{9}$))/, '0').replace('+', '');
}
