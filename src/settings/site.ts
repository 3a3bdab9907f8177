/**
 * Returns the URL path of the script of public pages. next.config.mjs builds the script and sets its path.
 */
export function siteModule(): string {
  return process.env.SITE_MODULE ?? '/_site/main.js';
}

/** Returns the day of the build; undefined in development. */
export function builtOn(): string | undefined {
  return process.env.BUILT_ON;
}
