import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '@/settings/settings';
import { SECRET_SETTINGS } from '@/settings/shape';
import { SINGS } from './canary';

/** A value that the build output must not contain. `what` is its name, which may be printed. */
type Sought = readonly [what: string, looks: string | RegExp];

/** The shortest secret that is searched for. A shorter value could match by chance. */
const SECRET_MIN = 12;

/** Lists the values of the secret settings. */
function secretsAmong(values: Record<string, unknown>, whose: string): Sought[] {
  return SECRET_SETTINGS.flatMap((name) =>
    [values[name]]
      .flat()
      .filter((value): value is string => typeof value === 'string' && value.length >= SECRET_MIN)
      .map((value): Sought => [`${name} ${whose}`, value]),
  );
}

/** The default values of secret settings. */
const FILLERS = secretsAmong(readSettings({}), 'as it is outside production');
const NAMES = SECRET_SETTINGS.map((name): Sought => [`the name ${name}`, name]);
const PERSON: Sought = ['what only the canary could have typed', SINGS];
/**
 * Bundles that may contain test card numbers: the sandbox accepts these cards and the demo accounts pay with
 * them.
 */
const WITH_TEST_CARDS = /dist\/(sandbox|seed)\.js$/;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Searches the build output for secrets. Server code may contain the names and the default values of secret
 * settings, but no real secret.
 * @param root the folder that contains `dist`
 * @param kept the secret settings of the build or the test, by name
 * @returns the file and the name of each secret found, never its value
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
      // Latin-1 reads each byte as one character, in any kind of file.
      const text = readFileSync(file, 'latin1');
      const isIn = ([, looks]: Sought) =>
        typeof looks === 'string' ? text.includes(looks) : looks.test(text);
      const searched = WITH_TEST_CARDS.test(file) ? sought.filter((one) => one !== PERSON) : sought;
      return searched.filter(isIn).map(([what]) => `${file}: ${what}`);
    }),
  );
}
