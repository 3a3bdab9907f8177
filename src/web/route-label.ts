import { listRoutes } from '@/server/api/rest/routes';
import { deskRouter } from '@/server/api/desk/root';
import { appRouter } from '@/server/api/root';
import { SYSTEM_ROUTES } from '@/server/api/system-routes';
import { PAGES } from '@/locales/page-paths';
import { barePath } from '@/locales/paths';

const STATIC =
  /^\/(_next|_site|og)\/|^\/(prefetch\.json|(th\/)?app\.webmanifest|icon\.svg|apple-icon\.png|favicon\.ico|robots\.txt|sitemap\.xml)$/;

/** The paths of the API. A segment in braces matches any value. */
const PATHS = [
  ...new Set(['/api/graphql', ...Object.keys(SYSTEM_ROUTES), ...listRoutes().map(({ path }) => path)]),
];
const PLAIN: ReadonlySet<string> = new Set(PATHS.filter((path) => !path.includes('{')));
const PATTERNS = PATHS.filter((path) => path.includes('{')).map((path) => ({
  path,
  shape: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));
/** The procedures by the path of their tRPC router. */
const PROCEDURES: Record<string, ReadonlySet<string>> = {
  '/api/trpc/': new Set(Object.keys(appRouter._def.procedures)),
  '/api/desk/': new Set(Object.keys(deskRouter._def.procedures)),
};

/** Returns the pattern of a page as readable text, such as `/login(/(magic-link|link))?`. */
function readablePattern({ source }: RegExp): string {
  return source.replace(/\\\//g, '/').replace(/^\^|\$$/g, '');
}

/** Returns the pattern of a page from its path (without language); 'none' for an unknown page. */
function pageLabel(path: string): string {
  const page = PAGES.find((one) => one.test(path));
  return page ? readablePattern(page) : 'none';
}

/**
 * Returns the metrics label of a URL, from the fixed list `ROUTE_LABELS`. A label contains no text of the
 * caller.
 */
export function routeLabel(url: string): string {
  const path = (url.split('?', 1)[0] ?? '/').replace(/(.)\/+$/, '$1');
  if (STATIC.test(path)) return '/_next';
  if (PLAIN.has(path)) return path;
  const endpoint = Object.keys(PROCEDURES).find((one) => path.startsWith(one));
  if (endpoint) return trpcLabel(endpoint, path.slice(endpoint.length));
  const pattern = PATTERNS.find(({ shape }) => shape.test(path));
  if (pattern) return pattern.path;
  return pageLabel(barePath(path));
}

function trpcLabel(endpoint: string, names: string): string {
  if (names.includes(',')) return `${endpoint}batch`;
  return PROCEDURES[endpoint]?.has(names) ? endpoint + names : 'none';
}

/** All labels that `routeLabel` can return. */
export const ROUTE_LABELS: readonly string[] = [
  '/_next',
  'none',
  ...PATHS,
  ...Object.entries(PROCEDURES).flatMap(([endpoint, names]) =>
    ['batch', ...names].map((name) => endpoint + name),
  ),
  ...PAGES.map(readablePattern),
];
