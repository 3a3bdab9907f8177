import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// What needs a database, a network or processes; everything else is a unit.
const PRODUCT = 'src/{server,web,worker,testing}/**/*.test.{ts,tsx}';
// What reads the sources: a part of `npm run check`.
const SOURCES = ['scripts/{check/*,campaigns/mutations}.test.ts', 'src/locales/**/*.test.{ts,tsx}'];

// Set by `npm run test:deep`.
const isDeep = process.env.TEST_DEEP === '1';

export default defineConfig({
  resolve: {
    alias: {
      '@': at('./src'),
      // One copy of graphql, the one that Node gives to its dependants.
      graphql: at('./node_modules/graphql/index.js'),
      // Next refuses this import outside server components; here the tests are the server.
      'server-only': at('./node_modules/next/dist/compiled/server-only/empty.js'),
    },
  },
  test: {
    // `races`: how many subscribers run each race of src/server/work/jobs/*-races.test.ts; RACES=10000 for a long night.
    provide: { isDeep, races: Number(process.env.RACES ?? (isDeep ? 200 : 3)) },
    pool: 'forks',
    // One more than the cores of a small machine: a file that waits for the outside leaves its core to another.
    maxWorkers: 3,
    // Modules are loaded once by each worker; src/process-state.ts holds what a world must not find of the last one.
    isolate: false,
    // Most of what a test allocates is forgotten at once; a larger young generation collects it a twelfth cheaper. Code
    // is optimized later than by default: most of it runs too seldom to pay for the compiler, which took a ninth of a run.
    execArgv: ['--max-semi-space-size=64', '--interrupt-budget=1000000'],
    setupFiles: './src/testing/fresh-process.ts',
    // Long only where a machine has much else to do.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      { extends: true, test: { name: 'sources', include: SOURCES } },
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}'], exclude: [PRODUCT, ...SOURCES] },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [PRODUCT, 'scripts/**/*.test.ts'],
          exclude: SOURCES,
          globalSetup: './scripts/check/test-postgres.ts',
        },
      },
    ],
  },
});
