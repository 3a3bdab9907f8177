import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './scripts/browser.mjs';
import { freePort } from './scripts/launch/ports.mjs';

const browser = findBrowser(process.env);
if (browser === null)
  throw new Error('No browser was found. `node scripts/browser.mjs` installs one or says what to do.');

// The configuration is read again in every worker process; they inherit what the first reading chose.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_SANDBOX_PORT ??= String(await freePort());
const web = `http://localhost:${process.env.E2E_PORT}`;

const CLOCK = '*.clock.spec.ts';
const phone = {
  browserName: 'chromium',
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
} as const;
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  reporter: 'list',
  forbidOnly: process.env.CI !== undefined,
  fullyParallel: true,
  retries: 0,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: web,
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
    { name: 'phone', testIgnore: CLOCK, grepInvert: /@desktop/, use: phone },
    { name: 'desktop', testIgnore: CLOCK, grep: /@desktop|@everywhere/, use: desktop },
    // Moving time moves it for every test of the run: these come after all others, one after the other.
    {
      name: 'clock',
      testMatch: CLOCK,
      use: phone,
      dependencies: ['phone', 'desktop'],
      fullyParallel: false,
      workers: 1,
    },
  ],
  webServer: {
    command: 'node scripts/start.mjs --reset',
    url: `${web}/api/ready`,
    timeout: 300_000,
    stdout: 'pipe',
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: process.env.E2E_PORT,
      SANDBOX_PORT: process.env.E2E_SANDBOX_PORT,
      DATA_DIR: '.cache/e2e-data',
      THROTTLE_SCALE: '1000',
      // The gateway's answers come at once here; what is lost need not be waited for.
      CHARGE_TIMEOUT_MS: '4000',
      OPERATOR_TOKEN: 'operator-token-of-the-e2e-tests',
      DEMO_PASSWORD: 'demo-password-1',
      // Whatever the developer's shell or .env says: these tests have a database and providers of their own.
      ...Object.fromEntries(
        [
          'ENV_FILE',
          'DATABASE_URL',
          'SITE_URL',
          'SANDBOX',
          'SANDBOX_URL',
          'SMTP_URL',
          'WORKER',
          'MAINTENANCE',
          'INCIDENT',
        ]
          .concat(['OMISE_SECRET_KEY', 'OMISE_PUBLIC_KEY', 'OMISE_WEBHOOK_SECRET'])
          .concat([
            'LINE_LOGIN_CHANNEL_SECRET',
            'LINE_MESSAGING_ACCESS_TOKEN',
            'LINE_MESSAGING_CHANNEL_SECRET',
          ])
          .concat(['OMISE_API_URL', 'OMISE_VAULT_URL', 'OMISE_JS_URL', 'LINE_ACCESS_URL', 'LINE_API_URL'])
          .map((name) => [name, '']),
      ),
    },
  },
});
