/**
 * Returns the URL path of the script of the pages without React, or of the one of payment links. next.config.mjs builds the
 * scripts and sets their paths.
 */
export function siteModule(script: 'main' | 'pay'): string {
  const path = script === 'main' ? process.env.SITE_MODULE : process.env.PAY_MODULE;
  return path ?? `/_site/${script}.js`;
}

/** Returns the day of the build; undefined in development. */
export function builtOn(): string | undefined {
  return process.env.BUILT_ON;
}
