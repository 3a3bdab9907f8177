import { defineConfig, devices } from '@playwright/test';
import { products, type Product } from './e2e/support/product';
import { findBrowser } from './scripts/browser.mjs';
import { freePort } from './scripts/launch/ports.mjs';

const browser = findBrowser(process.env);
if (browser === null)
  throw new Error('No browser was found. `node scripts/browser.mjs` installs one or says what to do.');

// The configuration is read again in every worker process; they inherit what the first reading chose.
for (const name of ['E2E_PORT', 'E2E_SANDBOX_PORT', 'E2E_CLOCK_PORT', 'E2E_CLOCK_SANDBOX_PORT'])
  process.env[name] ??= String(await freePort());
const { standing, moving } = products();
const addressOf = ({ webPort }: Product) => `http://localhost:${webPort}`;

const CLOCK = '*.clock.spec.ts';
const NOT_FROM_THE_SHELL = [
  ...['ENV_FILE', 'DATABASE_URL', 'SITE_URL', 'SANDBOX', 'SANDBOX_URL', 'SMTP_URL', 'WORKER'],
  ...['MAINTENANCE', 'INCIDENT', 'OMISE_SECRET_KEY', 'OMISE_PUBLIC_KEY', 'OMISE_WEBHOOK_SECRET'],
  ...['LINE_LOGIN_CHANNEL_SECRET', 'LINE_MESSAGING_ACCESS_TOKEN', 'LINE_MESSAGING_CHANNEL_SECRET'],
  ...['OMISE_API_URL', 'OMISE_VAULT_URL', 'OMISE_JS_URL', 'LINE_ACCESS_URL', 'LINE_API_URL'],
];
const phone = {
  browserName: 'chromium',
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
} as const;
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };

/** Starts a product of its own for the tests; the second one finds the pages built. */
const productServer = (product: Product) => ({
  command: 'node scripts/start.mjs --reset',
  url: `${addressOf(product)}/api/ready`,
  timeout: 300_000,
  stdout: 'pipe' as const,
  reuseExistingServer: false,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  env: {
    PORT: product.webPort,
    SANDBOX_PORT: product.sandboxPort,
    DATA_DIR: product.dataDir,
    THROTTLE_SCALE: '1000',
    // The gateway's answers come at once here; what is lost need not be waited for.
    CHARGE_TIMEOUT_MS: '4000',
    OPERATOR_TOKEN: 'operator-token-of-the-e2e-tests',
    DEMO_PASSWORD: 'demo-password-1',
    // Whatever the developer's shell or .env says: these tests have a database and providers of their own.
    ...Object.fromEntries(NOT_FROM_THE_SHELL.map((name) => [name, ''])),
  },
});

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  reporter: 'list',
  forbidOnly: process.env.CI !== undefined,
  fullyParallel: true,
  retries: 0,
  // One more than the cores of a small machine: a browser waits more than it works.
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: addressOf(standing),
    locale: 'en-GB',
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Bangkok',
    actionTimeout: 20_000,
    navigationTimeout: 45_000,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: browser,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
      ],
    },
  },
  // A test runs on the phone, with the tag @desktop on the desktop instead, with @everywhere on both.
  projects: [
    // Moving time moves it for every test of a product: these have one of their own, one test after the other. First,
    // so that the others fill what is left.
    {
      name: 'clock',
      testMatch: CLOCK,
      use: { ...phone, baseURL: addressOf(moving) },
      fullyParallel: false,
      workers: 1,
    },
    { name: 'phone', testIgnore: CLOCK, grepInvert: /@desktop/, use: phone },
    { name: 'desktop', testIgnore: CLOCK, grep: /@desktop|@everywhere/, use: desktop },
  ],
  webServer: [productServer(standing), productServer(moving)],
});
