/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  // Copies what the pages load of node_modules; scripts/launch/build.mjs moves it to dist/.
  output: 'standalone',
  outputFileTracingExcludes: { '**': ['node_modules/@img/**', 'node_modules/sharp/**'] },
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
    'pino',
    'prom-client',
    'sanitize-html',
    'pdfkit',
  ],
};

export default config;
