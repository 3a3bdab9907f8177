import { join } from 'node:path';

/** Set in the bundles of scripts/launch/bundle.mjs: their folder. */
declare const BUNDLE_FOLDER: string | undefined;

/**
 * Returns where a file lies that the product reads at run time: beside the bundles, else in the sources.
 * @param path from the root of the repository; scripts/launch/bundle.mjs copies it
 */
export function productFile(path: string): string {
  const folder = typeof BUNDLE_FOLDER === 'string' ? BUNDLE_FOLDER : process.cwd();
  return join(/* turbopackIgnore: true */ folder, path);
}
