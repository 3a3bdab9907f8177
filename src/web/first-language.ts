import type { IncomingMessage } from 'node:http';
import { LANGUAGE_COOKIE } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { preferredLocale } from '@/server/api/language';

const HOME = /^\/(?=\?|$)/;
const CHOSEN = new RegExp(`(^|;) *${LANGUAGE_COOKIE}=`);

/** The request headers that decide whether the home page answers with the Thai one. */
export const HOME_VARIES_BY = 'accept-language, cookie';

/**
 * Returns the address of the Thai home page for the first visit of somebody whose browser prefers Thai: no language was
 * chosen on the device, and no page of this site led here, so that the language link works without script too. Null for
 * every other request.
 */
export function thaiHomeFor({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string | null {
  if (!HOME.test(url)) return null;
  if (headers['sec-fetch-site'] === 'same-origin' || cameFromHere(headers)) return null;
  if (CHOSEN.test(headers.cookie ?? '')) return null;
  if (preferredLocale(headers['accept-language'] ?? null) !== 'th') return null;
  return url.replace(HOME, localePath('th', '/'));
}

/** Whether the `Referer` is a page of this host, for browsers without `Sec-Fetch-Site`. */
function cameFromHere({ referer, host }: IncomingMessage['headers']): boolean {
  return referer !== undefined && URL.canParse(referer) && new URL(referer).host === host;
}
