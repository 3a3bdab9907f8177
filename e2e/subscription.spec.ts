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
import { byLanguage, locale, path, t } from './support/words';
import { addDays, type Day } from '@/domain/day';
import { yearlessDayText } from '@/locales/calendar-format';
import { dayText, shortDayText } from '@/locales/format';
import { sheetPath } from '@/locales/sheet-path';
import type { Page, Route } from '@playwright/test';

/** The console message of a change that another tab has overtaken. */
test.use({ expectedErrors: /status of 409/ });

const title = (page: Page, name: string) => sheetOf(page).getByRole('heading', { name });
const day = (date: string | undefined) => yearlessDayText(date as Day, locale());
const row = (page: Page, index: number) => page.locator('[data-ahead] > li').nth(index);

/** Expects the calendar with the confirmation `done`. */
async function changed(page: Page, done: string): Promise<void> {
  await Promise.all([
    expect(page.getByText(done, { exact: true })).toBeVisible(),
    expect(page).toHaveURL(path('/account')),
    expect(sheetOf(page)).toBeHidden(),
  ]);
}

/** Opens the account and returns the next three dates. */
async function openAccount(page: Page): Promise<string[]> {
  await subscribe(page);
  const { dates } = await upcomingOrders(page);
  await waitUntilInteractive(page);
  return dates;
}

const rhythm = (frequency: 1 | 2 | 3, paymentDay: number) =>
  t('subscription.rhythm.submit', { frequency: t(`common.perMonths${frequency}`), day: paymentDay });

const dayOf = (page: Page, paymentDay: number) =>
  page.getByRole('radio', { name: t('common.dayOfMonth', { day: paymentDay }), exact: true });

const plan = (page: Page, en: string, th: string) =>
  page.getByRole('group', { name: t('box.plans') }).getByRole('button', { name: byLanguage(en, th) });

test('a change of the contents shows both prices and can be undone @thai @everywhere', async ({ page }) => {
  const [first] = await openAccount(page);
  await page.getByRole('link', { name: t('account.next.contents'), exact: true }).click();
  await expect(title(page, t('subscription.box.ofDate', { date: day(first) }))).toBeFocused();
  await expect(page.getByText(t('subscription.change.today'))).toBeVisible();
  await page.getByRole('radio', { name: t('subscription.box.always') }).check();
  const submit = page.getByRole('button', { name: t('subscription.box.submit') });
  await expect(submit).toBeDisabled();

  const remove = (en: string, th: string) =>
    page.getByRole('button', { name: t('box.remove', { product: byLanguage(en, th) }), exact: true }).click();
  await remove('Day pads', 'ผ้าอนามัยกลางวัน');
  await remove('Day pads', 'ผ้าอนามัยกลางวัน');
  await remove('Night pads', 'ผ้าอนามัยกลางคืน');
  await submit.click();
  await expect(page.getByText(t('box.emptyHint'))).toBeFocused();
  await expectAccessible(page, 'box-empty');

  await plan(page, 'Heavy', 'มามาก').click();
  await previewed(page);
  await expect(row(page, 0)).toContainText('฿543.75');
  const date = shortDayText(first as Day, locale());
  const difference = t('subscription.box.difference', { amount: '+฿168.50', date });
  await expect(sheetOf(page).getByText(difference)).toBeInViewport({ ratio: 1 });
  await submit.dblclick();
  await changed(page, t('subscription.box.doneWith', { difference }));
  await expect(row(page, 0)).toContainText('฿543.75');
  const undo = page.getByRole('button', { name: t('subscription.change.undo') });
  await undo.click();
  await expect(page.getByText(t('subscription.change.undone'))).toBeVisible();
  await expect(undo).toBeHidden();
  for (const index of [2, 0]) await expect(row(page, index)).toContainText('฿375.25');
});

test('a subscriber changes one box, every box and returns to the usual one @thai', async ({ page }) => {
  const [first] = await openAccount(page);
  const date = shortDayText(first as Day, locale());
  const once = page.getByRole('radio', { name: t('subscription.box.onceNote') });
  const submitOnce = page.getByRole('button', { name: t('subscription.box.submitOnce') });
  /** Expects the totals of the next three boxes, as they are and after a reload. */
  const expectTotals = async (...totals: string[]) => {
    for (const [index, total] of totals.entries()) await expect(row(page, index)).toContainText(total);
  };
  const open = () => page.getByRole('link', { name: t('account.next.contents'), exact: true }).click();

  await openSheet(page, 'contents');
  await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(
    new RegExp(t('subscription.box.always')),
  );
  await once.check();
  await expect(submitOnce).toBeDisabled();
  await plan(page, 'Heavy', 'มามาก').click();
  await previewed(page);
  await expectTotals('฿543.75', '฿375.25', '฿375.25');
  await expectAccessible(page, 'own-box');
  await submitOnce.click();
  const difference = t('subscription.box.differenceOnce', { amount: '+฿168.50', date });
  await changed(page, t('subscription.box.doneOnceWith', { difference }));
  await expectTotals('฿543.75', '฿375.25', '฿375.25');

  await openSheet(page, 'contents');
  await plan(page, 'Regular', 'ปกติ').click();
  await previewed(page);
  await page.getByRole('button', { name: t('subscription.box.submit') }).click();
  await expect(page).toHaveURL(path('/account'));
  await expectTotals('฿543.75', '฿312.75', '฿312.75');

  await open();
  await expect(once).toBeChecked();
  await page.getByRole('button', { name: t('subscription.box.usual') }).click();
  await previewed(page);
  await expectTotals('฿312.75');
  await submitOnce.click();
  await changed(page, t('subscription.box.doneUsual'));
  await page.reload();
  await expectTotals('฿312.75', '฿312.75', '฿312.75');
});

test('a subscriber sends one box to another person, and the next one home @thai', async ({ page }) => {
  await openAccount(page);
  const elsewhere = page.getByRole('link', { name: t('account.next.sendElsewhere') });
  await elsewhere.click();
  await expect(title(page, t('subscription.sheets.address'))).toBeFocused();
  await page.getByLabel(t('register.delivery.postalCode')).fill('50200');
  await page.getByLabel(t('register.delivery.area')).selectOption({ index: 1 });
  await page.getByLabel(t('register.delivery.address'), { exact: true }).fill('9 Nimman');
  await previewed(page);
  await expect(row(page, 0)).toContainText('฿395.25');
  await expect(row(page, 1)).not.toContainText('฿395.25');
  await expectAccessible(page, 'own-address');
  await page.getByLabel(t('register.delivery.isOther')).check();
  await page.getByLabel(t('register.delivery.recipientName'), { exact: true }).fill('มาลี สุข');
  const submit = page.getByRole('button', { name: t('subscription.address.submit') });
  await submit.click();
  await expect(page.getByRole('alert', { name: t('validation.allRequired') })).toContainText(
    t('validation.missing', { field: t('register.delivery.recipientPhone') }),
  );
  await page.getByLabel(t('register.delivery.recipientPhone'), { exact: true }).fill('+66 89 876 5432');
  await submit.click();
  await changed(page, t('subscription.address.done'));
  const dear = page.locator('[data-ahead] > li').filter({ hasText: '฿395.25' });
  await expect(dear).toHaveCount(1);
  await expect(page.getByText(/50200/)).toBeVisible();
  await elsewhere.click();
  await expect(sheetOf(page)).toContainText(/มาลี สุข 089\s876\s5432/);
  const remove = page.getByRole('button', { name: t('subscription.address.remove') });
  await remove.click();
  await previewed(page);
  await expect(row(page, 0)).toContainText('฿375.25');
  await remove.click();
  await changed(page, t('subscription.address.removed'));
  await expect(dear).toHaveCount(0);
  await expect(page.getByText(/50200/)).toHaveCount(0);
});

test('a subscriber pauses, resumes with one tap, and moves a box with three taps @thai', async ({ page }) => {
  const dates = await openAccount(page);
  const hero = page.getByRole('heading', { level: 1 });
  const expectHero = async (key: 'account.paused.title' | 'account.next.title', date: string | undefined) => {
    await expect(hero).toContainText(t(key));
    await expect(hero.locator('time')).toHaveAttribute('datetime', date!);
  };
  await page.getByRole('link', { name: t('account.ways.pause') }).click();
  await expect(title(page, t('subscription.sheets.pause'))).toBeFocused();
  await sheetOf(page)
    .getByRole('radio', { name: day(dates[2]) })
    .check();
  await previewed(page);
  await expect.poll(async () => (await calendarDates(page, 'after'))[0]).toBe(dates[2]);
  await expectAccessible(page, 'pause');
  await page.getByRole('button', { name: t('subscription.pause.submit', { date: day(dates[2]) }) }).click();
  await expect(page).toHaveURL(path('/account'));
  await expectHero('account.paused.title', dates[2]);
  await expectAccessible(page, 'paused');
  await page.getByRole('button', { name: t('account.paused.resume') }).click();
  await expectHero('account.next.title', dates[0]);
  await page.getByRole('button', { name: t('subscription.change.undo') }).click();
  await expectHero('account.paused.title', dates[2]);
  await openSheet(page, 'pause');
  await sheetOf(page)
    .getByRole('button', { name: t('subscription.pause.resume') })
    .click();
  await expect(page.getByText(t('subscription.pause.resumed'), { exact: true })).toBeVisible();
  await expectHero('account.next.title', dates[0]);

  await row(page, 1).getByRole('link').click();
  await sheetOf(page)
    .getByRole('link', { name: t('account.next.move') })
    .click();
  const ofDate = (date: string | undefined) => t('subscription.move.ofDate', { date: day(date) });
  await expect(title(page, ofDate(dates[1]))).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheetOf(page)).toBeHidden();
  await expect(page).toHaveURL(path('/account'));
  await page.goBack();
  await expect(title(page, ofDate(dates[1]))).toBeVisible();
  await page.getByRole('button', { name: t('subscription.move.submitPlain') }).click();
  await expect(sheetOf(page).getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');

  await page
    .locator('[data-hero]')
    .getByRole('link', { name: t('account.next.move'), exact: true })
    .click();
  const date = addDays(dates[0] as Day, 7);
  await page.getByRole('radio', { name: dayText(date, locale()), exact: true }).check({ force: true });
  await previewed(page);
  const moved = [date, dates[1], dates[2]];
  expect((await calendarDates(page, 'after')).slice(0, 3)).toEqual(moved);
  await expectAccessible(page, 'move-order');
  await page.getByRole('button', { name: t('subscription.move.submit', { date: day(date) }) }).click();
  await changed(page, t('subscription.move.done'));
  expect((await upcomingOrders(page)).dates).toEqual(moved);
});

test('the rhythm changes as the calendar has shown, but not from an outdated tab @thai @everywhere', async ({
  page,
}) => {
  const dates = await openAccount(page);
  await page.getByRole('link', { name: new RegExp(`${t('common.change')}$`) }).click();
  await expect(title(page, t('subscription.sheets.rhythm'))).toBeFocused();
  await expect(page.getByText(t('subscription.rhythm.short', { day: 31 }))).toBeVisible();
  const size = page.viewportSize()!;
  for (const width of [320, 360]) {
    await page.setViewportSize({ ...size, width });
    const heights = await page
      .locator('label', { has: page.locator('[name=paymentDay]') })
      .evaluateAll((days) => days.map((one) => one.clientHeight));
    expect(Math.min(...heights), `${width} px`).toBeGreaterThanOrEqual(44);
  }
  await page.setViewportSize(size);
  await expect(page.getByRole('button', { name: rhythm(1, 31) })).toBeDisabled();
  await page
    .getByRole('group', { name: t('subscription.rhythm.often') })
    .getByText(t('common.perMonths3'))
    .click();
  await page
    .getByRole('group', { name: t('subscription.rhythm.first') })
    .getByText(day(dates[2]))
    .click();
  await dayOf(page, 15).check({ force: true });
  await previewed(page);
  // What another tab does meanwhile.
  await call(page, '/api/subscriptions/pause', { until: dates[1]! });
  await call(page, '/api/subscriptions/resume', {});
  const submit = page.getByRole('button', { name: rhythm(3, 15) });
  await submit.click();
  await expect(page.getByText(t('subscription.change.staleTitle'))).toBeVisible();
  await expect(page).toHaveURL(path(sheetPath('rhythm')));
  await expect(dayOf(page, 15)).toBeChecked();
  await previewed(page);
  await expectAccessible(page, 'rhythm-stale');
  const promised = await calendarDates(page, 'after');
  expect(promised.slice(0, 2)).toEqual(dates.slice(0, 2));
  for (const date of promised.slice(2)) expect(date.slice(8)).toBe('15');
  await submit.click();
  await changed(page, t('subscription.rhythm.done'));
  expect(await calendarDates(page, 'now')).toEqual(promised);
  await page.reload();
  expect(await calendarDates(page, 'now')).toEqual(promised);
});

test('a subscriber cancels, and reactivates for a selected day @thai @everywhere', async ({ page }) => {
  await subscribe(page);
  const refusal = { status: 'error', code: 'THROTTLED', message: t('errors.THROTTLED') };
  const refuse = (route: Route) => route.fulfill({ json: refusal });
  await page.route('**/subscription/cancel-reasons', refuse, { times: 1 });
  await page.goto(path('/account'));
  await waitUntilInteractive(page);
  await page.getByRole('link', { name: t('account.ways.cancel') }).click();
  await expect(page.getByText(refusal.message)).toBeVisible();
  await page.getByRole('button', { name: t('common.tryAgain') }).click();
  const submit = page.getByRole('button', { name: t('subscription.cancel.submit') });
  await submit.click();
  await expect(page.getByText(t('subscription.cancel.missing'))).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeFocused();
  if (locale() === 'th') await expectAccessible(page, 'cancel-missing');
  const offer = page.getByRole('link', { name: t('subscription.cancel.offerEvery2') });
  await page.getByRole('radio', { name: t('cancelReasons.menopause') }).check();
  await expect(offer).toBeHidden();
  await page.getByRole('radio', { name: t('cancelReasons.buyWhenNeed') }).check();
  await expect(offer).toBeVisible();
  await expectAccessible(page, 'cancel-offer');
  await offer.click();
  await previewed(page);
  await expect(page.getByRole('button', { name: rhythm(2, 31) })).toBeVisible();
  await openSheet(page, 'cancel');
  await page.getByRole('radio', { name: t('cancelReasons.alternativeBrand') }).check();
  await page.getByLabel(t('subscription.cancel.comment')).fill('Thank you.');
  await submit.dblclick();
  await expect(page.getByRole('heading', { name: t('subscription.cancel.doneTitle') })).toBeFocused();
  await expectAccessible(page, 'cancelled');
  expect((await me(page)).subscription?.status).toBe('cancelled');
  await openSheet(page, 'contents');
  await expect(page.getByRole('heading', { name: t('subscription.notActive.title') })).toBeVisible();
  await expectAccessible(page, 'box-cancelled');

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
    name: t('subscription.reactivate.submitLater', { date: dayText(last as Day, locale()) }),
  });
  await submitLater.click();
  await expect(page.getByText(t('validation.chargingConsent'))).toBeVisible();
  await agreeToCharges(page);
  await expectAccessible(page, 'reactivate-later');
  await submitLater.click();
  await Promise.all([
    expect(page.getByText(t('subscription.reactivate.done'), { exact: true })).toBeVisible(),
    expect(page).toHaveURL(path('/account')),
  ]);
  const { dates } = await upcomingOrders(page);
  expect(dates[0]).toBe(last);
  expect((await me(page)).subscription?.status).toBe('active');
});

test('an outdated tab leads to reactivation after a cancellation @deep', async ({ page }) => {
  await subscribe(page);
  await openSheet(page, 'rhythm');
  await call(page, '/api/subscriptions/cancel', { reason: 'other', comment: 'x' });
  await dayOf(page, 15).check({ force: true });
  await page.getByRole('button', { name: rhythm(1, 15) }).click();
  await expect(page.getByText(t('errors.NOT_ACTIVE')).last()).toBeVisible();
  await page.getByRole('link', { name: t('subscription.change.reactivate') }).click();
  await expect(title(page, t('subscription.sheets.restart'))).toBeVisible();
});
