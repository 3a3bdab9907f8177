import { normaliseIdentifier } from './text';

/** What users write before and after the name of a province. */
const AROUND = /^(?:จังหวัด|จว?\s*\.|จ\s|changwat\s|province of\s)|(?:\sprovince|ประเทศไทย|thailand)\s*$/g;

/** Names that are no spelling of the official one, as `keyOf` returns them. */
const OTHER_NAMES: readonly [RegExp, string][] = [
  [/^กทม/, 'กรุงเทพมหานคร'],
  [/^(?:bkk$|[kg]h?rungthep)/, 'bangkok'],
  [/^โคราช$/, 'นครราชสีมา'],
  [/^korat$/, 'nakhonratchasima'],
];

/** A shorter beginning or end of a name, such as บุรี, says too little. */
const BEGINNING_MIN = 4;
const END_MIN = 6;
const SOUND_MIN = 2;

/** Reduces a name to its letters: without its kind, blanks, signs, digits and the mark of a shortened name (ฯ). */
function keyOf(name: string): string {
  const text = normaliseIdentifier(name).toLowerCase();
  const key = text.replace(AROUND, '').replace(/[^\p{L}\p{M}]|ฯ/gu, '');
  return OTHER_NAMES.find(([written]) => written.test(key))?.[1] ?? key;
}

/** Returns the consonants by which different romanisations of one Thai name agree; null for too few. */
function soundOf(key: string): string | null {
  const sound = key
    .replace(/sri/g, 'si')
    .replace(/[aeiouyh]/g, '')
    .replace(/[bdgjvz]/g, (letter) => ({ b: 'p', d: 't', g: 'k', j: 'c', v: 'w', z: 's' })[letter] ?? letter)
    .replace(/(.)\1+/g, '$1');
  return sound.length < SOUND_MIN ? null : sound;
}

const isPart = (part: string, whole: string) =>
  (part.length >= BEGINNING_MIN && whole.startsWith(part)) ||
  (part.length >= END_MIN && whole.endsWith(part));

/**
 * Finds the province that a typed text means, among the provinces of a postcode. Accepts the official names, with and
 * without their kind, shortened at one end or with words around them, and other romanisations.
 * @param names the English and Thai names of these provinces
 * @param allNames the names of all provinces: the right name of another one is no romanisation of these
 * @returns the name in the script of the text; null if the text means none of them
 */
export function findProvince(
  typed: string,
  names: readonly string[],
  allNames: Iterable<string>,
): string | null {
  const key = keyOf(typed);
  const found = (matches: (name: string) => boolean) => names.find((name) => matches(keyOf(name))) ?? null;
  const written = found((name) => name === key) ?? found((name) => isPart(key, name) || isPart(name, key));
  const sound = written === null && /^[a-z]/.test(key) ? soundOf(key) : null;
  if (sound === null || [...allNames].some((name) => keyOf(name) === key)) return written;
  return found((name) => soundOf(name) === sound);
}
