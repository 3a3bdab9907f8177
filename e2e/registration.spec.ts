import { expectAccessible } from './support/accessible';
import { logIn } from './support/subscribers';
import { DEMO_PASSWORD } from './support/product';
import {
  fillDelivery,
  fillDetails,
  fillPlan,
  newPerson,
  next,
  payButton,
  type Person,
} from './support/registration';
import { waitUntilInteractive, expect, heading, test } from './support/test';
import { path, speak, t } from './support/words';
import type { Locator, Page } from '@playwright/test';

/** The console message of an e-mail that is taken. */
test.use({ expectedErrors: /status of 409/ });

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function expectDetails(page: Page, person: Person, password: string): Promise<void> {
  const field = (name: string) => page.locator(`#details-${name}`);
  for (const name of ['firstName', 'lastName', 'phone', 'email'] as const)
    await expect(field(name)).toHaveValue(person[name]);
  await expect(page.getByLabel(t('register.details.ageGroup'))).toHaveValue('25-34');
  for (const name of ['consent', 'chargingConsent'] as const)
    await expect(page.getByLabel(t(`register.details.${name}`))).toBeChecked();
  await expect(page.getByLabel(t('register.details.password'), { exact: true })).toHaveValue(password);
}

async function toDetails(page: Page): Promise<void> {
  await next(page, 'details').click();
  await expect(heading(page, t('register.details.heading'))).toBeFocused();
}

test('no registration step can be skipped, a focused summary lists missing fields and links to them, and answers survive going back and a reload, except for the password @thai', async ({
  page,
}) => {
  await page.goto(path('/register/payment'));
  await expect(page).toHaveURL(path('/register'));
  // The answer of LINE goes along to the first step.
  await page.goto(path('/register/details?line=taken'));
  await expect(page).toHaveURL(path('/register?line=taken'));
  await expect(page.getByText(t('errors.LINE_TAKEN'))).toBeVisible();
  await waitUntilInteractive(page);
  await next(page, 'details').click();
  await expect(page.getByRole('alert').filter({ hasText: t('box.emptyHint') })).toBeInViewport();
  await fillPlan(page);
  const contents = await page.locator('main [class*=quantity]').allTextContents();
  await toDetails(page);
  await next(page, 'delivery').click();
  await expect(page.getByRole('alert', { name: t('validation.allRequired') })).toBeFocused();
  const phone = page.getByLabel(t('register.details.phone'));
  await phone.fill('12345');
  await next(page, 'delivery').click();

  const summary = page.getByRole('alert', { name: t('auth.summaryTitle') });
  await expect(summary).toBeFocused();
  await expect(summary).toBeInViewport();
  await expect(page).toHaveTitle(new RegExp(`^${t('auth.errorPrefix', { title: '' })}`));
  await expectAccessible(page, 'errors');
  await summary.getByRole('link', { name: t('validation.phone') }).click();
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await expect(phone).toHaveAccessibleDescription(new RegExp(t('validation.phone')));
  await expect(phone).toHaveValue('12345');
  for (const label of ['firstName', 'lastName', 'email', 'password', 'consent', 'chargingConsent'] as const) {
    const field = page.getByLabel(t(`register.details.${label}`), { exact: true });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    const inline = await page.locator(`#details-${label}-error`).innerText();
    await expect(field).toHaveAccessibleDescription(new RegExp(literally(inline)));
    await expect(summary.getByRole('link', { name: inline, exact: true })).toBeVisible();
  }
  await phone.fill('๐๘๑ ๒๓๔-๕๖๗๘');
  await expect(phone).not.toHaveAttribute('aria-invalid', 'true');
  const person = { ...newPerson(), phone: '+66 81 234 5678' };
  await fillDetails(page, person);
  await expect(summary).toBeHidden();

  await page.goBack();
  await expect(page.locator('main [class*=quantity]')).toHaveText(contents);
  await expect(page.getByRole('radio', { name: t('common.dayOfMonth', { day: 31 }) })).toBeChecked();
  await page.goForward();
  await expectDetails(page, person, person.password);
  await page.reload();
  await expectDetails(page, person, '');
  await page.getByLabel(t('register.details.password'), { exact: true }).fill(person.password);
  await next(page, 'delivery').click();

  await expect(heading(page, t('register.delivery.heading'))).toBeFocused();
  const postalCode = page.getByLabel(t('register.delivery.postalCode'));
  const address = page.getByLabel(t('register.delivery.address'));
  await postalCode.fill('1011');
  await next(page, 'payment').click();
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: t('validation.postalCode') }).click();
  await expect(postalCode).toBeFocused();
  await address.fill('x'.repeat(301));
  const limit = t('validation.atMost', { field: t('register.delivery.address'), max: 300 });
  await summary.getByRole('link', { name: limit }).click();
  await expect(address).toBeFocused();
  await expectAccessible(page, 'errors-delivery');
  await fillDelivery(page, person);
  await page.reload();
  await expect(postalCode).toHaveValue(person.postalCode);
  await expect(address).toHaveValue(person.address);
  const area = page.getByLabel(t('register.delivery.area')).locator('option:checked');
  await expect(area).toHaveText(/Bangkok|กรุงเทพ/);
  await page.goBack();
  await expectDetails(page, person, '');
});

test('going back keeps the answers, and a typed address is accepted @deep', async ({ page }) => {
  const person = newPerson();
  const back = page.getByRole('main').getByRole('link', { name: t('register.back') });
  await page.goto('/register');
  await fillPlan(page);
  await expect(back).toHaveCount(0);
  await toDetails(page);
  const main = page.getByRole('main');
  for (const name of ['terms', 'privacy'] as const)
    await expect(main.getByRole('link', { name: t(`register.details.${name}`) })).toHaveAttribute(
      'href',
      `/${name}`,
    );
  await back.click();
  await expect(heading(page, t('register.plan.heading'))).toBeFocused();
  await toDetails(page);
  await fillDetails(page, person);
  await page.getByRole('link', { name: t('common.otherLanguageLabel') }).click();
  await expect(page).toHaveURL('/th/register/details');
  speak('th');
  await expectDetails(page, person, '');
  await page.getByRole('link', { name: t('common.otherLanguageLabel') }).click();
  await expect(page).toHaveURL('/register/details');
  speak('en');
  await expectDetails(page, person, '');
  await page.getByLabel(t('register.details.password'), { exact: true }).fill(person.password);
  await next(page, 'delivery').click();
  await page.getByLabel(t('register.delivery.postalCode')).fill('99999');
  await expect(page.getByText(t('register.delivery.unknown'))).toBeVisible();
  await page.getByLabel(t('register.delivery.subdistrict'), { exact: true }).fill('Somewhere');
  await page.getByLabel(t('register.delivery.district'), { exact: true }).fill('Else');
  await page.getByLabel(t('register.delivery.province')).fill('Bangkok');
  await page.getByLabel(t('register.delivery.address')).fill(person.address);
  await expectAccessible(page, 'delivery-typed');
  await next(page, 'payment').click();
  await expect(heading(page, t('register.payment.heading'))).toBeFocused();
  await page.getByRole('link', { name: `${t('common.change')}: ${t('register.payment.box')}` }).click();
  await expect(heading(page, t('register.plan.heading'))).toBeVisible();
  await waitUntilInteractive(page);
  await page.getByRole('button', { name: t('box.add', { product: 'Night pads' }), exact: true }).click();
  await next(page, 'details').click();
  await expect(heading(page, t('register.payment.heading'))).toBeVisible();
  await expect(page.getByText('2 × Night pads').first()).toBeVisible();
});

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

test('the price bar covers no focused element and sticks to no low screen @deep', async ({ page }) => {
  const size = page.viewportSize()!;
  await page.goto('/register');
  await fillPlan(page);
  await page.setViewportSize({ width: 320, height: 256 });
  const stuck = await page
    .locator('main *')
    .evaluateAll((all) => all.filter((one) => /sticky|fixed/.test(getComputedStyle(one).position)).length);
  expect(stuck).toBe(0);
  await page.setViewportSize(size);
  await heading(page, t('register.plan.heading')).click();
  expect(await coveredStops(page)).toEqual([]);
  await toDetails(page);
  expect(await coveredStops(page)).toEqual([]);
});

test('a taken e-mail is reported with a log-in link, and the input is kept @deep', async ({ page }) => {
  const person = { ...newPerson(), email: 'active@demo.test' };
  await page.goto('/register');
  await fillPlan(page);
  await toDetails(page);
  await fillDetails(page, person);
  await next(page, 'delivery').click();
  await expect(page.getByRole('alert').getByRole('link', { name: t('errors.EMAIL_TAKEN') })).toBeVisible();
  await expectDetails(page, person, person.password);
  await expectAccessible(page, 'email-taken');
  await page.getByRole('link', { name: t('register.details.logInInstead'), exact: true }).click();
  await logIn(page, { ...person, password: DEMO_PASSWORD });
  await expect(page).toHaveURL('/account');
});

test('a visitor registers with 16 taps and 100 characters @deep', async ({ page }) => {
  const person = newPerson();
  let taps = 0;
  let characters = 0;
  const tap = async (control: Locator) => {
    taps += 1;
    await control.click();
  };
  /** Types into a field, which needs a tap if it does not have the focus. */
  const type = async (field: Locator, text: string) => {
    if (!(await field.evaluate((element) => element === document.activeElement))) await tap(field);
    characters += text.length;
    await field.pressSequentially(text);
  };
  await page.goto('/register');
  await waitUntilInteractive(page);
  await tap(page.getByRole('group', { name: t('box.plans') }).getByRole('button', { name: 'Regular' }));
  await tap(next(page, 'details'));
  for (const name of ['firstName', 'lastName', 'phone', 'email', 'password'] as const)
    await type(page.locator(`#details-${name}`), person[name]);
  await tap(page.getByLabel(t('register.details.consent')));
  await tap(page.getByLabel(t('register.details.chargingConsent')));
  await tap(next(page, 'delivery'));
  await type(page.getByLabel(t('register.delivery.postalCode')), person.postalCode);
  // One tap opens the list, one chooses.
  taps += 2;
  await page.getByLabel(t('register.delivery.area')).selectOption({ index: 1 });
  await type(page.getByLabel(t('register.delivery.address')), person.address);
  await tap(next(page, 'payment'));

  await expect(heading(page, t('register.payment.heading'))).toBeFocused();
  for (const shown of [
    page.getByText(t('register.payment.today')),
    page.getByRole('radio', { name: t('register.payment.card'), exact: true }),
    page.getByRole('radio', { name: t('register.payment.offline') }),
    payButton(page),
  ])
    await expect(shown).toBeInViewport({ ratio: 1 });
  expect(characters).toBeLessThanOrEqual(100);
  // Further taps by card: into its form, and the button.
  expect(taps + 2).toBeLessThanOrEqual(16);
  await tap(page.getByText(t('register.payment.offline'), { exact: true }));
  await tap(page.getByRole('button', { name: t('register.payment.offlineGo', { amount: '฿' }) }));
  await expect(page).toHaveURL(/\/pay\//);
  expect(taps).toBeLessThanOrEqual(16);
});
