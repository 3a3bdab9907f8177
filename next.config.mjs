/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  // Types are checked by `npm run check`; a start from a clean clone need not wait for them again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['@node-rs/argon2', 'postgres', 'graphile-worker', 'pino', 'nodemailer', 'thai-address-universal', 'smtp-server'],
};
