/**
 * Returns the URL path of the script of public pages. next.config.mjs builds the script and writes its path
 * into the built pages.
 */
export function siteModule(): string {
  return process.env.SITE_MODULE ?? '/_site/main.js';
}
