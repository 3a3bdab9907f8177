/**
 * The pages with a card form or a payment, and the pages of the staff. A document that was loaded at such a page sends nothing to error
 * tracing.
 */
const SEALED: readonly RegExp[] = [
  /^\/register\/payment$/,
  /^\/account\/cards\/add$/,
  /^\/(pay|fix|do|talk|bank)\//,
  /^\/desk(\/|$)/,
];

/** The pages that secret links open, and the login pages. */
const UNTRACED: readonly RegExp[] = [
  /^\/invite(\/|$)/,
  /^\/login(\/|$)/,
  /^\/(forgot|reset)-password$/,
  /^\/(verify-email|not-me)$/,
  /^\/account\/email$/,
  /^\/contact$/,
];

/**
 * Whether a document that was loaded at this page must not send data to error tracing. This also applies
 * after navigation to another page. `path` is without language prefix.
 */
export function isSealed(path: string): boolean {
  return SEALED.some((page) => page.test(path));
}

/**
 * Whether errors of a page are sent to error tracing and visits may be recorded. `path` is without language
 * prefix.
 */
export function isTraced(path: string): boolean {
  return !isSealed(path) && !UNTRACED.some((page) => page.test(path));
}
