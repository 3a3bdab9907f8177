/** Pages with a card form or a payment. A document that starts there sends nothing to error tracing. */
const SEALED: readonly RegExp[] = [/^\/register\/payment$/, /^\/account\/cards\/add$/, /^\/pay\//];

/** Pages reached by a link with a secret, and login pages. */
const UNTRACED: readonly RegExp[] = [
  /^\/invite(\/|$)/,
  /^\/login(\/|$)/,
  /^\/(forgot|reset)-password$/,
  /^\/(verify-email|not-me)$/,
  /^\/account\/email$/,
];

/**
 * Whether a page's document may never send to error tracing, also after client navigation. `path` is without language.
 */
export function isSealed(path: string): boolean {
  return SEALED.some((page) => page.test(path));
}

/** Whether errors of a page are traced and its visits may be recorded. `path` is without language. */
export function isTraced(path: string): boolean {
  return !isSealed(path) && !UNTRACED.some((page) => page.test(path));
}
