import { PASSWORD_MIN } from './contact';
import { normaliseDigits } from './digits';
import { normalisePassword } from './text';

/** Words about this site, which attackers try first. */
const SITE_WORDS = ['ira', 'organic', 'pads', 'ออร์แกนิก', 'ผ้าอนามัย'];
const WORD_MIN = 3;
/** The minimum number of characters of a password after words about the user and the site were removed. */
const REST_MIN = 5;

/** Converts a password for the comparison with the list of common passwords. */
const normalise = (text: string) => normaliseDigits(normalisePassword(text).toLowerCase());

/**
 * Returns why a password is too easy to guess; null if it is not.
 * @param about words about the user: e-mail, names, phone
 * @param isCommon whether a lower-case password is on the list of common passwords
 */
export function weaknessOf(
  password: string,
  about: string[],
  isCommon: (password: string) => boolean,
): 'common' | 'personal' | null {
  const text = normalise(password);
  const stem = text.replace(/[^\p{L}]{1,4}$/u, '');
  if (isCommon(text) || (stem.length >= PASSWORD_MIN && isCommon(stem))) return 'common';
  if (/^(.{1,2}?)\1*$/u.test(text)) return 'common';
  return restOf(text, about).length < REST_MIN ? 'personal' : null;
}

function restOf(text: string, about: string[]): string {
  const words = about
    .flatMap((one) => [one, ...one.split(/[^\p{L}\p{N}]+/u)])
    .map(normalise)
    .filter((word) => word.length >= WORD_MIN);
  const longestFirst = [...words, ...SITE_WORDS].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), text);
}
