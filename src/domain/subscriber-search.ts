import { normaliseEmail } from './contact';
import { plainTrackingNumber } from './parcel';
import { referencesIn } from './payment-link';
import { normaliseIdentifier, normaliseText } from './text';

/** The shortest text that the desk searches for. */
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 100;
/** The most subscribers that one search shows. */
export const SEARCH_HITS = 20;
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
  /** The short number of an order. */
  orderNumber?: number;
  /** A tracking number, or the fulfilment service's id of a parcel, as it may be stored. */
  parcels?: string[];
  /** References of payment links. */
  references?: string[];
}

/** Returns how to search for a text of the desk's search field. */
export function planSearch(typed: string): SearchPlan {
  const text = normaliseText(typed).replace(/\s+/g, ' ');
  if (/^(acc|ord)_\w+$/.test(text)) return { id: text };
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
  };
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
