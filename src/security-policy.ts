import { proxySettings, tracingOrigin } from './settings/proxy';
import { barePath, isPayPage, isSitePage } from './locales/paths';
import { isSealed, isTraced } from './monitoring/traced-pages';

/** The pages with the form of the card gateway. Only these pages may call the gateway. */
const CARD_FORM_PAGE = /^\/(register\/payment|account\/cards\/add|fix\/[^/]+)$/;

/**
 * Returns the content security policy of a page.
 * @param nonce the nonce of the page's inline scripts and styles; null for a page without inline scripts and
 *   styles
 */
export function securityPolicy(pathname: string, nonce: string | null): string {
  const { isDevelopment, gatewayOrigins, storeImageOrigins } = proxySettings();
  const bare = barePath(pathname);
  const isSite = isSitePage(bare);
  const gateway = CARD_FORM_PAGE.test(bare) ? gatewayOrigins : [];
  const tracing = (isSite ? isTraced(bare) : !isSealed(bare)) ? tracingOrigin() : null;
  const ofNonce = nonce === null ? [] : [`'nonce-${nonce}'`];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': [
      "'self'",
      ...ofNonce,
      ...(isSite ? [] : ["'strict-dynamic'"]),
      ...gateway,
      ...(isDevelopment ? ["'unsafe-eval'"] : []),
    ],
    'style-src-elem': ["'self'", ...(isDevelopment ? ["'unsafe-inline'"] : ofNonce)],
    // Mantine and React write style attributes.
    ...(isSite && !isDevelopment ? {} : { 'style-src-attr': ["'unsafe-inline'"] }),
    'img-src': ["'self'", 'data:', 'blob:', ...(isSite && !isPayPage(bare) ? storeImageOrigins : [])],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': [
      "'self'",
      ...gateway,
      ...(tracing === null ? [] : [tracing]),
      ...(isDevelopment ? ['ws:'] : []),
    ],
    'frame-src': gateway.length > 0 ? gateway : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...gateway],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
