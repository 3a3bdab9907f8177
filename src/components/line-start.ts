import { LINE_ENDINGS, type LineEnding, type LineIntent } from '@/domain/line';

/**
 * Returns the address that starts a LINE round trip. Use a plain link, because the response redirects to another site.
 * @param next the page of this site, with its language, to return to
 * @param again retries an unfinished round trip without LINE's automatic log-in, which may have failed
 */
export function lineStart(intent: LineIntent, next: string, again = false): string {
  return `/api/auth/line/start?intent=${intent}&next=${encodeURIComponent(next)}${again ? '&again=1' : ''}`;
}

/** Returns the result of a round trip from the `line` parameter of the page's address, or null. */
export function lineEnding(line: string | readonly string[] | undefined): LineEnding | null {
  return LINE_ENDINGS.find((ending) => ending === line) ?? null;
}

/** Returns the address to add an official account. @param id its id ('@ira') or already its address */
export function lineAddress(id: string): string {
  return id.startsWith('https://') ? id : `https://line.me/R/ti/p/${encodeURIComponent(id)}`;
}
