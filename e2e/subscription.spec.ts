import { expectAccessible } from './support/accessible';
import { call, me, subscribe } from './support/subscribers';
import {
  agreeToCharges,
  calendarDates,
  openSheet,
  previewed,
  sheetOf,
  upcomingOrders,
} from './support/subscription';
import { waitUntilInteractive, expect, test } from './support/test';
import { english, journeyLanguages, type Language, thai } from './support/words';
import { yearlessDayText } from '@/locales/calendar-format';
import { dayText, shortDayText } from '@/locales/format';
import { sheetPath } from '@/locales/sheet-path';
import type { Day } from '@/domain/day';
import type { Page, Route } from '@playwright/test';

const title = (page: Page, name: string) => sheetOf(page).getByRole('heading', { name });

/** Expects the calendar with the confirmation `done`. */
async function changed(page: Page, { path }: Language, done: string): Promise<void> {
  await Promise.all([
    expect(page.getByText(done, { exact: true })).toBeVisible(),
    expect(page).toHaveURL(path('/account')),
    expect(sheetOf(page)).toBeHidden(),
  ]);
}

const rhythm = ({ t }: Language, frequency: 1 | 2 | 3, day: number) =>
  t('subscription.rhythm.submit', { frequency: t(`common.perMonths${frequency}`), day });

const dayOf = (page: Page, { t }: Language, day: number) =>
  page.getByRole('radio', { name: t('common.dayOfMonth', { day }), exact: true });

for (const words of journeyLanguages) {
  const everywhere = { tag: words === english ? '@everywhere' : [] };
  const { t, locale } = words;

  test(
    `a change of the contents shows prices before and after, and can be undone (${locale})`,
    everywhere,
    async ({ page }, { project }) => {
      const shot = (name: string) => expectAccessible(page, `${project.name}-${name}-${locale}`);
      await subscribe(page, words);
      const { dates, entries } = await upcomingOrders(page, words);
      await waitUntilInteractive(page);
      await page.getByRole('link', { name: t('account.next.contents'), exact: true }).click();
      const date = yearlessDayText(dates[0] as Day, locale);
      await expect(title(page, t('subscription.box.ofDate', { date }))).toBeFocused();
      await expect(page.getByText(t('subscription.change.today'))).toBeVisible();
      await page.getByRole('radio', { name: t('subscription.box.always') }).check();
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
      await previewed(page);
      await expect(entries.first()).toContainText('฿543.75');
      await shot('box');
      const shortDate = shortDayText(dates[0] as Day, locale);
      const difference = t('subscription.box.difference', { amount: '+฿168.50', date: shortDate });
      await expect(sheetOf(page).getByText(difference)).toBeInViewport({ ratio: 1 });
      await submit.dblclick();
      await changed(page, words, t('subscription.box.doneWith', { difference }));
      await expect(entries.first()).toContainText('฿543.75');
      const undo = page.getByRole('button', { name: t('subscription.change.undo') });
      await undo.click();
      await expect(page.getByText(t('subscription.change.undone'))).toBeVisible();
      await expect(undo).toBeHidden();
      await expect(entries.nth(2)).toContainText('฿375.25');
      await expect(entries.first()).toContainText('฿375.25');
    },
  );

  test(
    `frequency and payment day change together from the chosen box on, as the calendar has shown (${locale})`,
    everywhere,
    async ({ page }, { project }) => {
      await subscribe(page, words);
      const { dates } = await upcomingOrders(page, words);
      await waitUntilInteractive(page);
      await page.getByRole('link', { name: new RegExp(`${t('common.change')}$`) }).click();
      await expect(title(page, t('subscription.sheets.rhythm'))).toBeFocused();
      await expect(page.getByText(t('subscription.rhythm.short', { day: 31 }))).toBeVisible();
      const size = page.viewportSize()!;
      for (const width of [320, 360]) {
        await page.setViewportSize({ ...size, width });
        const sizes = await page
          .locator('label', { has: page.locator('[name=paymentDay]') })
          .evaluateAll((days) => days.map((day) => [day.clientWidth, day.clientHeight]));
        expect(Math.min(...sizes.map(([, height]) => height!)), `${width} px`).toBeGreaterThanOrEqual(44);
      }
      await page.setViewportSize(size);
      await expect(page.getByRole('button', { name: rhythm(words, 1, 31) })).toBeDisabled();
      await page
        .getByRole('group', { name: t('subscription.rhythm.often') })
        .getByText(t('common.perMonths3'))
        .click();
      await page
        .getByRole('group', { name: t('subscription.rhythm.first') })
        .getByText(yearlessDayText(dates[2] as Day, locale))
        .click();
      await dayOf(page, words, 15).check({ force: true });
      await previewed(page);
      const promised = await calendarDates(page, 'after');
      expect(promised.slice(0, 2)).toEqual(dates.slice(0, 2));
      for (const day of promised.slice(2)) expect(day.slice(8)).toBe('15');
      await expectAccessible(page, `${project.name}-rhythm-${locale}`);
      await page.getByRole('button', { name: rhythm(words, 3, 15) }).click();
      await changed(page, words, t('subscription.rhythm.done'));
      expect(await calendarDates(page, 'now')).toEqual(promised);
      await page.reload();
      expect(await calendarDates(page, 'now')).toEqual(promised);
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
      await openSheet(page, words, 'cancel');
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
      await previewed(page);
      await expect(page.getByRole('button', { name: rhythm(words, 2, 31) })).toBeVisible();
      await openSheet(page, words, 'cancel');
      await page.getByRole('radio', { name: t('cancelReasons.alternativeBrand') }).check();
      await page.getByLabel(t('subscription.cancel.comment')).fill('Thank you.');
      await submit.dblclick();
      await expect(page.getByRole('heading', { name: t('subscription.cancel.doneTitle') })).toBeFocused();
      await shot('cancelled');
      expect((await me(page)).subscription?.status).toBe('cancelled');
      await openSheet(page, words, 'contents');
      await expect(page.getByRole('heading', { name: t('subscription.notActive.title') })).toBeVisible();
      await shot('box-cancelled');

      await sheetOf(page)
        .getByRole('link', { name: t('account.stopped.restart') })
        .click();
      await expect(title(page, t('subscription.sheets.restart'))).toBeFocused();
      await page.getByRole('radio', { name: t('subscription.reactivate.later') }).check();
      await page.getByRole('button', { name: t('subscription.reactivate.submitLaterPlain') }).click();
      const days = page.getByRole('group', { name: t('subscription.reactivate.date') }).getByRole('radio');
      await expect(days.first()).toBeFocused();
      const last = (await days.last().getAttribute('value')) ?? '';
      await days.last().check({ force: true });
      await page
        .getByRole('group', { name: t('subscription.reactivate.frequency') })
        .getByText(t('common.perMonths2'))
        .click();
      const submitLater = page.getByRole('button', {
        name: t('subscription.reactivate.submitLater', { date: dayText(last as Day, locale) }),
      });
      await submitLater.click();
      await expect(page.getByText(t('validation.chargingConsent'))).toBeVisible();
      await agreeToCharges(page, words);
      await shot('reactivate-later');
      await submitLater.click();
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
    await openSheet(page, english, 'rhythm');
    const submit = (of: Page, day: number) => of.getByRole('button', { name: rhythm(english, 1, day) });
    await dayOf(page, english, 15).check({ force: true });
    await previewed(page);

    const other = await page.context().newPage();
    await openSheet(other, english, 'rhythm');
    await dayOf(other, english, 20).check({ force: true });
    await submit(other, 20).click();
    await expect(other).toHaveURL(path('/account'));
    await other.close();

    await submit(page, 15).click();
    await expect(page.getByText(t('subscription.change.staleTitle'))).toBeVisible();
    await expect(page).toHaveURL(path(sheetPath('rhythm')));
    await expect(dayOf(page, english, 15)).toBeChecked();
    await previewed(page);
    await expectAccessible(page, 'rhythm-stale');
    await submit(page, 15).click();
    await changed(page, english, t('subscription.rhythm.done'));
  });

  test('leads to reactivation after a cancellation', { tag: '@deep' }, async ({ page }) => {
    const { t } = english;
    await subscribe(page, english);
    await openSheet(page, english, 'rhythm');
    await call(page, '/api/subscriptions/cancel', { reason: 'other', comment: 'x' });
    await dayOf(page, english, 15).check({ force: true });
    await page.getByRole('button', { name: rhythm(english, 1, 15) }).click();
    await expect(page.getByText(t('errors.NOT_ACTIVE')).last()).toBeVisible();
    await page.getByRole('link', { name: t('subscription.change.reactivate') }).click();
    await expect(title(page, t('subscription.sheets.restart'))).toBeVisible();
  });
});

test('the frequency can be changed by keyboard alone', { tag: '@deep' }, async ({ page }) => {
  const { t } = english;
  await subscribe(page, english);
  await upcomingOrders(page, english);
  await waitUntilInteractive(page);
  /** Presses Tab until the element has the focus. */
  const tabTo = async (target: ReturnType<Page['getByRole']>) => {
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  const change = page.getByRole('link', { name: new RegExp(`${t('common.change')}$`) });
  await tabTo(change);
  await page.keyboard.press('Enter');
  await expect(title(page, t('subscription.sheets.rhythm'))).toBeFocused();
  await tabTo(page.getByRole('radio', { name: t('common.perMonths1') }));
  await page.keyboard.press('ArrowRight');
  await previewed(page);
  const promised = await calendarDates(page, 'after');
  await tabTo(page.getByRole('button', { name: rhythm(english, 2, 31) }));
  await page.keyboard.press('Enter');
  await changed(page, english, t('subscription.rhythm.done'));
  expect(await calendarDates(page, 'now')).toEqual(promised);
  await change.focus();
  await page.keyboard.press('Enter');
  await expect(title(page, t('subscription.sheets.rhythm'))).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(change).toBeFocused();
});
