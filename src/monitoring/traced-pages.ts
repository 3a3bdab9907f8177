/** Where a card is typed or a payment made. A document that begins there may not even reach error tracing. */
const SEALED: readonly RegExp[] = [/^\/register\/payment$/, /^\/account\/cards\/add$/, /^\/pay\//];

/** Where a link with a secret leads, where one logs in. */
const UNTRACED: readonly RegExp[] = [
  /^\/invite(\/|$)/,
  /^\/login(\/|$)/,
  /^\/(forgot|reset)-password$/,
  /^\/(verify-email|not-me)$/,
  /^\/account\/email$/,
];

/** Whether a page's document may never speak to error tracing, wherever it goes on to. `path` is without language. */
export function isSealed(path: string): boolean {
  return SEALED.some((page) => page.test(path));
}

/** Whether errors of a page are traced and visits of it may be recorded. `path` is without language. */
export function isTraced(path: string): boolean {
  return !isSealed(path) && !UNTRACED.some((page) => page.test(path));
}
