import { expectAccessible } from './support/accessible';
import { call, subscribe } from './support/subscribers';
import { calendarDates, upcomingOrders } from './support/subscription';
import { waitUntilInteractive, expect, test } from './support/test';
import { yearlessDayText } from '@/locales/calendar-format';
import { addDays, type Day } from '@/domain/day';
import type { Locator, Page } from '@playwright/test';
import { locale, path, speak, t } from './support/words';

test('a box is skipped and restored with one tap, and nothing moves @thai @everywhere', async ({ page }) => {
  await subscribe(page);
  const { entries, dates } = await upcomingOrders(page);
  const [first = '', second = '', third = ''] = dates;
  await waitUntilInteractive(page);

  const hero = page.locator('[data-hero]');
  const heading = page.getByRole('heading', { level: 1 });
  const of = (word: 'skip' | 'unskip', at: Locator) =>
    at.getByRole('button', { name: t(`account.upcoming.${word}`) });
  for (const part of [
    heading.locator(`time[datetime="${first}"]`),
    hero.getByText('฿375.25'),
    of('skip', hero),
    hero.getByRole('link', { name: t('account.next.contents'), exact: true }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  const place = await of('skip', hero).boundingBox();
  const shifts = await watchShifts(page);
  await of('skip', hero).click();
  await expect(of('unskip', hero)).toBeFocused();
  await expect(heading).toContainText(t('account.next.skippedTitle'));
  await expect(hero).toContainText(yearlessDayText(second as Day, locale()));
  await expect(entries.first()).toContainText(t('account.upcoming.skipped'));
  expect(await of('unskip', hero).boundingBox()).toEqual(place);
  expect(await shifts()).toEqual([]);
  await expectAccessible(page, 'account-skipped');

  await of('unskip', entries.first()).click();
  await expect(of('skip', hero)).toBeVisible();
  await expect(entries.first()).toContainText('฿375.25');
  await of('skip', hero).click();
  await expect(of('unskip', hero)).toBeVisible();

  await of('skip', entries.nth(1)).click();
  await expect(entries.nth(1)).toContainText(t('account.upcoming.skipped'));
  await page.reload();
  await expect(heading.locator('time')).toHaveAttribute('datetime', third);
  for (const index of [0, 1]) await expect(entries.nth(index)).toContainText(t('account.upcoming.skipped'));
  const shown = await calendarDates(page, 'now');
  expect(shown.at(-1)! > addDays(first as Day, 300)).toBe(true);

  const paid = page.getByRole('list', { name: t('account.calendar.past') }).getByRole('listitem');
  await expect(paid).toContainText(t('orders.shipment.preparing'));
  const receipt = await paid.getByRole('link', { name: t('orders.receipt') }).getAttribute('href');
  expect((await page.request.get(receipt ?? '')).headers()['content-type']).toBe('application/pdf');
  await waitUntilInteractive(page);
  await paid.getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(path('/account/orders/')));
  for (const text of [t('orders.vat'), '฿24.55', t('orders.card')])
    await expect(page.getByRole('main')).toContainText(text);
});

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

test.describe('without a connection', () => {
  test.use({ expectedErrors: /net::ERR_|Failed to fetch/ });

  test('a skip leaves the page open and shows the real state after reconnecting', async ({
    page,
    context,
  }) => {
    speak('th');
    const skipped = t('account.upcoming.skipped');
    const notice = (key: 'connectionLost' | 'connectionBack') =>
      page.getByRole('status').getByText(t(`common.${key}`));
    const unknown = page.getByText(t('common.answerLost'));
    await subscribe(page);
    const { entries } = await upcomingOrders(page);
    await waitUntilInteractive(page);

    // The server skips the order, but the browser does not receive the response. A double click skips only
    // one order.
    const isSkip = /orders\.skip/;
    await page.route(isSkip, (route) => route.fetch().then(() => route.abort()), { times: 1 });
    const hero = page.locator('[data-hero]');
    await hero.getByRole('button', { name: t('account.upcoming.skip') }).dblclick();
    await expect(notice('connectionBack')).toBeVisible();
    await expect(entries.filter({ hasText: skipped })).toHaveCount(1);
    await expect(unknown).toHaveCount(0);

    await context.setOffline(true);
    await expect(notice('connectionLost')).toBeVisible();
    await hero.getByRole('button', { name: t('account.upcoming.unskip') }).click();
    await expect(unknown.first()).toBeVisible();
    await expectAccessible(page, 'account-no-connection');
    const tab = page
      .getByRole('navigation', { name: t('account.nav.label') })
      .getByRole('link', { name: t('account.nav.account'), exact: true });
    await tab.click();
    await expect(page).toHaveURL(path('/account'));
    await expect(entries.first()).toContainText(skipped);
    await context.setOffline(false);
    await expect(notice('connectionBack')).toBeVisible();
    await expect(unknown).toHaveCount(0);
    await expect(entries.filter({ hasText: skipped })).toHaveCount(1);

    // The browser reports that it is online, but all requests fail, so the navigation waits.
    await page.route('**', (route) => route.abort());
    await tab.click();
    await expect(notice('connectionLost')).toBeVisible();
    await page.unroute('**');
    await expect(page.getByRole('heading', { level: 1, name: t('details.title') })).toBeVisible();
    await expect(page).toHaveURL(path('/account/details'));
  });
});

test.describe('links that fetch their pages ahead', () => {
  test.use({ fetchesAhead: true });

  test('the account has three tabs, which fit at every spacing of text', async ({ page }) => {
    await subscribe(page);
    const html = await (await page.request.get('/account')).text();
    expect(html, 'no placeholder takes the place of the page').not.toContain(`>${t('common.loading')}<`);
    expect(html).not.toContain('<template id="B:');
    await page.goto('/account');
    const nav = page.getByRole('navigation', { name: t('account.nav.label') });
    await expect(nav.getByRole('link', { name: t('account.nav.boxes') })).toHaveAttribute(
      'aria-current',
      'page',
    );
    for (const [name, path] of [
      ['points', '/account/rewards'],
      ['account', '/account/details'],
      ['boxes', '/account'],
      ['points', '/account/rewards'],
    ] as const) {
      await nav.getByRole('link', { name: t(`account.nav.${name}`) }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    }

    // The text spacing of WCAG 1.4.12 at 320 px.
    await page.setViewportSize({ width: 320, height: 560 });
    await page.evaluate(() => {
      document.documentElement.style.cssText =
        'letter-spacing: 0.12em; word-spacing: 0.16em; line-height: 1.5';
    });
    for (const link of await nav.getByRole('link').all()) {
      const { isCut, width, height } = await link.evaluate((shown) => ({
        isCut:
          shown.scrollWidth > shown.clientWidth || shown.getBoundingClientRect().right > window.innerWidth,
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
});

test.describe('an order that was deleted in the meantime @deep', () => {
  test.use({ expectedErrors: /status of (404|409)/ });

  test('is not skipped, and the page explains it and shows the current state', async ({ page }) => {
    await subscribe(page);
    await upcomingOrders(page);
    await waitUntilInteractive(page);
    await call(page, '/api/subscriptions/cancel', { reason: 'buyWhenNeed' });
    await page
      .locator('[data-hero]')
      .getByRole('button', { name: t('account.upcoming.skip') })
      .click();
    await expect(page.getByText(/Unable to skip order/).first()).toBeVisible();
    await expect(page.locator('[data-hero]')).toContainText(t('account.status.cancelled'));
    await expect(page.getByRole('link', { name: t('account.stopped.restart') }).first()).toBeVisible();
    await expectAccessible(page, 'account-cancelled');
  });
});
