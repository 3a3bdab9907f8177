import { isTaxId } from './tax-invoice';

/**
 * Matches an e-mail address, UUID or token: a word with a Latin letter, an underscore or an at sign, or a UUID of digits
 * only. Digits inside it are no card number. A word without letters is tried only at its start, in linear time.
 */
const TOKEN =
  /(?<![\w.+%~@-])(?:\d{8}-\d{4}-\d{4}-\d{4}-\d{12}(?![\w.+%~@-])|(?=[\d.+%~-]*[A-Za-z_@])[\w.+%~@-]+)/g;
/** Matches groups of digits with separators between them, for example `4242 4242-4242`. */
const DIGIT_GROUPS = /\d+(?:[\s.\u2010-\u2015-]{1,2}\d+)*/g;
/** Matches the first digits of a card number (ISO/IEC 7812 ranges of 2024). */
const CARD_BEGINNING = /^(?:4|5[1-5]|2[2-7]|3[0-8]|6)/;
const TAX_ID_DIGITS = 13;
const CARD_DIGITS_MIN = 13;
const CARD_DIGITS_MAX = 19;

/** Whether a text holds a card number with a valid check digit. */
export function holdsCardNumber(text: string): boolean {
  if (text.length < CARD_DIGITS_MIN) return false;
  return (text.replace(TOKEN, 'x').match(DIGIT_GROUPS) ?? []).some(groupsHoldCardNumber);
}

/**
 * Whether some neighbouring groups of a run of digits form a card number with a valid check digit. The number must
 * start and end at the boundary of a group. Every tenth tax id of a person has the check digit of a card, too: it is
 * not refused, because cards have had at least 14 digits for years.
 */
function groupsHoldCardNumber(run: string): boolean {
  const groups = run.split(/\D+/);
  const digits = groups.join('');
  const sums = luhnSums(digits);
  const isBoundary = new Uint8Array(digits.length + 1);
  let end = 0;
  isBoundary[0] = 1;
  for (const group of groups) isBoundary[(end += group.length)] = 1;
  for (let from = 0; from + CARD_DIGITS_MIN <= digits.length; from++) {
    if (!isBoundary[from] || !CARD_BEGINNING.test(digits.slice(from, from + 2))) continue;
    for (let to = from + CARD_DIGITS_MIN; to <= from + CARD_DIGITS_MAX; to++) {
      const [upTo, before] = [sums[to % 2]?.[to] ?? 0, sums[to % 2]?.[from] ?? 0];
      const isCard = isBoundary[to] && (upTo - before) % 10 === 0;
      if (isCard && !(to - from === TAX_ID_DIGITS && isTaxId(digits.slice(from, to)))) return true;
    }
  }
  return false;
}

/**
 * Returns prefix sums for the Luhn check sum (ISO/IEC 7812), which doubles every second digit from the end. The digits
 * from `from` to `to`, exclusive, have the check sum `sums[to % 2][to] - sums[to % 2][from]`.
 */
function luhnSums(digits: string): [Uint32Array, Uint32Array] {
  const sums: [Uint32Array, Uint32Array] = [
    new Uint32Array(digits.length + 1),
    new Uint32Array(digits.length + 1),
  ];
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(at) - 48;
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
    for (const parity of [0, 1] as const) {
      sums[parity][at + 1] = (sums[parity][at] ?? 0) + (at % 2 === parity ? doubled : digit);
    }
  }
  return sums;
}
