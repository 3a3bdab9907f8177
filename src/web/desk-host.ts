import type { IncomingMessage } from 'node:http';
import type { Settings } from '@/settings/shape';
import { hostnameIn } from './own-hosts';

/** The pages and calls of the desk. */
const DESK = /^\/((th\/|en\/)?desk|api\/desk)([/?]|$)/;
/** What the pages of the desk need besides, and what supervisors ask for on any host. */
const SHARED = /^\/(_next\/|icon\.svg|apple-icon\.png|favicon\.ico|api\/(health|ready|metrics)([/?]|$))/;

/**
 * Whether a request is for the desk on a host of the shop, or for the shop on the host of the desk. False for all
 * requests if DESK_URL names no host of its own.
 */
export function isMisplaced(
  { headers, url = '/' }: Pick<IncomingMessage, 'headers' | 'url'>,
  { SITE_URL, DESK_URL = SITE_URL }: Pick<Settings, 'SITE_URL' | 'DESK_URL'>,
): boolean {
  const [shop, desk] = [new URL(SITE_URL).hostname, new URL(DESK_URL).hostname];
  if (shop === desk || SHARED.test(url)) return false;
  return DESK.test(url) !== (hostnameIn(headers.host ?? '') === desk);
}
