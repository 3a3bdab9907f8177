import { LINE_ENDINGS, type LineEnding, type LineIntent } from '@/domain/line';

/**
 * Where a walk to LINE begins; a plain link, since the answer leads out of the site.
 * @param next one of our own pages, with its language: where the walk ends
 * @param again after a walk that did not finish: without LINE's automatic log-in, which may have been the reason
 */
export function lineStart(intent: LineIntent, next: string, again = false): string {
  return `/api/auth/line/start?intent=${intent}&next=${encodeURIComponent(next)}${again ? '&again=1' : ''}`;
}

/** How a walk ended, by the `line` of the page's address; null when there was none. */
export function lineEnding(line: string | readonly string[] | undefined): LineEnding | null {
  return LINE_ENDINGS.find((ending) => ending === line) ?? null;
}

/** Where people add an official account. @param id its id ('@ira'), or its address already */
export function lineAddress(id: string): string {
  return id.startsWith('https://') ? id : `https://line.me/R/ti/p/${encodeURIComponent(id)}`;
}
