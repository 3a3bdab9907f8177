/*
 * PostgreSQL splits a text into trigrams by the character class of the cluster. With the locale C only ASCII letters and
 * digits count, so that Thai names would have none. The key of a text therefore has an ASCII character for each Thai one.
 * Different Thai characters can share one: a query compares the texts themselves, too.
 */

const ASCII = 'bcdfghjklmnpqrstvwxyzaeiou0123456789';
const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at));
const LETTERS = [...between(0x0e01, 0x0e3a), ...between(0x0e40, 0x0e4e)];
const DIGITS = between(0x0e50, 0x0e59);

const FROM = [...LETTERS, ...DIGITS].join('');
const TO = [...LETTERS.map((_, at) => ASCII[at % ASCII.length]), ...DIGITS.keys()].join('');

/** Returns the SQL expression of the key of a text, by which the trigram index finds it. @param text an SQL expression */
export const searchKeySql = (text: string) => `translate(lower(${text}), '${FROM}', '${TO}')`;

/** Returns the SQL expression of the searched text of an account. @param of the prefix of its columns, such as `a.` */
export const accountTextSql = (of = '') =>
  `${of}first_name || ' ' || ${of}last_name || ' ' || split_part(${of}email_norm, '@', 1) || ' ' || ${of}phone`;

const PLACE = ['address', 'subdistrict', 'district', 'province', 'postal_code'];

/** Returns the SQL expression of the searched address of an account. @param of the prefix of its columns */
export const accountPlaceSql = (of = '') =>
  PLACE.map((column) => `coalesce(${of}${column}, '')`).join(" || ' ' || ");
