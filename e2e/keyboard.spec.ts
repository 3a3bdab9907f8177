import { sheetPath } from '@/locales/sheet-path';
import { cardForm, GOOD_CARD } from './support/cards';
import { payPath, pendingWindow, registerOffline, scanQr } from './support/offline';
import { newPerson, next, payButton } from './support/registration';
import { me } from './support/subscribers';
import { calendarDates, previewed, sheetOf } from './support/subscription';
import { expect, test, waitUntilInteractive } from './support/test';
import type { Locator, Page } from '@playwright/test';
import { t } from './support/words';

/** The most presses of Tab between two controls of one page. */
const STEPS_MAX = 90;

/** Presses Tab until the control has the focus. Expects that the browser shows the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  // Searching the control by its role again after each press takes longer than the press.
  const found = await control.elementHandle();
  const isFocused = () =>
    found?.evaluate((element) => document.activeElement === element && document.hasFocus());
  for (let step = 0; step < STEPS_MAX && !(await isFocused()); step += 1) await page.keyboard.press('Tab');
  expect(await isFocused(), `focus on ${control.toString()}`).toBe(true);
  const isShown = await control.evaluate((element) => {
    const drawn = [element, element.nextElementSibling, element.closest('label, div')];
    return drawn.some((part) => {
      if (!part) return false;
      const { outlineStyle, boxShadow, borderColor } = getComputedStyle(part);
      return outlineStyle !== 'none' || boxShadow !== 'none' || borderColor === 'rgb(150, 38, 44)';
    });
  });
  expect(isShown, `visible focus on ${control.toString()}`).toBe(true);
}

async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Completes the four steps of a registration by keyboard. @returns the chosen payment day */
async function register(page: Page): Promise<number> {
  const person = newPerson('keyboard');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await page.goto('/register');
  await waitUntilInteractive(page);
  const plans = page.getByRole('group', { name: t('box.plans') });
  await press(page, plans.getByRole('button', { name: 'Regular' }), 'Space');
  await press(page, page.getByRole('button', { name: t('box.add', { product: 'Day pads' }), exact: true }));
  const days = page.getByRole('group', { name: t('register.plan.paymentDay') });
  await press(page, page.getByRole('radio', { name: t('common.perMonths1') }), 'Space');
  const chosen = days.getByRole('radio', { checked: true });
  const day = Number(await chosen.evaluate((radio: HTMLInputElement) => radio.labels?.[0]?.textContent));
  await tabTo(page, chosen);
  await page.keyboard.press('ArrowRight');
  const nextDay = (day % 31) + 1;
  await expect(
    days.getByRole('radio', { name: t('common.dayOfMonth', { day: nextDay }), exact: true }),
  ).toBeChecked();
  await press(page, next(page, 'details'));

  await expect(heading(t('register.details.heading'))).toBeFocused();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await type(page, field(t('register.details.firstName')), person.firstName);
  await type(page, field(t('register.details.lastName')), person.lastName);
  await type(page, page.getByLabel(t('register.details.phone')), person.phone);
  await type(page, field(t('register.details.email')), person.email);
  await type(page, field(t('register.details.password')), person.password);
  await press(page, page.getByLabel(t('register.details.consent')), 'Space');
  await press(page, page.getByLabel(t('register.details.chargingConsent')), 'Space');
  // Enter in a field submits the form.
  await page.keyboard.press('Enter');

  await expect(heading(t('register.delivery.heading'))).toBeFocused();
  await type(page, page.getByLabel(t('register.delivery.postalCode')), person.postalCode);
  const area = page.getByLabel(t('register.delivery.area'));
  await expect(area.getByRole('option')).not.toHaveCount(1);
  await press(page, area, 'ArrowDown');
  await type(page, page.getByLabel(t('register.delivery.address')), person.address);
  await press(page, next(page, 'payment'));
  await expect(heading(t('register.payment.heading'))).toBeFocused();
  return nextDay;
}

test('a visitor registers, pays, skips, changes and cancels by keyboard @deep @desktop', async ({ page }) => {
  const day = await register(page);
  const card = cardForm(page);
  await type(page, card.name, GOOD_CARD.name);
  await type(page, card.number, GOOD_CARD.number.replaceAll(' ', ''));
  await type(page, card.expiry, GOOD_CARD.expiry.replace('/', ''));
  await type(page, card.code, GOOD_CARD.code);
  await press(page, payButton(page));
  await expect(page.getByRole('heading', { name: t('register.confirmation.paidHeading') })).toBeFocused();

  await press(page, page.getByRole('link', { name: t('register.confirmation.toAccount') }));
  await expect(page).toHaveURL('/account');
  const hero = page.locator('[data-hero]');
  await waitUntilInteractive(page);
  await press(page, hero.getByRole('button', { name: t('account.upcoming.skip') }));
  await expect(hero.getByRole('button', { name: t('account.upcoming.unskip') })).toBeFocused();

  const change = page.getByRole('link', { name: new RegExp(`${t('common.change')}$`) });
  const rhythm = sheetOf(page).getByRole('heading', { name: t('subscription.sheets.rhythm') });
  await press(page, change);
  await expect(rhythm).toBeFocused();
  await tabTo(page, page.getByRole('radio', { name: t('common.perMonths1') }));
  await page.keyboard.press('ArrowRight');
  await previewed(page);
  const promised = await calendarDates(page, 'after');
  const every2 = { frequency: t('common.perMonths2'), day };
  await press(page, page.getByRole('button', { name: t('subscription.rhythm.submit', every2) }));
  await expect(page.getByText(t('subscription.rhythm.done'), { exact: true })).toBeVisible();
  expect(await calendarDates(page, 'now')).toEqual(promised);
  await press(page, change);
  await expect(rhythm).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(change).toBeFocused();

  await press(page, page.getByRole('link', { name: t('account.ways.cancel') }));
  await expect(page).toHaveURL(sheetPath('cancel'));
  await waitUntilInteractive(page);
  await press(
    page,
    page
      .getByRole('group', { name: t('subscription.cancel.legend') })
      .getByRole('radio')
      .first(),
    'Space',
  );
  await press(page, page.getByRole('button', { name: t('subscription.cancel.submit') }));
  await expect(page.getByRole('heading', { name: t('subscription.cancel.doneTitle') })).toBeFocused();
  expect((await me(page)).subscription?.status).toBe('cancelled');
});

test('an open payment works by keyboard in dialog and page @deep @desktop', async ({ page }) => {
  const { paymentUrl, accountId } = await registerOffline(page);
  await page.goto('/account');
  const dialog = pendingWindow(page);
  await expect(dialog.getByRole('heading')).toBeFocused();
  await tabTo(page, dialog.getByRole('link', { name: t('payments.link.open') }));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await tabTo(page, page.locator('[data-hero]').getByRole('link', { name: /฿375\.25/ }));

  await page.goto(payPath(paymentUrl));
  await tabTo(page, page.getByRole('button', { name: t('secretLink.qr.save') }));
  await scanQr(accountId);
  await expect(page.getByRole('heading', { name: t('register.confirmation.paidHeading') })).toBeFocused();
});
