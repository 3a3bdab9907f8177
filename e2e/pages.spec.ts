import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { PUBLIC_PAGES } from '@/locales/paths';
import { SHEETS, sheetPath, type SheetName } from '@/locales/sheet-path';
import { expectAccessible } from './support/accessible';
import { enterDesk } from './support/desk';
import { isDeep } from './support/environment';
import { expectFitsLargeFont } from './support/narrow';
import { expectIndexed, expectUnbrokenAtBoth, openPublicPage } from './support/public-page';
import { call, paidOrder, subscribe } from './support/subscribers';
import { expect, test } from './support/test';
import { locale, path } from './support/words';

/*
 * The table of pages: each page once per language, with its status, its language, its console, its accessibility and its
 * texts at 320 and 360 px. Other states of a page belong to the tests of its journeys.
 */

/** The pages that need another state than that of a new subscriber. Their own tests call 'expectAccessible' in it. */
const ELSEWHERE = [
  '/maintenance',
  '/account/refund/[refundId]',
  ...['/do/[token]', '/fix/[token]', '/talk/[token]', '/pay/[token]', '/bank/[token]', '/invite/[code]'],
  ...['/register/details', '/register/delivery', '/register/payment'],
];

/** The sheets that need another subscriber than one who has just paid. */
const WITH_CHARGE: readonly SheetName[] = ['now', 'restart'];

/** The pages of the desk before the log-in, and those that need a planned price change or a chosen figure. */
const DESK_ELSEWHERE =
  /\/desk\/(join|login\/link)|\[changeId\]|\[importId\]|\[conversationId\]|\[bulkId\]|\/rows$/;

/** The status of a page that is not 200. */
const STATUS: Record<string, number> = { '/nowhere': 404, '/account/orders/unknown': 404 };

/** What the address of a page names besides its path. */
const QUERY: Record<string, string> = { '/desk/parcels': '?list=toSend' };

/** Returns the paths of all pages, from their folders. */
const PAGES = readdirSync('src/app', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/page.tsx'))
  .map((file) => `/${file}`.replace(/\/page\.tsx$/, '').replaceAll(/\/(\([^/]*\)|\[locale()\])/g, ''))
  .filter((path) => !ELSEWHERE.includes(path) && !DESK_ELSEWHERE.test(path))
  .map((path) => path.replace('/[...rest]', '/nowhere') || '/')
  .concat('/account/orders/unknown')
  .toSorted();

const isSite = (path: string) => (PUBLIC_PAGES as readonly string[]).includes(path);
const isDesk = (path: string) => path.startsWith('/desk');
const isAccount = (path: string) => path.startsWith('/account') && path !== '/account/email';

test.use({ expectedErrors: /status of 404/ });
// Up to forty pages in a test: on a slow machine each may take as long as a step of a journey.
test.describe.configure({ timeout: 900_000 });

/** Checks the page or the sheet that is open. */
async function expectFitting(page: Page, name: string) {
  await expectAccessible(page, name);
  await expectFitsLargeFont(page, name);
}

/** Opens a page and checks it. */
async function expectPage(page: Page, at: string, address = path(at), open = (of: string) => page.goto(of)) {
  const response = await open(address);
  expect.soft(response?.status(), at).toBe(STATUS[at] ?? 200);
  expect(new URL(page.url()).pathname, at).toBe(new URL(response?.url() ?? '').pathname);
  await expect(page.locator('html')).toHaveAttribute('lang', locale());
  await expect(page.getByRole('heading', { level: 1 }).first(), at).toBeVisible();
  await expectFitting(page, `page${at.replaceAll(/\W+/g, '-')}`);
}

for (const spoken of ['en', 'th'] as const)
  test.describe(`in ${spoken}`, () => {
    test.use({ language: spoken });

    // The framework's scripts are the same in both languages, and take most of the time of a page.
    test.beforeEach(async ({ page }) => {
      if (spoken === 'th' && !isDeep)
        await page.route('**/_next/static/**/*.js', (route) =>
          route.fulfill({ contentType: 'text/javascript' }),
        );
    });

    test('every public page is finished HTML, indexed, accessible and fits 320 px', async ({ page }) => {
      for (const at of PAGES.filter(isSite)) {
        await expectPage(page, at, path(at), (address) => openPublicPage(page, address));
        await expectIndexed(page, at);
        if (spoken === 'th') await expectUnbrokenAtBoth(page, at);
      }
    });

    test('every page of log-in and registration is accessible and fits 320 px', async ({ page }) => {
      for (const at of PAGES.filter((one) => !isSite(one) && !isDesk(one) && !isAccount(one))) {
        await expectPage(page, at);
        if (spoken === 'th') await expectUnbrokenAtBoth(page, at);
      }
    });

    test('every page of the account is accessible and fits 320 px', async ({ page }) => {
      await subscribe(page);
      const { orderId } = await paidOrder(page);
      // The framework's scripts render a page that is not found below a layout.
      const isShown = (at: string) => spoken === 'en' || isDeep || at !== '/account/orders/unknown';
      for (const at of PAGES.filter((one) => isAccount(one) && isShown(one)))
        await expectPage(page, at, path(at.replace('[orderId]', orderId)));
      const { orders } = await call<{ orders: { orderId: string }[] }>(page, '/api/orders/upcoming');
      for (const name of SHEETS.filter((sheet) => !WITH_CHARGE.includes(sheet))) {
        await page.goto(path(sheetPath(name, orders[0]?.orderId)));
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectFitting(page, `sheet-${name}`);
      }
    });

    test('every page of the desk is accessible and fits 320 px', async ({ page }) => {
      const { accountId } = await subscribe(page);
      await page.context().clearCookies();
      await expectPage(page, '/desk/login');
      await enterDesk(page, 'owner');
      for (const at of PAGES.filter((one) => isDesk(one) && one !== '/desk/login'))
        await expectPage(page, at, path(at.replace('[accountId]', accountId)) + (QUERY[at] ?? ''));
    });
  });
