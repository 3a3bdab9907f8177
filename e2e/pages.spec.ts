import { readdirSync } from 'node:fs';
import { enterDesk } from './support/desk';
import { expectFits, expectFitsLargeFont } from './support/narrow';
import { call, subscribe } from './support/subscribers';
import { expect, test } from './support/test';
import { english, thai } from './support/words';

/** The pages that need another state than that of a new subscriber. Their own tests call `expectAccessible` in it. */
const ELSEWHERE = [
  ...['/do/[token]', '/fix/[token]', '/pay/[token]', '/invite/[code]', '/account/subscription/reactivate'],
  ...['/register/details', '/register/delivery', '/register/payment', '/register/confirmation'],
];

/** The pages that a visitor sees, too. A subscriber is redirected from some of them. */
const isPublic = (path: string) => !path.startsWith('/account') || path === '/account/email';

/** The pages of the desk before the log-in, and those that need a planned price change or a chosen figure. */
const DESK_ELSEWHERE = /\/\(out\)\/|\[changeId\]|\/rows\//;

/** Returns the paths of all pages whose file is wanted, from the folders of the pages. */
function pages(isWanted: (file: string) => boolean): string[] {
  return readdirSync('src/app', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/page.tsx') && isWanted(file))
    .map((file) => `/${file}`.replace(/\/page\.tsx$/, '').replaceAll(/\/(\([^/]*\)|\[locale\])/g, ''))
    .filter((path) => !ELSEWHERE.includes(path))
    .map((path) => path.replace('/[...rest]', '/nowhere') || '/')
    .toSorted();
}

test.use({ expectedErrors: /status of 404/ });

for (const words of [english, thai]) {
  const { path, locale } = words;

  test(`every page shows its whole text at 320 px with wide text spacing, and large targets (${locale})`, async ({
    page,
  }) => {
    test.slow();
    const found = pages((file) => !file.includes('/desk/'));
    for (const at of found.filter(isPublic)) {
      await page.goto(path(at));
      await expectFits(page, at);
      await expectFitsLargeFont(page, at);
    }
    await subscribe(page, words);
    const idFrom = async (list: string) =>
      (await call<{ orders: { orderId: string }[] }>(page, list)).orders[0]?.orderId ?? '';
    const [paid, upcoming] = [await idFrom('/mycloud/orders'), await idFrom('/api/orders/upcoming')];
    for (const at of found.filter((other) => !isPublic(other))) {
      await page.goto(path(at.replace('[orderId]', at.includes('/orders/') ? paid : upcoming)));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectFits(page, at);
      await expectFitsLargeFont(page, at);
    }
  });
}

test('every page of the desk shows its whole text at 320 px with wide text spacing, and large targets (th)', async ({
  page,
  browser,
}) => {
  test.slow();
  const subscriber = await (await browser.newContext()).newPage();
  const { accountId } = await subscribe(subscriber, thai);
  await enterDesk(page, 'owner', thai);
  for (const at of pages((file) => file.includes('/desk/') && !DESK_ELSEWHERE.test(file))) {
    await page.goto(thai.path(at.replace('[accountId]', accountId)));
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expectFits(page, at);
    await expectFitsLargeFont(page, at);
  }
});
