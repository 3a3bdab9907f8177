import { type NextRequest, NextResponse } from 'next/server';
import { MAINTENANCE_RETRY_SECONDS } from './schemas/maintenance';
import { isSealed } from './monitoring/traced-pages';
import { proxySettings, tracingOrigin } from './env-proxy';
import { barePath, isPage, isPublicPage, localePath } from './locales/paths';

/** Where the card gateway's form lives. Only these pages may reach the gateway. */
const CARD_FORM_PAGES = ['/register/payment', '/account/cards/add'];

function securityPolicy(nonce: string, pathname: string): string {
  const { isDevelopment, gatewayOrigins, storeImageOrigins } = proxySettings();
  const bare = barePath(pathname);
  const gateway = CARD_FORM_PAGES.includes(bare) ? ` ${gatewayOrigins.join(' ')}` : '';
  const tracing = isSealed(bare) ? null : tracingOrigin();
  // On all of them: moving from one to another keeps the policy of the first.
  const pictures = isPublicPage(bare) ? storeImageOrigins.map((origin) => ` ${origin}`).join('') : '';
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${gateway}${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src-elem 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Mantine and React write style attributes.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${pictures}`,
    "font-src 'self'",
    `connect-src 'self'${gateway}${tracing === null ? '' : ` ${tracing}`}${isDevelopment ? ' ws:' : ''}`,
    `frame-src ${gateway ? gateway.trim() : "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${gateway}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Set by the web process while the site is closed for maintenance; whatever a caller writes there is taken off. */
const MAINTENANCE_HEADER = 'x-ira-maintenance';
const MAINTENANCE_PAGE = '/maintenance';

/** The address alone decides the language: Thai under /th, English elsewhere, /en leads to the address without it. */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const segment = pathname.split('/', 2)[1];
  if (segment === 'en') {
    // '/en//elsewhere' must not become '//elsewhere', which is another host.
    const bare = barePath(pathname).replace(/^[/\\]+/, '/');
    return NextResponse.redirect(new URL(bare + search, request.url), 308);
  }

  const locale = segment === 'th' ? 'th' : 'en';
  const nonce = btoa(crypto.randomUUID());
  const policy = securityPolicy(nonce, pathname);
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  // Next puts the nonce of this header on its own scripts and styles.
  headers.set('content-security-policy', policy);
  headers.set('X-Next-Locale', locale);
  headers.set('x-ira-path', pathname + search);
  const bare = barePath(pathname);
  if (request.headers.get(MAINTENANCE_HEADER) === 'on') {
    const page = new URL(`/${locale}${MAINTENANCE_PAGE}`, request.url);
    const closed = NextResponse.rewrite(page, { request: { headers }, status: 503 });
    closed.headers.set('content-security-policy', policy);
    closed.headers.set('retry-after', String(MAINTENANCE_RETRY_SECONDS));
    closed.headers.set('cache-control', 'no-store');
    return closed;
  }
  if (bare === MAINTENANCE_PAGE) {
    return NextResponse.redirect(new URL(localePath(locale, '/'), request.url), 307);
  }
  const init = { request: { headers }, ...(!isPage(bare) && { status: 404 }) };
  const target = new URL(`/${locale}${bare === '/' ? '' : bare}${search}`, request.url);
  const response = NextResponse.rewrite(target, init);
  response.headers.set('content-security-policy', policy);
  return response;
}

export const config = {
  matcher: [
    '/((?!api/|api$|_next/|mycloud/|subscription/|og/|icon.svg|apple-icon.png|favicon.ico|robots.txt|sitemap.xml|\\.well-known/).*)',
  ],
};
