import { defineConfig, devices } from '@playwright/test';
import { isDeep, NOTHING_SET, SELLER } from './e2e/support/environment';
import type { Support } from './e2e/support/test';
import { DEMO_PASSWORD, START_LIMIT_MS, products, type Product } from './e2e/support/product';
import { findBrowser } from './scripts/start/browser.mjs';
import { choosePort } from './scripts/start/ports.mjs';

// Read by other tools too, on machines without a browser: `npm run task -- browser` and `npm test` find or install it first.
const browser = findBrowser(process.env);

// The configuration is read again in every worker process; they inherit what the first reading chose.
// Used only after the build, so below those that the system gives to connections meanwhile.
const from = 20_000 + Math.floor(Math.random() * 10_000);
const chosen: number[] = [];
for (const name of ['E2E_PORT', 'E2E_SANDBOX_PORT', 'E2E_CLOCK_PORT', 'E2E_CLOCK_SANDBOX_PORT']) {
  process.env[name] ??= String((await choosePort({ name, wanted: undefined, from, avoid: chosen })).port);
  chosen.push(Number(process.env[name]));
}
const { standing, moving } = products();
const addressOf = ({ webPort }: Product) => `http://localhost:${webPort}`;

const CLOCK = '*.clock.spec.ts';
/** What only `npm run test:deep` runs. */
const DEEP = isDeep ? [] : [/@deep/];
const phone = {
  browserName: 'chromium',
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
} as const;
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };

// With exec, its parent is Playwright and no shell: it stops when Playwright is killed.
const START = 'exec node scripts/start/start.mjs --reset';

/** Starts a product of its own for the tests; the second one finds the pages built. */
const productServer = (product: Product) => ({
  command: START,
  stdout: 'pipe' as const,
  reuseExistingServer: false,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  env: {
    // These tests have a database and providers of their own.
    ...NOTHING_SET,
    ...(product === moving ? SELLER : {}),
    PORT: product.webPort,
    SANDBOX_PORT: product.sandboxPort,
    DATA_DIR: product.dataDir,
    THROTTLE_SCALE: '1000',
    // The gateway's answers come at once here; what is lost need not be waited for.
    CHARGE_TIMEOUT_MS: '4000',
    OPERATOR_TOKEN: 'operator-token-of-the-e2e-tests',
    DEMO_PASSWORD,
  },
});

export default defineConfig<Support>({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  reporter: 'list',
  forbidOnly: process.env.CI !== undefined,
  fullyParallel: true,
  // A test that would pass only in its second run is a defect.
  retries: 0,
  workers: 3,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: addressOf(standing),
    // Emptied after every test. A new one would load and compile all scripts of the site again.
    reuseContext: true,
    locale: 'en-GB',
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Bangkok',
    actionTimeout: 20_000,
    navigationTimeout: 45_000,
    // Recording every test costs a seventh of the time: `--trace retain-on-failure` does, for one that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser === null ? {} : { executablePath: browser }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
        // Pages of the site after an empty page stay in one process, with their compiled scripts.
        '--process-per-site',
        // A page lives for a second: optimizing its scripts takes a tenth of the browser's time and never pays back.
        '--js-flags=--no-opt --no-maglev',
        '--in-process-gpu',
      ],
    },
  },
  // A test runs on the phone in English, with the tag @desktop on the desktop instead. `npm run test:deep` also runs those
  // with the tag @deep, on the desktop those with the tag @everywhere, and in Thai those with the tag @thai.
  projects: [
    // Moving time moves it for every test of a product: these have one of their own, one test after the other. First,
    // so that the others fill what is left.
    {
      name: 'clock',
      testMatch: CLOCK,
      grepInvert: DEEP,
      use: { ...phone, baseURL: addressOf(moving) },
      fullyParallel: false,
      workers: 1,
      // The first test that moves time past a payment date waits while weeks of scheduled jobs run.
      timeout: 240_000,
    },
    { name: 'phone', testIgnore: CLOCK, grepInvert: [/@desktop/, ...DEEP], use: phone },
    {
      name: 'desktop',
      testIgnore: CLOCK,
      grep: isDeep ? /@desktop|@everywhere/ : /@desktop/,
      grepInvert: DEEP,
      use: desktop,
    },
    ...(isDeep
      ? [{ name: 'thai', testIgnore: CLOCK, grep: /@thai/, use: { ...phone, language: 'th' as const } }]
      : []),
  ],
  // Both come up at once: a server without an address is not waited for here, but in the global set-up.
  webServer: [
    { ...productServer(moving), command: `${START} --unseeded` },
    { ...productServer(standing), url: `${addressOf(standing)}/api/ready`, timeout: START_LIMIT_MS },
  ],
  globalSetup: './e2e/support/moving-ready.ts',
});
