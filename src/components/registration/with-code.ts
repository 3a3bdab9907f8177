/**
 * Adds a code to the path of a registration step as the query parameter `code`. Returns the path unchanged if
 * `code` is undefined or a list.
 */
export function withCode(path: string, code: string | string[] | undefined): string {
  return typeof code === 'string' ? `${path}?code=${encodeURIComponent(code)}` : path;
}
