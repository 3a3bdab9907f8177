import { readdirSync } from 'node:fs';
import type { Page, Response } from '@playwright/test';
import { PUBLIC_PAGES } from '@/locales/paths';
import { SHEETS, sheetPath, type SheetName } from '@/locales/sheet-path';
import { expectAccessible } from './support/accessible';
import { enterDesk } from './support/desk';
import { expectFitsLargeFont } from './support/narrow';
import { expectIndexed, expectUnbroken, openPublicPage } from './support/public-page';
import { fillPlan } from './support/registration';
import { call, subscribe } from './support/subscribers';
import { expect, test } from './support/test';
import { english, thai, type Language } from './support/words';

/*
 * The table of pages: each page once per language, with its status, its language, its console, its accessibility and its
 * texts at 320 and 360 px. Other states of a page belong to the tests of its journeys.
 */

/** The pages that need another state than that of a new subscriber. Their own tests call `expectAccessible` in it. */
const ELSEWHERE = [
  '/maintenance',
  '/account/refund/[refundId]',
  ...['/do/[token]', '/fix/[token]', '/talk/[token]', '/pay/[token]', '/bank/[token]', '/invite/[code]'],
  ...['/register/details', '/register/delivery', '/register/payment', '/register/confirmation'],
];

/** The sheets that need another subscriber than one who has just paid. */
const WITH_CHARGE: readonly SheetName[] = ['now', 'restart'];

/** The pages of the desk before the log-in, and those that need a planned price change or a chosen figure. */
const DESK_ELSEWHERE =
  /\/desk\/(join|login\/link)|\[changeId\]|\[importId\]|\[conversationId\]|\[bulkId\]|\/rows$/;

/** The status of a page that is not 200. */
const STATUS: Record<string, number> = { '/nowhere': 404 };

/** What the address of a page names besides its path. */
const QUERY: Record<string, string> = { '/desk/parcels': '?list=toSend' };

/** Returns the paths of all pages, from their folders. */
const PAGES = readdirSync('src/app', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/page.tsx'))
  .map((file) => `/${file}`.replace(/\/page\.tsx$/, '').replaceAll(/\/(\([^/]*\)|\[locale\])/g, ''))
  .filter((path) => !ELSEWHERE.includes(path) && !DESK_ELSEWHERE.test(path))
  .map((path) => path.replace('/[...rest]', '/nowhere') || '/')
  .toSorted();

const isSite = (path: string) => (PUBLIC_PAGES as readonly string[]).includes(path);
const isDesk = (path: string) => path.startsWith('/desk');
const isAccount = (path: string) => path.startsWith('/account') && path !== '/account/email';

test.use({ expectedErrors: /status of 404/ });
// Up to forty pages in a test: on a slow machine each may take as long as a step of a journey.
test.describe.configure({ timeout: 900_000 });

/** Checks the page that is open. */
async function expectPage(page: Page, words: Language, at: string, response: Response | null) {
  expect.soft(response?.status(), at).toBe(STATUS[at] ?? 200);
  expect(new URL(page.url()).pathname, at).toBe(new URL(response?.url() ?? '').pathname);
  await expect(page.locator('html')).toHaveAttribute('lang', words.locale);
  await expect(page.getByRole('heading', { level: 1 }).first(), at).toBeVisible();
  const name = `page${at.replaceAll(/\W+/g, '-')}-${words.locale}`;
  await expectAccessible(page, name);
  await expectFitsLargeFont(page, name);
}

/** Expects that the Thai texts of the page are not broken at two widths. */
async function expectUnbrokenAtBoth(page: Page, at: string): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, width: 320 });
  await expectUnbroken(page, at);
  await page.setViewportSize(size);
  await expectUnbroken(page, at);
}

for (const words of [english, thai]) {
  const { path, locale } = words;

  test(`every public page is finished HTML in its language, indexed, accessible and fits 320 px (${locale})`, async ({
    page,
  }) => {
    for (const at of PAGES.filter(isSite)) {
      const response = await openPublicPage(page, path(at));
      await expectIndexed(page, words, at);
      await expectPage(page, words, at, response);
      if (words === thai) await expectUnbrokenAtBoth(page, at);
    }
  });

  test(`every page of log-in and registration is in its language, accessible and fits 320 px (${locale})`, async ({
    page,
  }) => {
    for (const at of PAGES.filter((one) => !isSite(one) && !isDesk(one) && !isAccount(one))) {
      const response = await page.goto(path(at));
      await expectPage(page, words, at, response);
      if (at === '/register') await fillPlan(page, words);
      if (words === thai) await expectUnbrokenAtBoth(page, at);
    }
  });

  test(`every page of the account is in its language, accessible and fits 320 px (${locale})`, async ({
    page,
  }) => {
    await subscribe(page, words);
    const idFrom = async (list: string) =>
      (await call<{ orders: { orderId: string }[] }>(page, list)).orders[0]?.orderId ?? '';
    const [paid, upcoming] = [await idFrom('/mycloud/orders'), await idFrom('/api/orders/upcoming')];
    for (const at of PAGES.filter(isAccount)) {
      await expectPage(page, words, at, await page.goto(path(at.replace('[orderId]', paid))));
    }
    for (const name of SHEETS.filter((sheet) => !WITH_CHARGE.includes(sheet))) {
      await page.goto(path(sheetPath(name, upcoming)));
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, `sheet-${name}-${locale}`);
      await expectFitsLargeFont(page, `sheet-${name}-${locale}`);
    }
  });

  test(`every page of the desk is in its language, accessible and fits 320 px (${locale})`, async ({
    page,
  }) => {
    const { accountId } = await subscribe(page, words);
    await page.context().clearCookies();
    const outside = '/desk/login';
    await expectPage(page, words, outside, await page.goto(path(outside)));
    await enterDesk(page, 'owner', words);
    for (const at of PAGES.filter((one) => isDesk(one) && one !== outside)) {
      const address = path(at.replace('[accountId]', accountId)) + (QUERY[at] ?? '');
      await expectPage(page, words, at, await page.goto(address));
    }
  });
}
