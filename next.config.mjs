/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  serverExternalPackages: ['@node-rs/argon2', 'postgres', 'graphile-worker', 'pino', 'nodemailer', 'thai-address-universal', 'smtp-server'],
};
