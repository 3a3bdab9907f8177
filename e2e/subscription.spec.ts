import { expectAccessible } from './support/accessible';
import { call, me, subscribe } from './support/subscribers';
import { compared, comparedDates, openChange, upcomingOrders } from './support/subscription';
import { waitUntilInteractive, expect, test } from './support/test';
import { english, journeyLanguages, type Language, thai } from './support/words';
import { dayText, shortDayText } from '@/locales/format';
import type { Day } from '@/domain/day';
import type { Page, Route } from '@playwright/test';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Expects the subscription page with the confirmation `done`. */
async function changed(page: Page, { t, path }: Language, done: string): Promise<void> {
  await Promise.all([
    expect(page.getByText(done, { exact: true })).toBeVisible(),
    expect(page).toHaveURL(path('/account/subscription')),
    expect(heading(page, t('subscription.title'))).toBeFocused(),
  ]);
}

/** Returns the elements that stay in place while the page is scrolled. */
const sticky = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main, main *, main ~ aside')]
      .filter((element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position))
      .map(({ className }) => className),
  );

for (const words of journeyLanguages) {
  const everywhere = { tag: words === english ? '@everywhere' : [] };
  const { t, locale } = words;

  test(
    `a change of the box shows prices and dates before and after (${locale})`,
    everywhere,
    async ({ page }, { project }) => {
      const shot = (name: string) => expectAccessible(page, `${project.name}-${name}-${locale}`);
      await subscribe(page, words);
      const { dates } = await upcomingOrders(page, words);
      await page.goto(words.path('/account/subscription'));
      await page.getByRole('link', { name: t('subscription.hub.changeBox') }).click();
      await expect(heading(page, t('subscription.box.title'))).toBeFocused();
      await expect(page.getByText(t('subscription.change.today'))).toBeVisible();
      const submit = page.getByRole('button', { name: t('subscription.box.submit') });
      await expect(submit).toBeDisabled();

      const product = (en: string, th: string) => (locale === 'th' ? th : en);
      const remove = (name: string) =>
        page.getByRole('button', { name: t('box.remove', { product: name }), exact: true });
      await remove(product('Day pads', 'ผ้าอนามัยกลางวัน')).click();
      await remove(product('Day pads', 'ผ้าอนามัยกลางวัน')).click();
      await remove(product('Night pads', 'ผ้าอนามัยกลางคืน')).click();
      await submit.click();
      await expect(page.getByText(t('box.emptyHint'))).toBeFocused();
      await shot('box-empty');

      await page
        .getByRole('group', { name: t('box.plans') })
        .getByRole('button', { name: product('Heavy', 'มามาก') })
        .click();
      await compared(page, words);
      expect(await comparedDates(page, 0)).toEqual(dates);
      expect(await comparedDates(page, 1)).toEqual(dates);
      await expect(page.getByRole('row').nth(1)).toContainText('฿375.25');
      await expect(page.getByRole('row').nth(1)).toContainText('฿543.75');
      await shot('box');
      const size = page.viewportSize()!;
      await page.setViewportSize({ width: 320, height: 256 });
      expect(await sticky(page)).toEqual([]);
      await page.setViewportSize(size);
      const date = shortDayText(dates[0] as Day, locale);
      const difference = t('subscription.box.difference', { amount: '+฿168.50', date });
      await page.evaluate(() => window.scrollTo({ top: 0 }));
      if (project.name === 'phone')
        await expect(page.locator('[data-price-bar]').getByText(difference)).toBeInViewport({ ratio: 1 });
      await submit.dblclick();
      await changed(page, words, t('subscription.box.doneWith', { difference }));
      await expect(page.getByRole('main')).toContainText('฿543.75');
      const undo = page.getByRole('main').getByRole('button', { name: t('subscription.hub.undo') });
      await expect(page.getByRole('button', { name: t('common.undo'), exact: true })).toBeHidden();
      await undo.click();
      await expect(page.getByText(t('subscription.box.undone'))).toBeVisible();
      await expect(undo).toBeHidden();
      await expect(page.getByRole('main')).toContainText('฿375.25');
      const { entries } = await upcomingOrders(page, words);
      await expect(entries.filter({ hasText: '฿375.25' })).toHaveCount(3);
    },
  );

  test(
    `a change of the frequency starts after the selected order (${locale})`,
    everywhere,
    async ({ page }, { project }) => {
      await subscribe(page, words);
      const { dates } = await upcomingOrders(page, words);
      await openChange(page, words, 'frequency');
      const submit = (frequency: 1 | 3) =>
        page.getByRole('button', { name: t(`subscription.frequency.submit${frequency}`) });
      await expect(submit(1)).toBeDisabled();
      await page
        .getByRole('group', { name: t('subscription.frequency.legend') })
        .getByText(t('common.perMonths3'))
        .click();
      await page
        .getByRole('group', { name: t('subscription.frequency.after') })
        .getByText(dayText(dates[1] as Day, locale))
        .click();
      await compared(page, words);
      const promised = await comparedDates(page, 1);
      expect(promised.slice(0, 2)).toEqual(dates.slice(0, 2));
      expect((promised[2] ?? '') > (dates[2] ?? '')).toBe(true);
      await expectAccessible(page, `${project.name}-frequency-${locale}`);
      await submit(3).click();
      await changed(page, words, t('subscription.frequency.done'));
      expect((await upcomingOrders(page, words)).dates).toEqual(promised);
    },
  );

  test(
    `a change of the payment day leads to the previewed dates (${locale})`,
    everywhere,
    async ({ page }, { project }) => {
      await subscribe(page, words);
      await openChange(page, words, 'payment-day');
      await expect(page.getByText(t('subscription.day.short', { day: 31 }))).toBeVisible();
      const size = page.viewportSize()!;
      for (const width of [320, 360]) {
        await page.setViewportSize({ ...size, width });
        const sizes = await page
          .locator('label', { has: page.locator('[name=paymentDay]') })
          .evaluateAll((days) => days.map((day) => [day.clientWidth, day.clientHeight]));
        expect(Math.min(...sizes.flat()), `${width} px`).toBeGreaterThanOrEqual(44);
      }
      await page.setViewportSize(size);
      await page
        .getByRole('group', { name: t('subscription.day.legend') })
        .getByText('15', { exact: true })
        .click();
      await compared(page, words);
      const promised = await comparedDates(page, 1);
      for (const day of promised) expect(day.slice(8)).toBe('15');
      await expectAccessible(page, `${project.name}-payment-day-${locale}`);
      await page.getByRole('button', { name: t('subscription.day.submit', { day: 15 }) }).click();
      await changed(page, words, t('subscription.day.done'));
      expect((await upcomingOrders(page, words)).dates).toEqual(promised);
    },
  );

  test(
    `a subscriber cancels, and reactivates for a selected day (${locale})`,
    everywhere,
    async ({ page }, { project }) => {
      const shot = (name: string) => expectAccessible(page, `${project.name}-${name}-${locale}`);
      await subscribe(page, words);
      const refusal = { status: 'error', code: 'THROTTLED', message: t('errors.THROTTLED') };
      const refuse = (route: Route) => route.fulfill({ json: refusal });
      await page.route('**/subscription/cancel-reasons', refuse, { times: 1 });
      await openChange(page, words, 'cancel');
      await expect(page.getByText(refusal.message)).toBeVisible();
      await page.getByRole('button', { name: t('common.tryAgain') }).click();
      const submit = page.getByRole('button', { name: t('subscription.cancel.submit') });
      await submit.click();
      await expect(page.getByText(t('subscription.cancel.missing'))).toBeVisible();
      await expect(page.getByRole('radio').first()).toBeFocused();
      if (words === thai) await shot('cancel-missing');
      const offer = page.getByRole('link', { name: t('subscription.cancel.offerEvery2') });
      await page.getByRole('radio', { name: t('cancelReasons.menopause') }).check();
      await expect(offer).toBeHidden();
      await page.getByRole('radio', { name: t('cancelReasons.buyWhenNeed') }).check();
      await expect(offer).toBeVisible();
      await shot('cancel-offer');
      await offer.click();
      await compared(page, words);
      await expect(page.getByRole('button', { name: t('subscription.frequency.submit2') })).toBeVisible();
      await openChange(page, words, 'cancel');
      await page.getByRole('radio', { name: t('cancelReasons.alternativeBrand') }).check();
      await page.getByLabel(t('subscription.cancel.comment')).fill('Thank you.');
      await submit.dblclick();
      await expect(heading(page, t('subscription.cancel.doneTitle'))).toBeFocused();
      await shot('cancelled');
      expect((await me(page)).subscription?.status).toBe('cancelled');
      await page.goto(words.path('/account/subscription/box'));
      await expect(page.getByRole('heading', { name: t('subscription.notActive.title') })).toBeVisible();
      await shot('box-cancelled');

      await page.getByRole('link', { name: t('subscription.hub.reactivate') }).click();
      await expect(heading(page, t('subscription.reactivate.title'))).toBeFocused();
      await page.getByRole('radio', { name: t('subscription.reactivate.later') }).check();
      await page.getByRole('button', { name: t('subscription.reactivate.submitLaterPlain') }).click();
      const date = page.getByLabel(t('subscription.reactivate.date'));
      await expect(date).toBeFocused();
      const last = (await date.getAttribute('max')) ?? '';
      await date.fill(last);
      await page
        .getByRole('group', { name: t('subscription.reactivate.frequency') })
        .getByText(t('common.perMonths2'))
        .click();
      await shot('reactivate-later');
      await page
        .getByRole('button', {
          name: t('subscription.reactivate.submitLater', { date: dayText(last as Day, locale) }),
        })
        .click();
      await Promise.all([
        expect(page.getByText(t('subscription.reactivate.done'), { exact: true })).toBeVisible(),
        expect(page).toHaveURL(words.path('/account')),
      ]);
      const { dates } = await upcomingOrders(page, words);
      expect(dates[0]).toBe(last);
      expect((await me(page)).subscription?.status).toBe('active');
    },
  );
}

test.describe('an outdated tab of the subscription', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('overwrites nothing, shows the current state and keeps the choice', async ({ page }) => {
    const { t, path } = english;
    await subscribe(page, english);
    await openChange(page, english, 'payment-day');
    const day = (of: Page, number: number) =>
      of.getByRole('radio', { name: t('common.dayOfMonth', { day: number }) });
    const submit = (of: Page, number: number) =>
      of.getByRole('button', { name: t('subscription.day.submit', { day: number }) });
    await day(page, 15).check({ force: true });
    await compared(page, english);

    const other = await page.context().newPage();
    await openChange(other, english, 'payment-day');
    await day(other, 20).check({ force: true });
    await submit(other, 20).click();
    await expect(other).toHaveURL(path('/account/subscription'));
    const { dates } = await upcomingOrders(other, english);
    await other.close();

    await submit(page, 15).click();
    await expect(page.getByText(t('subscription.change.staleTitle'))).toBeVisible();
    await expect(page).toHaveURL(path('/account/subscription/payment-day'));
    await expect(day(page, 15)).toBeChecked();
    await compared(page, english);
    expect(await comparedDates(page, 0)).toEqual(dates);
    await expectAccessible(page, 'payment-day-stale');
    await submit(page, 15).click();
    await changed(page, english, t('subscription.day.done'));
  });

  test('leads to reactivation after a cancellation', { tag: '@deep' }, async ({ page }) => {
    const { t } = english;
    await subscribe(page, english);
    await openChange(page, english, 'frequency');
    await call(page, '/api/subscriptions/cancel', { reason: 'other', comment: 'x' });
    await page
      .getByRole('group', { name: t('subscription.frequency.legend') })
      .getByText(t('common.perMonths2'))
      .click();
    await page.getByRole('button', { name: t('subscription.frequency.submit2') }).click();
    await expect(page.getByText(t('errors.NOT_ACTIVE')).last()).toBeVisible();
    await page.getByRole('link', { name: t('subscription.change.reactivate') }).click();
    await expect(heading(page, t('subscription.reactivate.title'))).toBeVisible();
  });
});

test('the frequency can be changed by keyboard alone', { tag: '@deep' }, async ({ page }) => {
  const { t, path } = english;
  await subscribe(page, english);
  const { dates } = await upcomingOrders(page, english);
  await page.goto('/account/subscription');
  /** Presses Tab until the element has the focus. */
  const tabTo = async (target: ReturnType<Page['getByRole']>) => {
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await tabTo(page.getByRole('link', { name: t('subscription.hub.changeFrequency') }));
  await page.keyboard.press('Enter');
  await expect(heading(page, t('subscription.frequency.title'))).toBeFocused();
  await waitUntilInteractive(page);
  await tabTo(page.getByRole('radio', { name: t('common.perMonths1') }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: dayText(dates[0] as Day, 'en') })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await compared(page, english);
  const promised = await comparedDates(page, 1);
  await expect(page.getByRole('button', { name: t('subscription.year.more') })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: t('subscription.frequency.submit2') })).toBeFocused();
  await page.keyboard.press('Enter');
  await changed(page, english, t('subscription.frequency.done'));
  expect((await upcomingOrders(page, english)).dates).toEqual(promised);
  await expect(page).toHaveURL(path('/account'));
});
