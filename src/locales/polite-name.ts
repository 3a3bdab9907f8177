import type { Locale } from '@/domain/locale';

/** Titles at the beginning of a name. What follows one begins with a letter; คุณากร has no title. */
const TITLES =
  /^(?:(?:นางสาว|นาง|นาย|เด็กหญิง|เด็กชาย|คุณ|(?:น\.?\s?ส|ด\.?\s?[ชญ])\.|(?:khun|mrs?|ms|miss)(?:\.|\s))\s*)+(?=[ก-ฮเ-ไa-z])/i;
/** A rank or degree, such as ดร. or พ.ต.ท. */
const RANK = /^(?:[ก-ฮ]{1,4}\.\s?)+/;

/**
 * Returns a name as a sentence addresses its bearer. Thai: with คุณ in place of the titles that users type, or alone
 * after a rank. English: the name as it is.
 */
export function politeName(name: string, locale: Locale): string {
  if (locale !== 'th' || name === '') return name;
  const own = name.replace(TITLES, '');
  if (RANK.test(own)) return own;
  return /^[a-z]/i.test(own) ? `คุณ ${own}` : `คุณ${own}`;
}
