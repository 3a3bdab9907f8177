/** Returns the address of a registration step with a code of the query or the invitation, if there is one. */
export function withCode(path: string, code: string | string[] | undefined): string {
  return typeof code === 'string' ? `${path}?code=${encodeURIComponent(code)}` : path;
}
