import { normaliseDigits } from './digits';

/*
 * The one form of a text that a user types or pastes. Texts are stored in this form, so that equal texts are equal
 * bytes for searches, unique keys and hashes.
 */

/**
 * Characters without ink: default-ignorable ones (zero-width and bidi marks, fillers), the line separators of other
 * programs, and the empty Braille cell. The first group is an emoji, whose joiners stay.
 */
const UNSEEN =
  /(\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*)|[\p{Default_Ignorable_Code_Point}\u0085\u2028\u2029\u2800]/gu;

/** Thai vowels and marks above and below a consonant. */
const MARKS = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]{2,}/g;
const isTone = (mark: string) => mark >= '\u0e48' && mark <= '\u0e4b';

/** Puts the marks of one consonant in the order of the Thai keyboard rules: vowel, then tone, each once. */
function orderMarks(run: string): string {
  const marks = [...new Set(run)];
  return [...marks.filter((mark) => !isTone(mark)), ...marks.filter(isTone)].join('');
}

/**
 * Composes what looks the same in Thai but has no canonical equivalence in Unicode: SARA AM from NIKHAHIT and SARA AA,
 * SARA AE from two SARA E, and marks that were typed twice or in another order.
 */
function composeThai(text: string): string {
  return text
    .replace(/\u0e40\u0e40/g, '\u0e41')
    .replace(/\u0e33/g, '\u0e4d\u0e32')
    .replace(/(\u0e4d[\u0e48-\u0e4b]*)\u0e32([\u0e48-\u0e4b]+)/g, '$1$2\u0e32')
    .replace(MARKS, orderMarks)
    .replace(/\u0e4d([\u0e48-\u0e4b]*)\u0e32/g, '$1\u0e33');
}

/**
 * Returns a text in the form in which texts are stored and compared: NFC with Thai vowels composed, without invisible
 * characters, trimmed. A text without any visible character becomes empty.
 */
export function normaliseText(text: string): string {
  const visible = text.replace(UNSEEN, (_, emoji?: string) => emoji ?? '');
  return composeThai(visible.normalize('NFC')).trim();
}

/** Replaces tabs and line breaks, with the blanks around them, by one blank. */
export function joinLines(text: string): string {
  // Not a pattern with blanks around the break: its time would grow with the square of a run of blanks.
  return text
    .split(/[\t\n\v\f\r]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

/**
 * Returns the form of a number, code, phone number or reference: as `normaliseText`, with full-width characters and Thai
 * digits in ASCII, and every dash as a hyphen.
 */
export function normaliseIdentifier(text: string): string {
  return normaliseDigits(normaliseText(text.normalize('NFKC'))).replace(/\p{Dash}/gu, '-');
}

/** Returns a password in the form that is hashed. Spaces and invisible characters stay. */
export function normalisePassword(password: string): string {
  return composeThai(password.normalize('NFKC'));
}
