import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from 'next/constants.js';

/** Packages that the pages load from node_modules, as the bundles do. */
export const serverExternalPackages = [
  // One copy of graphql: bundled beside a required one, its objects would not know each other.
  'graphql',
  '@pothos/core',
  '@node-rs/argon2',
  'postgres',
  'pino',
  'prom-client',
  'sanitize-html',
  'pdfkit',
];

const LONG = 'public, max-age=31536000, immutable';

/** @param {string} phase @returns {import('next').NextConfig} */
const configOf = (phase) => ({
  poweredByHeader: false,
  // src/web/compressed.ts compresses, because Next has no Brotli.
  compress: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  // Copies what the pages load of node_modules; scripts/start/pages.mjs moves it to dist/.
  output: 'standalone',
  outputFileTracingExcludes: { '**': ['node_modules/@img/**', 'node_modules/sharp/**'] },
  // Without network a router move waits for it; the browser's error page does not take the page's place.
  experimental: {
    // The modules of a page are loaded on its first visit: loading all of them takes a quarter of a start.
    preloadEntriesOnStart: false,
    useOffline: true,
    // A build from a clean clone would write 220 MB that no later build reads.
    turbopackFileSystemCacheForBuild: false,
    // No server gets them: dist/ holds only what the pages load.
    turbopackSourceMaps: false,
    // Small pages get no styles of others: the public ones load a quarter of what a common file has.
    cssChunking: { type: 'graph', requestCost: 10_000, weightDistribution: 0.3 },
  },
  // Types are checked by `npm run check`; a start from a clean clone need not wait for them again.
  typescript: { ignoreBuildErrors: true },
  // Title and canonical stand in the head for every visitor: streamed ones need scripts.
  htmlLimitedBots: /.*/,
  headers: async () => [
    ...(phase === PHASE_DEVELOPMENT_SERVER
      ? []
      : [{ source: '/_site/:file*', headers: [{ key: 'cache-control', value: LONG }] }]),
    {
      source: '/prefetch.json',
      headers: [{ key: 'content-type', value: 'application/speculationrules+json' }],
    },
  ],
  serverExternalPackages,
});

/** @param {string} phase @returns {Promise<Record<string, string>>} the paths of the scripts of pages without React */
async function siteModules(phase) {
  if (phase !== PHASE_DEVELOPMENT_SERVER && phase !== PHASE_PRODUCTION_BUILD) return {};
  const { buildSiteModules, watchSiteModules } = await import('./scripts/start/site-module.mjs');
  const build = phase === PHASE_DEVELOPMENT_SERVER ? watchSiteModules : buildSiteModules;
  return build(import.meta.dirname);
}

/** @param {string} phase @returns {Promise<import('next').NextConfig>} */
export default async function config(phase) {
  const env = { ...(await siteModules(phase)), BUILT_ON: new Date().toISOString().slice(0, 10) };
  return { ...configOf(phase), env };
}
