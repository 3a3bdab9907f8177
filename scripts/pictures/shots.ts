/**
 * Opens all screens of a running product in all their states, and saves screenshots in both languages and
 * several widths.
 *
 *   npm run task -- shots [--base http://localhost:3000] [--only register] [--locale en] [--width 360] [--out shots] [--sheet] [--chats]
 *
 * Default: the product that runs on this machine, with its demo password. For another product set --base and
 * DEMO_PASSWORD. `--sheet` also writes overviews of the main phone screens, of all messages and of the ways to pay to docs/screens.
 * `--chats` writes only recorded chats with the LINE account to docs/screens/line, and moves the product's clock by a month for each language.
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { LOCALES as ALL_LOCALES, type Locale } from '@/domain/locale';
import { ensureBrowser } from '../start/browser.mjs';
import { cardsWalk } from './shots/cards';
import { recordChats } from './shots/chat';
import { detailsWalk } from './shots/details';
import { contactSheets, journeySheets } from './shots/sheet';
import { lineWalk } from './shots/line';
import { offlineWalk } from './shots/offline';
import { parcelsWalk } from './shots/parcels';
import { passkeysWalk } from './shots/passkeys';
import { payingWalk } from './shots/paying';
import { registerWalk } from './shots/register';
import { inviteWalk, rewardsWalk } from './shots/rewards';
import { siteWalk } from './shots/site';
import { subscriptionWalk } from './shots/subscription';
import { visit, type Walk } from './shots/walk';
import { loginWalk } from './shots/log-in';

const DEMOS = ['active', 'inactive', 'nine', 'thai'];

/** Shows the account pages of each demo account. */
async function accountWalk({ page, at, shoot, password }: Walk): Promise<void> {
  for (const demo of DEMOS) {
    await visit(page, at('/login?next=/account'));
    await page.locator('#log-in-email').fill(`${demo}@demo.test`);
    await page.locator('#log-in-password').fill(password);
    await page.locator('form button[type=submit]').click();
    await page.waitForURL((url) => url.pathname.endsWith('/account'));
    await visit(page, at('/account'));
    await shoot(`account-${demo}`);
    await visit(page, at('/account/details'));
    await shoot(`details-${demo}`);
    await page.context().clearCookies();
  }
}

const WALKS = {
  site: siteWalk,
  register: registerWalk,
  account: accountWalk,
  subscription: subscriptionWalk,
  details: detailsWalk,
  cards: cardsWalk,
  line: lineWalk,
  offline: offlineWalk,
  paying: payingWalk,
  loginMethods: loginWalk,
  passkeys: passkeysWalk,
  parcels: parcelsWalk,
  rewards: rewardsWalk,
  invite: inviteWalk,
};

const { values: options } = parseArgs({
  options: {
    base: { type: 'string', default: `http://localhost:${process.env.PORT ?? '3000'}` },
    only: { type: 'string' },
    locale: { type: 'string' },
    width: { type: 'string' },
    out: { type: 'string', default: 'shots' },
    sheet: { type: 'boolean', default: false },
    chats: { type: 'boolean', default: false },
  },
});

const password = process.env.DEMO_PASSWORD ?? '';
const isRunning = await fetch(`${options.base}/api/ready`).then(
  ({ ok }) => ok,
  () => false,
);
if (!isRunning || password === '') {
  console.error(
    isRunning
      ? `Set DEMO_PASSWORD to the password of the demo accounts of ${options.base}.`
      : `Nothing is ready at ${options.base}: start the product with npm start, or name another one with --base.`,
  );
  process.exit(1);
}

/** The browser of a phone: it is offered banking apps before a QR code. */
const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36';

const LOCALES = ALL_LOCALES.filter((locale) => !options.locale || locale === options.locale);
const WIDTHS = options.width ? options.width.split(',').map(Number) : [360, 440, 768, 1280];

async function walkOnce(browser: Browser, name: keyof typeof WALKS, locale: Locale, width: number) {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 780 : 900 },
    ...(width < 600 && { userAgent: PHONE }),
    locale: locale === 'th' ? 'th-TH' : 'en-GB',
    reducedMotion: 'reduce',
  });
  // In development a page is compiled at its first request, which takes time.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`page error: ${error.message.slice(0, 200)}`));
  page.on('console', (message) => {
    // The browser logs every refused call. Some screenshots need refused calls.
    const isRefusal = /Failed to load resource/.test(message.text());
    if (message.type() === 'error' && !isRefusal) problems.push(`console: ${message.text().slice(0, 300)}`);
  });
  const directory = `${options.out}/${locale}-${width}`;
  mkdirSync(directory, { recursive: true });
  const walk: Walk = {
    page,
    at: (path) => `${options.base}${locale === 'th' ? (path === '/' ? '/th' : `/th${path}`) : path}`,
    shoot: async (shot, { full = true } = {}) => {
      await page.evaluate(() => document.fonts.ready);
      // In development Next shows an indicator on the page.
      await page.evaluate(() => document.querySelector('nextjs-portal')?.remove());
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) problems.push(`${shot}: ${overflow} px wider than the screen`);
      await page.screenshot({ path: `${directory}/${shot}.png`, fullPage: full });
    },
    password,
  };
  try {
    await WALKS[name](walk);
  } catch (error) {
    problems.push(`walk stopped: ${error instanceof Error ? error.message.slice(0, 600) : String(error)}`);
  }
  await context.close();
  for (const problem of problems) console.log(`${name} ${locale} ${width}: ${problem}`);
  return problems.length;
}

const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
});
if (options.chats) for (const locale of LOCALES) await recordChats(browser, options.base, locale);
let problems = 0;
for (const name of options.chats ? [] : (Object.keys(WALKS) as (keyof typeof WALKS)[])) {
  if (options.only && !options.only.split(',').includes(name)) continue;
  for (const locale of LOCALES) {
    for (const width of WIDTHS) problems += await walkOnce(browser, name, locale, width);
  }
}
if (options.sheet) {
  for (const locale of LOCALES) {
    await contactSheets(browser, `${options.out}/${locale}-${WIDTHS[0]}`, locale);
    await journeySheets(browser, options.out, locale);
  }
}
await browser.close();
console.log(problems === 0 ? `Pictures are in ${options.out}.` : `${problems} problems.`);
process.exitCode = problems === 0 ? 0 : 1;
