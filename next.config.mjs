const SAFE_HEADERS = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), browsing-topics=()' },
  { key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' },
];

/** Where links with a secret lead, or whatever asks for one: their addresses are told to nobody. */
const DISCREET_PAGES = [
  '/login/:rest*',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/account/email',
  '/pay/:token',
];

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  headers: async () => [
    { source: '/:path*', headers: SAFE_HEADERS },
    ...DISCREET_PAGES.flatMap((page) => [page, `/th${page}`]).map((source) => ({
      source,
      headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }],
    })),
  ],
  images: { unoptimized: true },
  // Without network a router move waits for it; the browser's error page does not take the page's place.
  experimental: { useOffline: true },
  // Types are checked by `npm run check`; a start from a clean clone need not wait for them again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    // One copy of graphql: bundled beside a required one, its objects would not know each other.
    'graphql',
    '@pothos/core',
    '@node-rs/argon2',
    'postgres',
    'graphile-worker',
    'pino',
    'prom-client',
    'nodemailer',
    'sanitize-html',
    'pdfkit',
    'thai-address-universal',
    'smtp-server',
  ],
};

export default config;
