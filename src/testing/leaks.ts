import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '@/env';
import { SECRET_SETTINGS } from '@/env-shape';
import { SINGS } from './canary';

/** What must not be found, by a name that may be said aloud. */
type Sought = readonly [what: string, looks: string | RegExp];

/** Shorter ones would be found by chance. */
const SECRET_MIN = 12;

/** The values of secret settings. */
function secretsAmong(values: Record<string, unknown>, whose: string): Sought[] {
  return SECRET_SETTINGS.flatMap((name) =>
    [values[name]]
      .flat()
      .filter((value): value is string => typeof value === 'string' && value.length >= SECRET_MIN)
      .map((value): Sought => [`${name} ${whose}`, value]),
  );
}

/** Default values in the code itself. */
const FILLERS = secretsAmong(readSettings({}), 'as it is outside production');
const NAMES = SECRET_SETTINGS.map((name): Sought => [`the name ${name}`, name]);
const PERSON: Sought = ['what only the canary could have typed', SINGS];

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Searches what was built for what must not be in it. Code of the server may name its settings, and hold what fills
 * them outside production, but no value of anybody's.
 * @param root with `dist`
 * @param kept secrets that were there while it was built or tried out, by name of the setting
 * @returns what was found in which file, never the secret itself; empty when nothing was
 * @throws Error when nothing is built
 */
export function findLeaks(root: string, kept: readonly Record<string, unknown>[]): string[] {
  const isFiller = ([, value]: Sought) => FILLERS.some(([, filler]) => filler === value);
  const values = kept.flatMap((one) => secretsAmong(one, 'of this machine')).filter((one) => !isFiller(one));
  const places: [folder: string, sought: Sought[]][] = [
    ['dist/.next/static', [...NAMES, ...FILLERS]],
    ['dist/public', [...NAMES, ...FILLERS]],
    ['dist', [...values, PERSON]],
  ];
  return places.flatMap(([folder, sought]) =>
    filesBelow(join(root, folder)).flatMap((file) => {
      // Latin-1: a byte is a character, whatever kind of file it is.
      const text = readFileSync(file, 'latin1');
      const isIn = ([, looks]: Sought) =>
        typeof looks === 'string' ? text.includes(looks) : looks.test(text);
      return sought.filter(isIn).map(([what]) => `${file}: ${what}`);
    }),
  );
}
