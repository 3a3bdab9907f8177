import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '@/env';
import { SECRET_SETTINGS } from '@/env-shape';
import { SINGS } from './canary';

/** A value that the build output must not contain, with a name that may be printed. */
type Sought = readonly [what: string, looks: string | RegExp];

/** The least length of a searched secret. Shorter values would match by chance. */
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

/** Default values in the code. */
const FILLERS = secretsAmong(readSettings({}), 'as it is outside production');
const NAMES = SECRET_SETTINGS.map((name): Sought => [`the name ${name}`, name]);
const PERSON: Sought = ['what only the canary could have typed', SINGS];
/** Bundles that contain the numbers of test cards: the sandbox accepts them, the demo accounts pay with them. */
const WITH_TEST_CARDS = /dist\/(sandbox|seed)\.js$/;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Searches the build output for secrets. Server code may contain the names of settings and their defaults outside
 * production, but no secret values.
 * @param root with `dist`
 * @param kept secrets during the build or a test, by name of the setting
 * @returns which secret was found in which file, never the secret itself
 * @throws Error if there is no build
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
      // Latin-1: each byte is one character, in any kind of file.
      const text = readFileSync(file, 'latin1');
      const isIn = ([, looks]: Sought) =>
        typeof looks === 'string' ? text.includes(looks) : looks.test(text);
      const searched = WITH_TEST_CARDS.test(file) ? sought.filter((one) => one !== PERSON) : sought;
      return searched.filter(isIn).map(([what]) => `${file}: ${what}`);
    }),
  );
}
