/** The address of the script of public pages. next.config.mjs builds it and writes its address into the built pages. */
export function siteModule(): string {
  return process.env.SITE_MODULE ?? '/_site/main.js';
}
