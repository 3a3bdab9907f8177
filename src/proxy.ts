import { type NextRequest, NextResponse } from 'next/server';
import { MAINTENANCE_RETRY_SECONDS } from './schemas/maintenance';
import { proxySettings } from './settings/proxy';
import { isPage } from './locales/page-paths';
import { movedPath } from './locales/sheet-path';
import { barePath, isSitePage, localePath } from './locales/paths';
import { securityPolicy } from './security-policy';

/**
 * The header that the web process sets during maintenance. The web process deletes this header from the
 * caller's request.
 */
const MAINTENANCE_HEADER = 'x-ira-maintenance';
const MAINTENANCE_PAGE = '/maintenance';

/**
 * Handles the request of a page: language, maintenance page and content security policy. The URL decides the
 * language: Thai under /th, otherwise English. A URL under /en is redirected to the same URL without /en.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const segment = pathname.split('/', 2)[1];
  if (segment === 'en') {
    // '/en//elsewhere' must not become '//elsewhere', which is another host.
    const bare = barePath(pathname).replace(/^[/\\]+/, '/');
    return NextResponse.redirect(new URL(bare + search, request.url), 308);
  }

  const locale = segment === 'th' ? 'th' : 'en';
  const isClosed = request.headers.get(MAINTENANCE_HEADER) === 'on';
  const bare = barePath(pathname);
  const moved = movedPath(bare, request.nextUrl.searchParams);
  if (moved !== null && !isClosed) {
    return NextResponse.redirect(new URL(localePath(locale, moved), request.url), 308);
  }
  // Public pages have no inline script. In development the inline scripts of Next stay, for reloads.
  const isPlain = isSitePage(bare) && !isClosed && !proxySettings().isDevelopment;
  const nonce = isPlain ? null : btoa(crypto.randomUUID());
  const policy = securityPolicy(isClosed ? MAINTENANCE_PAGE : pathname, nonce);
  const headers = new Headers(request.headers);
  headers.delete('x-nonce');
  if (nonce !== null) headers.set('x-nonce', nonce);
  // Next reads the nonce from this header and adds it to its own scripts and styles.
  headers.set('content-security-policy', policy);
  headers.set('X-Next-Locale', locale);
  headers.set('x-ira-path', pathname + search);
  if (isClosed) {
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
    '/((?!api/|api$|_next/|mycloud/|subscription/|og/|_site/|prefetch.json|app.webmanifest|th/app.webmanifest|icon.svg|apple-icon.png|favicon.ico|robots.txt|sitemap.xml|\\.well-known/).*)',
  ],
};
