import { normaliseDigits } from './digits';
import { ENGLISH, THAI, type LineWish, type Meaning } from './line-words';
import type { Locale } from './locale';
import { normaliseText } from './text';

export type { LineWish } from './line-words';

/** A typed text that was understood. */
export interface Understood {
  intent: LineWish;
  /** The number of the order that the text names; null without one. */
  orderNumber: number | null;
  /** The language of the words; null if the text has none. */
  locale: Locale | null;
}

/** The longest text that is read. Who writes more tells a story, and stories are for people. */
const TEXT_MAX = 120;
/** How many words of a text may be misspelt, and from which length a word may be. */
const TYPOS_MAX = 2;
const TYPO_FROM = 4;
/** From this weight an intent is one also beside a greeting. */
const SURE = 3;

/** Doubled letters count once, so that a doubled key is no typo. Digits stay. */
const squash = (text: string) => text.replace(/(\p{L}|\p{M})\1+/gu, '$1');
/** Tone marks and the silencing mark are the signs that are left out or mistaken most. */
const toneless = (text: string) => text.replace(/[\u0e47-\u0e4e\u0e46\u0e2f]/g, '');
const thaiForm = (text: string) => squash(toneless(text.normalize('NFKD').normalize('NFC')));
const englishForm = (text: string) => squash(text.replace(/['’.]/g, ''));

/** Returns the meanings by word form. Of words with one form, the one that blocks wins. */
function meaningsOf(list: readonly [Meaning, string[]][], form: (word: string) => string) {
  const meanings = new Map<string, Meaning>();
  for (const [meaning, words] of list)
    for (const word of words.map(form))
      if (word !== '' && (meaning === 'block' || !meanings.has(word))) meanings.set(word, meaning);
  return meanings;
}

/** Words by their first and by their last letter: a word with one typo keeps one of the two. */
function byEnds(words: Iterable<string>): Map<string, string[]> {
  const ends = new Map<string, string[]>();
  for (const word of words)
    if (word.length >= TYPO_FROM)
      for (const end of [`^${word[0]}`, `${word.at(-1)}$`]) ends.set(end, [...(ends.get(end) ?? []), word]);
  return ends;
}

const THAI_WORDS = meaningsOf(THAI, thaiForm);
const THAI_ENDS = byEnds(THAI_WORDS.keys());
const THAI_LENGTH = Math.max(...[...THAI_WORDS.keys()].map((word) => word.length));
const PHRASES = meaningsOf(ENGLISH, englishForm);
const PHRASE_WORDS = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length));
const VOCABULARY = new Set([...PHRASES.keys()].flatMap((phrase) => phrase.split(' ')));
const ENGLISH_ENDS = byEnds(VOCABULARY);

/** Whether two words differ by one letter: added, left out, another one, or two exchanged. */
function isOneTypo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return a === b;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  if (a.length > b.length) return a.slice(at + 1) === b.slice(at);
  if (a.length < b.length) return a.slice(at) === b.slice(at + 1);
  const isSwapped = a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
  return isSwapped || a.slice(at + 1) === b.slice(at + 1);
}

/** Returns the known words that a text could be with one typo. */
const nearWords = (ends: ReadonlyMap<string, string[]>, text: string): string[] =>
  text.length < TYPO_FROM - 1
    ? []
    : [...(ends.get(`^${text[0]}`) ?? []), ...(ends.get(`${text.at(-1)}$`) ?? [])].filter((word) =>
        isOneTypo(word, text),
      );

interface Read {
  meanings: Meaning[];
  typos: number;
}

/** Reads English words: each misspelt one is corrected, then the longest phrases are taken. Null: a word is not known. */
function readEnglish(words: readonly string[]): Read | null {
  const known = words.map((word) => {
    if (VOCABULARY.has(word)) return word;
    const near = nearWords(ENGLISH_ENDS, word);
    return near.find((one) => typeof PHRASES.get(one) === 'object') ?? near[0] ?? '';
  });
  const meanings: Meaning[] = [];
  for (let at = 0; at < known.length;) {
    let length = Math.min(PHRASE_WORDS, known.length - at);
    while (length > 0 && !PHRASES.has(known.slice(at, at + length).join(' '))) length -= 1;
    const meaning = PHRASES.get(known.slice(at, at + length).join(' '));
    if (meaning === undefined) return null;
    meanings.push(meaning);
    at += length;
  }
  return { meanings, typos: known.filter((word, at) => word !== words[at]).length };
}

interface Path extends Read {
  cost: number;
}
const WORD_COST = 10;
const TYPO_COST = 1000;

/** What a word costs in a cut of a text. Of two equal cuts, the one that says more is taken. */
const costOf = (meaning: Meaning): number =>
  WORD_COST - (meaning === 'block' ? VERB_MAX : typeof meaning === 'object' ? meaning.weight : 0);
const VERB_MAX = 9;

/**
 * Reads Thai, which has no blanks between words: of all ways to cut the text into known words, the one with the fewest
 * typos, then with the fewest words. Null: no way covers the text.
 */
function readThai(text: string, wordsAt: (form: string) => readonly string[]): Read | null {
  const best: (Path | undefined)[] = [{ cost: 0, meanings: [], typos: 0 }];
  for (let from = 0; from < text.length; from += 1) {
    const path = best[from];
    if (!path) continue;
    for (let to = from + 1; to <= Math.min(text.length, from + THAI_LENGTH + 1); to += 1)
      // A word that begins with the last letter of the word before shares it, because doubled letters count once.
      for (const form of from === 0 ? [text.slice(0, to)] : [text.slice(from, to), text.slice(from - 1, to)])
        for (const word of wordsAt(form)) {
          const meaning = THAI_WORDS.get(word) ?? 'block';
          const typos = path.typos + (word === form ? 0 : 1);
          const cost = path.cost + costOf(meaning) + (word === form ? 0 : TYPO_COST);
          const held = best[to];
          if (typos > TYPOS_MAX || (held && held.cost <= cost)) continue;
          best[to] = { cost, typos, meanings: [...path.meanings, meaning] };
        }
  }
  return best[text.length] ?? null;
}

const exactThai = (form: string) => (THAI_WORDS.has(form) ? [form] : []);
const nearThai = (form: string) => (THAI_WORDS.has(form) ? [form] : nearWords(THAI_ENDS, form));

const MIN_ORDER_NUMBER = 10_000;

/** Returns the orders that a text names, and the text without them. `5555` is laughter in Thai. */
function takeOrderNumbers(text: string): { rest: string; numbers: number[] } {
  const numbers: number[] = [];
  const rest = text.replace(
    /#\s?(\d{5,9})(?!\d)|(?<![\d/.-])([1-9]\d{4,8})(?![\d/.-])/g,
    (found, marked, bare) => {
      if (/^5+$/.test(found)) return ' ';
      const number = Number(marked ?? bare);
      if (number < MIN_ORDER_NUMBER) return found;
      numbers.push(number);
      return ' ';
    },
  );
  return { rest, numbers: [...new Set(numbers)] };
}

/** Cuts a text into runs of Thai and of English words. Null: it has letters of another script. */
function runsOf(text: string): ({ thai: string } | { english: string[] })[] | null {
  const bare = text.replace(/[^\p{L}\p{M}\p{N}'’]+/gu, ' ').trim();
  if (/[^\u0e00-\u0e7fa-z0-9'’ ]/.test(bare)) return null;
  return [...bare.matchAll(/[\u0e00-\u0e7f][\u0e00-\u0e7f ]*|[a-z0-9'’][a-z0-9'’ ]*/g)].flatMap(([run]) => {
    if (/[\u0e00-\u0e7f]/.test(run)) return { thai: thaiForm(run.replaceAll(' ', '')) };
    const words = run.split(' ').map(englishForm);
    return { english: words.filter((word) => word !== '' && !/^\d{1,4}(st|nd|rd|th)?$/.test(word)) };
  });
}

/** Returns the one intent that the words have, or null. */
function decide(meanings: readonly Meaning[], isNumbered: boolean): LineWish | null {
  if (meanings.includes('block')) return null;
  const wishes = meanings.filter((meaning) => typeof meaning === 'object');
  const top = Math.max(0, ...wishes.map(({ weight }) => weight));
  if (top === 0) return isNumbered && !meanings.includes('courtesy') ? 'track' : null;
  if (top < SURE && meanings.includes('courtesy')) return null;
  const heaviest = new Set(wishes.filter(({ weight }) => weight === top).map(({ wish }) => wish));
  const [intent = null] = heaviest;
  return heaviest.size === 1 ? intent : null;
}

/**
 * Understands what a person typed in LINE. Null: a person must read it, because it is about something else, says the
 * opposite or more than one thing, or has a word that is not known. An answer to an understood text changes nothing, so
 * a text that could be both is read as its request.
 */
export function understand(typed: string): Understood | null {
  if (typed.length > 4 * TEXT_MAX) return null;
  const text = normaliseDigits(normaliseText(typed.normalize('NFKC'))).toLowerCase();
  if (text.length > TEXT_MAX) return null;
  const { rest, numbers } = takeOrderNumbers(text);
  const runs = runsOf(rest);
  if (runs === null || numbers.length > 1) return null;
  const read = runs.map((run) =>
    'thai' in run
      ? (readThai(run.thai, exactThai) ?? readThai(run.thai, nearThai))
      : readEnglish(run.english),
  );
  if (!read.every((one) => one !== null)) return null;
  if (read.reduce((sum, { typos }) => sum + typos, 0) > TYPOS_MAX) return null;
  const meanings = read.flatMap((one) => one.meanings);
  const [orderNumber = null] = numbers;
  const intent = decide(meanings, orderNumber !== null);
  if (intent === null || (orderNumber !== null && intent !== 'track')) return null;
  const locale = runs.some((run) => 'thai' in run)
    ? 'th'
    : runs.some((run) => 'english' in run && run.english.length > 0)
      ? 'en'
      : null;
  return { intent, orderNumber, locale };
}
