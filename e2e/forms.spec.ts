import { expectAccessible } from './support/accessible';
import { fillDetails, fillPlan, newPerson, next } from './support/registration';
import { expect, test } from './support/test';
import { english, journeyLanguages } from './support/words';
import type { Page } from '@playwright/test';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

for (const words of journeyLanguages) {
  test(`a focused summary lists the missing fields and links to them (${words.locale})`, async ({ page }) => {
    const { t, path, locale } = words;
    await page.goto(path('/register'));
    await fillPlan(page, words);
    await next(page, words, 'details').click();
    await expect(heading(page, t('register.details.heading'))).toBeFocused();
    await next(page, words, 'delivery').click();
    await expect(page.getByRole('alert', { name: t('validation.allRequired') })).toBeFocused();
    await page.getByLabel(t('register.details.phone')).fill('12345');
    await next(page, words, 'delivery').click();

    const summary = page.getByRole('alert', { name: t('auth.summaryTitle') });
    await expect(summary).toBeFocused();
    await expect(summary).toBeInViewport();
    await expect(page).toHaveTitle(new RegExp(`^${t('auth.errorPrefix', { title: '' })}`));
    await expectAccessible(page, `errors-${locale}`);

    const phone = page.getByLabel(t('register.details.phone'));
    await summary.getByRole('link', { name: t('validation.phone') }).click();
    await expect(phone).toBeFocused();
    await expect(phone).toHaveAttribute('aria-invalid', 'true');
    await expect(phone).toHaveAccessibleDescription(new RegExp(t('validation.phone')));
    await expect(phone).toHaveValue('12345');
    for (const label of [
      'firstName',
      'lastName',
      'email',
      'password',
      'consent',
      'chargingConsent',
    ] as const) {
      const field = page.getByLabel(t(`register.details.${label}`), { exact: true });
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      const inline = await page.locator(`#details-${label}-error`).innerText();
      await expect(field).toHaveAccessibleDescription(new RegExp(literally(inline)));
      await expect(summary.getByRole('link', { name: inline, exact: true })).toBeVisible();
    }

    await phone.fill('๐๘๑ ๒๓๔-๕๖๗๘');
    await expect(phone).not.toHaveAttribute('aria-invalid', 'true');
    await fillDetails(page, words, { ...newPerson(), phone: '+66 81 234 5678' });
    await expect(summary).toBeHidden();
    await next(page, words, 'delivery').click();

    await expect(heading(page, t('register.delivery.heading'))).toBeFocused();
    await page.getByLabel(t('register.delivery.postalCode')).fill('1011');
    await next(page, words, 'payment').click();
    await expect(summary).toBeFocused();
    await summary.getByRole('link', { name: t('validation.postalCode') }).click();
    await expect(page.getByLabel(t('register.delivery.postalCode'))).toBeFocused();
    await page.getByLabel(t('register.delivery.address')).fill('x'.repeat(301));
    const limit = t('validation.atMost', { field: t('register.delivery.address'), max: 300 });
    await summary.getByRole('link', { name: limit }).click();
    await expect(page.getByLabel(t('register.delivery.address'))).toBeFocused();
    await expectAccessible(page, `errors-delivery-${locale}`);
  });
}

test('an empty box cannot be ordered, and no registration step can be skipped', async ({ page }) => {
  const { t } = english;
  await page.goto('/register');
  await next(page, english, 'details').click();
  await expect(page.getByRole('alert').filter({ hasText: t('box.emptyHint') })).toBeInViewport();
  for (const step of ['details', 'payment']) {
    await page.goto(`/register/${step}`);
    await expect(page).toHaveURL('/register');
  }
  // The answer of LINE goes along to the first step.
  await page.goto('/register/details?line=taken');
  await expect(page).toHaveURL('/register?line=taken');
  await expect(page.getByText(t('errors.LINE_TAKEN'))).toBeVisible();
  await page.goto('/register/confirmation');
  await expect(heading(page, t('register.confirmation.nothingHeading'))).toBeVisible();
  await expectAccessible(page, 'confirmation-nothing');
});

test(
  'Back leads to the previous step, and an unknown postal code allows a typed address',
  { tag: '@deep' },
  async ({ page }) => {
    const { t } = english;
    const person = newPerson();
    const back = page.getByRole('main').getByRole('navigation').getByRole('link');
    await page.goto('/register');
    await fillPlan(page, english);
    await expect(back).toHaveCount(0);
    await next(page, english, 'details').click();
    await expect(heading(page, t('register.details.heading'))).toBeFocused();
    await expect(back).toHaveText([t('register.back')]);
    await back.click();
    await expect(heading(page, t('register.plan.heading'))).toBeFocused();
    await next(page, english, 'details').click();
    await fillDetails(page, english, person);
    await next(page, english, 'delivery').click();
    await page.getByLabel(t('register.delivery.postalCode')).fill('99999');
    await expect(page.getByText(t('register.delivery.unknown'))).toBeVisible();
    await page.getByLabel(t('register.delivery.subdistrict'), { exact: true }).fill('Somewhere');
    await page.getByLabel(t('register.delivery.district'), { exact: true }).fill('Else');
    await page.getByLabel(t('register.delivery.province')).fill('Bangkok');
    await page.getByLabel(t('register.delivery.address')).fill(person.address);
    await expectAccessible(page, 'delivery-typed');
    await next(page, english, 'payment').click();
    await expect(heading(page, t('register.payment.heading'))).toBeVisible();
  },
);

/** Returns the names of the page's focusable elements that another element covers when they have the focus. */
async function coveredStops(page: Page): Promise<(string | null)[]> {
  const covered: (string | null)[] = [];
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return null;
      const shown = element.closest('label') ?? element;
      const box = shown.getBoundingClientRect();
      const seen = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20));
      return { name: shown.innerText || shown.id || shown.ariaLabel, isSeen: shown.contains(seen) };
    });
    if (!stop) return covered;
    if (!stop.isSeen) covered.push(stop.name);
  }
  return covered;
}

test('the price bar never covers a focused element', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/register');
  await fillPlan(page, english);
  await page.getByRole('heading', { level: 1 }).click();
  expect(await coveredStops(page)).toEqual([]);
  await next(page, english, 'details').click();
  await expect(heading(page, english.t('register.details.heading'))).toBeFocused();
  expect(await coveredStops(page)).toEqual([]);
});

test(
  'nothing is sticky on the screen of a phone on its side or at 400 % zoom',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto('/register');
    await fillPlan(page, english);
    const stuck = await page.evaluate(
      () =>
        [...document.querySelectorAll('main *')].filter((element) =>
          ['sticky', 'fixed'].includes(getComputedStyle(element).position),
        ).length,
    );
    expect(stuck).toBe(0);
  },
);
