import { barePath } from '@/locales/paths';
import { isApiPath } from '@/server/api/handler';

/** The pages that secret links open, and the pages that request such links. These pages send no referrer. */
const DISCREET_PAGE =
  /^\/(desk(\/.*)?|login(\/.*)?|forgot-password|reset-password|verify-email|not-me|unsubscribe|account\/email|(pay|fix|do|talk|bank)\/[^/]+)$/;

/** The pages of the desk, on which boxes are scanned. The first page decides for all that follow it. */
const DESK_PAGE = /^\/desk(\/.*)?$/;

const SAFE_HEADERS = {
  // Pages and API documents replace this policy with their own.
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

/** Returns the security headers of the response to a request for `url`, for every status. */
export function safeHeaders(url: string): Record<string, string> {
  const page = barePath(url.split('?', 1)[0] ?? '').replace(/(?<=.)\/$/, '');
  const isDiscreet = isApiPath(url) || DISCREET_PAGE.test(page);
  return {
    ...SAFE_HEADERS,
    'permissions-policy': `camera=(${DESK_PAGE.test(page) ? 'self' : ''}), microphone=(), geolocation=(), browsing-topics=()`,
    'referrer-policy': isDiscreet ? 'no-referrer' : 'strict-origin-when-cross-origin',
  };
}
