import { expectAccessible } from './support/accessible';
import { call, subscribe } from './support/subscribers';
import { upcomingOrders } from './support/subscription';
import { waitUntilInteractive, expect, test } from './support/test';
import { english, journeyLanguages, thai } from './support/words';
import { dayText } from '@/locales/format';
import type { Day } from '@/domain/day';
import type { Locator, Page } from '@playwright/test';

for (const words of journeyLanguages) {
  test(
    `the account skips and restores an order, at its card and in the list, and shows the receipt of a paid one (${words.locale})`,
    { tag: words === english ? '@everywhere' : [] },
    async ({ page }, { project }) => {
      const { t, path, locale } = words;
      const shot = (name: string) => expectAccessible(page, `${project.name}-${name}-${locale}`);
      await subscribe(page, words);
      const { entries, dates } = await upcomingOrders(page, words);
      const [first = '', second = ''] = dates;
      const date = (day: string) => dayText(day as Day, locale);
      const of = (day: string) => t('account.upcoming.ofDate', { date: date(day) });
      await waitUntilInteractive(page);

      const next = page.getByRole('region', { name: t('account.next.title') });
      const skip = next.getByRole('button', { name: t('account.next.skip') });
      await expect(page.locator('[data-tone]')).toHaveCount(2);
      for (const part of [
        next.locator(`time[datetime="${first}"]`),
        next.getByText('฿375.25'),
        skip,
        next.getByRole('link', { name: t('account.next.changeBox') }),
      ])
        await expect(part).toBeInViewport({ ratio: 1 });
      const place = await skip.boundingBox();
      const shifts = await watchShifts(page);
      await skip.click();
      const toast = page.getByRole('alert').filter({
        hasText: t('account.upcoming.didSkip', { date: date(first) }),
      });
      const skipped = page.getByRole('region', { name: t('account.next.skippedTitle') });
      const unskip = skipped.getByRole('button', { name: t('account.next.unskip') });
      await expect(unskip).toBeFocused();
      await expect(toast).toBeVisible();
      await expect(skipped).toContainText(date(second));
      await expect(entries.first()).toContainText(t('account.upcoming.skipped'));
      expect(await coveredHeadings(page, toast)).toEqual([]);
      expect(await unskip.boundingBox()).toEqual(place);
      expect(await shifts()).toEqual([]);
      await shot('account-skipped');

      await expect(toast).toBeHidden({ timeout: 4_500 });
      await unskip.click();
      await expect(skip).toBeVisible();
      await expect(entries.first()).toContainText('฿375.25');
      await page.reload();
      await waitUntilInteractive(page);
      await skip.click();
      await expect(unskip).toBeVisible();

      await page.reload();
      await expect(next.locator(`time[datetime="${second}"]`).first()).toBeVisible();
      await expect(entries.first()).toContainText(t('account.upcoming.skipped'));
      await waitUntilInteractive(page);
      await page.getByRole('button', { name: `${t('account.upcoming.unskip')} ${of(first)}` }).click();
      await expect(entries.first()).not.toContainText(t('account.upcoming.skipped'));
      await expect(entries.first()).toContainText('฿375.25');
      await page.reload();
      await expect(next.locator(`time[datetime="${first}"]`).first()).toBeVisible();

      await page.goto(path('/account/orders'));
      await waitUntilInteractive(page);
      await page.getByRole('button', { name: `${t('account.upcoming.skip')} ${of(second)}` }).click();
      await expect(entries.nth(1)).toContainText(t('account.upcoming.skipped'));
      await page.reload();
      await expect(entries.nth(1)).toContainText(t('account.upcoming.skipped'));
      await expect(entries.first()).toContainText('฿375.25');

      const paid = page
        .getByRole('region', { name: t('orders.previous') })
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { level: 3 }) });
      await expect(paid).toContainText(t('payments.status.success'));
      await expect(paid).toContainText(t('orders.shipment.preparing'));
      await paid.locator('summary').click();
      for (const text of [t('orders.vat'), '฿24.55', t('orders.card')])
        await expect(paid).toContainText(text);
      await shot('orders-receipt');
    },
  );
}

/** Records everything that moves without being scrolled. Returns a function that returns what has moved since. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      })[])
        shifts.push(`${entry.value}: ${entry.sources.map(({ node }) => node?.textContent).join(' | ')}`);
    }).observe({ type: 'layout-shift' });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}

/** Returns the texts of the headings that an element covers. */
async function coveredHeadings(page: Page, element: Locator): Promise<string[]> {
  const box = (await element.boundingBox())!;
  return page.evaluate(
    ({ y, height }) =>
      [...document.querySelectorAll('h1, h2, h3')]
        .filter((heading) => {
          const { top, bottom, width } = heading.getBoundingClientRect();
          return width > 1 && top < y + height && bottom > y;
        })
        .map(({ textContent }) => textContent ?? ''),
    box,
  );
}

test.describe('without a connection', () => {
  test.use({ expectedErrors: /net::ERR_|Failed to fetch/ });

  test('a skip leaves the page open and shows the real state after reconnecting', async ({
    page,
    context,
  }) => {
    const { t, path } = thai;
    const skipped = t('account.upcoming.skipped');
    const notice = (key: 'connectionLost' | 'connectionBack') =>
      page.getByRole('status').getByText(t(`common.${key}`));
    const unknown = page.getByText(t('common.answerLost'));
    await subscribe(page, thai);
    const { entries } = await upcomingOrders(page, thai);
    await waitUntilInteractive(page);

    // The server skips the order, but the browser does not receive the response. A double click skips only
    // one order.
    const isSkip = /orders\.skip/;
    await page.route(isSkip, (route) => route.fetch().then(() => route.abort()), { times: 1 });
    const next = page.getByRole('region', { name: t('account.next.title') });
    await next.getByRole('button', { name: t('account.next.skip') }).dblclick();
    await expect(notice('connectionBack')).toBeVisible();
    await expect(entries.filter({ hasText: skipped })).toHaveCount(1);
    await expect(unknown).toHaveCount(0);

    await context.setOffline(true);
    await expect(notice('connectionLost')).toBeVisible();
    await page
      .getByRole('button', { name: t('account.next.unskip') })
      .first()
      .click();
    await expect(unknown.first()).toBeVisible();
    await expectAccessible(page, 'account-no-connection');
    const cards = page
      .getByRole('navigation', { name: t('account.nav.label') })
      .getByRole('link', { name: t('account.nav.cards'), exact: true });
    await cards.click();
    await expect(page).toHaveURL(path('/account'));
    await expect(entries.first()).toContainText(skipped);
    await context.setOffline(false);
    await expect(notice('connectionBack')).toBeVisible();
    await expect(unknown).toHaveCount(0);
    await expect(entries.filter({ hasText: skipped })).toHaveCount(1);

    // The browser reports that it is online, but all requests fail, so the navigation waits.
    await page.route('**', (route) => route.abort());
    await cards.click();
    await expect(notice('connectionLost')).toBeVisible();
    await page.unroute('**');
    await expect(page.getByRole('heading', { level: 1, name: t('payments.method.title') })).toBeVisible();
    await expect(page).toHaveURL(path('/account/cards'));
  });
});

test('the account links to all its pages', async ({ page }) => {
  const { t } = english;
  await subscribe(page, english);
  const html = await (await page.request.get('/account')).text();
  expect(html, 'no placeholder takes the place of the page').not.toContain(`>${t('common.loading')}<`);
  expect(html).not.toContain('<template id="B:');
  await page.goto('/account');
  const nav = page.getByRole('navigation', { name: t('account.nav.label') });
  await expect(nav.getByRole('link', { name: t('account.nav.home') })).toHaveAttribute(
    'aria-current',
    'page',
  );
  for (const [name, path] of [
    ['orders', '/account/orders'],
    ['subscription', '/account/subscription'],
    ['cards', '/account/cards'],
    ['rewards', '/account/rewards'],
    ['details', '/account/details'],
  ] as const) {
    await nav.getByRole('link', { name: t(`account.nav.${name}`), exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }

  // The text spacing of WCAG 1.4.12 at 320 px.
  await page.setViewportSize({ width: 320, height: 560 });
  await page.evaluate(() => {
    document.documentElement.style.cssText = 'letter-spacing: 0.12em; word-spacing: 0.16em; line-height: 1.5';
  });
  for (const link of await nav.getByRole('link').all()) {
    const { isCut, width, height } = await link.evaluate((shown) => ({
      isCut: shown.scrollWidth > shown.clientWidth || shown.getBoundingClientRect().right > window.innerWidth,
      width: shown.clientWidth,
      height: shown.clientHeight,
    }));
    expect([isCut, width >= 44, height >= 44]).toEqual([false, true, true]);
  }

  // A reload fetches the previous page again, so that going back also shows the progress bar.
  // The progress bar announces an arrival once it listens, which is later than the hydration.
  await page.addInitScript(() =>
    window.addEventListener('ira:navigation-ended', () => Object.assign(window, { barListens: true })),
  );
  // The links of the menu fetch their pages ahead: these requests wait, too, or the way back would need none.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/_rsc=/, (route) => answered.then(() => route.continue()));
  await page.reload();
  await page.waitForFunction(() => 'barListens' in window);
  await page.evaluate(() => window.history.back());
  const bar = page.locator('[data-running]');
  await expect(bar).toBeAttached();
  answer();
  await expect(page.getByRole('heading', { level: 1, name: t('rewards.title') })).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test.describe('an unknown order', { tag: '@deep' }, () => {
  test.use({ expectedErrors: /status of 404/ });

  test('is explained under its own title, with a link to the orders', async ({ page }) => {
    const { t } = english;
    await subscribe(page, english);
    await page.goto('/account/orders/ord_unknown');
    await expect(page.getByRole('heading', { level: 1, name: t('common.notFoundTitle') })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(t('common.notFoundTitle')));
    await page.getByRole('link', { name: t('order.back') }).click();
    await expect(page).toHaveURL('/account/orders');
  });
});

test.describe('an order that was deleted in the meantime', { tag: '@deep' }, () => {
  test.use({ expectedErrors: /status of (404|409)/ });

  test('is not skipped, and the page explains it and shows the current state', async ({ page }) => {
    const { t } = english;
    await subscribe(page, english);
    await upcomingOrders(page, english);
    await waitUntilInteractive(page);
    await call(page, '/api/subscriptions/cancel', { reason: 'buyWhenNeed' });
    await page.getByRole('button', { name: t('account.next.skip') }).click();
    await expect(page.getByText(/Unable to skip order/).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: t('account.next.noneTitle') })).toBeVisible();
    await expect(
      page.getByRole('link', { name: t('account.subscription.reactivate') }).first(),
    ).toBeVisible();
    await expectAccessible(page, 'account-cancelled');
  });
});
