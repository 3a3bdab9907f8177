import { LINE_ENDINGS, type LineEnding, type LineIntent } from '@/domain/line';

/**
 * Returns the URL that starts a log-in at LINE. Use it in an `<a>` element, because the response redirects to
 * another site.
 * @param next the path, with language, of the page to return to
 * @param again retries an unfinished log-in without LINE's automatic log-in, which may have failed
 */
export function lineStart(intent: LineIntent, next: string, again = false): string {
  return `/api/auth/line/start?intent=${intent}&next=${encodeURIComponent(next)}${again ? '&again=1' : ''}`;
}

/**
 * Returns the result of a log-in at LINE from the query parameter `line`. Returns null if the parameter is
 * missing or invalid.
 */
export function lineEnding(line: string | readonly string[] | undefined): LineEnding | null {
  return LINE_ENDINGS.find((ending) => ending === line) ?? null;
}
