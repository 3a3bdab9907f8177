/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
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
