import { join } from 'node:path';

/** The folder of the bundle. scripts/start/bundle.mjs defines this constant in bundles only. */
declare const BUNDLE_FOLDER: string | undefined;

/**
 * Returns the location of a file that the product reads at run time: in the folder of the bundle, or in the
 * sources.
 * @param path relative to the root of the repository; scripts/start/bundle.mjs copies the file
 */
export function productFile(path: string): string {
  const folder = typeof BUNDLE_FOLDER === 'string' ? BUNDLE_FOLDER : process.cwd();
  return join(/* turbopackIgnore: true */ folder, path);
}
