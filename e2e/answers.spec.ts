import { expectAccessible } from './support/accessible';
import { logIn } from './support/subscribers';
import { DEMO_PASSWORD } from './support/product';
import { fillDelivery, fillDetails, fillPlan, newPerson, next, type Person } from './support/registration';
import { waitUntilInteractive, expect, test } from './support/test';
import { english, thai, type Language } from './support/words';
import type { Page } from '@playwright/test';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function expectPlan(page: Page, { t }: Language): Promise<void> {
  await expect(page.getByRole('button', { name: t('box.remove', { product: 'Day pads' }) })).toBeEnabled();
  await expect(
    page.getByRole('img', { name: /2 × Day pads, 1 × Night pads, 1 × Panty liners/ }).first(),
  ).toBeVisible();
  await expect(page.getByRole('radio', { name: t('common.dayOfMonth', { day: 31 }) })).toBeChecked();
}

async function expectDetails(page: Page, { t }: Language, person: Person, password: string): Promise<void> {
  await expect(page.getByLabel(t('register.details.firstName'), { exact: true })).toHaveValue(
    person.firstName,
  );
  await expect(page.getByLabel(t('register.details.lastName'), { exact: true })).toHaveValue(person.lastName);
  await expect(page.getByLabel(t('register.details.phone'))).toHaveValue(person.phone);
  await expect(page.getByLabel(t('register.details.ageGroup'))).toHaveValue('25-34');
  await expect(page.getByLabel(t('register.details.email'), { exact: true })).toHaveValue(person.email);
  await expect(page.getByLabel(t('register.details.consent'))).toBeChecked();
  await expect(page.getByLabel(t('register.details.chargingConsent'))).toBeChecked();
  await expect(page.getByLabel(t('register.details.password'), { exact: true })).toHaveValue(password);
}

async function walkToDetails(page: Page, words: Language, person: Person): Promise<void> {
  await page.goto(words.path('/register'));
  await fillPlan(page, words);
  await next(page, words, 'details').click();
  await expect(heading(page, words.t('register.details.heading'))).toBeFocused();
  await fillDetails(page, words, person);
}

test('registration answers survive going back and a reload, except for the password', async ({ page }) => {
  const { t } = english;
  const person = newPerson();
  await walkToDetails(page, english, person);
  await page.goBack();
  await expectPlan(page, english);
  await page.goForward();
  await expectDetails(page, english, person, person.password);
  await page.reload();
  await expectDetails(page, english, person, '');
  await page.getByLabel(t('register.details.password'), { exact: true }).fill(person.password);
  await next(page, english, 'delivery').click();

  await expect(heading(page, t('register.delivery.heading'))).toBeFocused();
  await fillDelivery(page, english, person);
  await page.reload();
  await expect(page.getByLabel(t('register.delivery.postalCode'))).toHaveValue(person.postalCode);
  await expect(page.getByLabel(t('register.delivery.address'))).toHaveValue(person.address);
  await expect(page.getByLabel(t('register.delivery.area')).locator('option:checked')).toHaveText(/Bangkok/);
  await page.goBack();
  await expectDetails(page, english, person, '');
});

test('an answer changed after going back is ordered', { tag: '@deep' }, async ({ page }) => {
  const { t } = english;
  const person = newPerson();
  await walkToDetails(page, english, person);
  await next(page, english, 'delivery').click();
  await fillDelivery(page, english, person);
  await next(page, english, 'payment').click();
  await expect(heading(page, t('register.payment.heading'))).toBeFocused();
  await page.getByRole('link', { name: `${t('common.change')}: ${t('register.payment.box')}` }).click();
  await expect(heading(page, t('register.plan.heading'))).toBeVisible();
  await waitUntilInteractive(page);
  await page.getByRole('button', { name: t('box.add', { product: 'Night pads' }), exact: true }).click();
  await next(page, english, 'details').click();
  await expect(heading(page, t('register.payment.heading'))).toBeVisible();
  await expect(page.getByText('2 × Night pads').first()).toBeVisible();
});

test(
  'the language switch keeps the registration step and its answers',
  { tag: '@deep' },
  async ({ page }) => {
    const person = newPerson();
    await walkToDetails(page, english, person);
    await page.getByRole('link', { name: english.t('common.otherLanguageLabel') }).click();
    await expect(page).toHaveURL('/th/register/details');
    await expect(page.locator('html')).toHaveAttribute('lang', 'th');
    await expectDetails(page, thai, person, '');
    await page.getByRole('link', { name: thai.t('common.otherLanguageLabel') }).click();
    await expect(page).toHaveURL('/register/details');
    await expectDetails(page, english, person, '');
  },
);

test.describe('a visitor whose session ended during registration', { tag: '@deep' }, () => {
  test.use({ expectedErrors: /status of 401/ });

  test('logs in and continues with the same answers', async ({ page, context }) => {
    const { t } = english;
    const person = newPerson();
    await walkToDetails(page, english, person);
    await next(page, english, 'delivery').click();
    await expect(heading(page, t('register.delivery.heading'))).toBeFocused();
    await context.clearCookies();
    await fillDelivery(page, english, person);
    await next(page, english, 'payment').click();

    await expect(page.getByText(t('register.sessionOver'))).toBeVisible();
    await expectDetails(page, english, person, person.password);
    await expectAccessible(page, 'session-over');
    await page
      .getByRole('main')
      .getByRole('link', { name: t('common.logIn'), exact: true })
      .first()
      .click();
    await logIn(page, english, person);
    await expect(heading(page, t('register.delivery.heading'))).toBeVisible();
    await expect(page.getByLabel(t('register.delivery.address'))).toHaveValue(person.address);
    await next(page, english, 'payment').click();
    await expect(heading(page, t('register.payment.heading'))).toBeVisible();
  });
});

test.describe('an e-mail that is already registered', { tag: '@deep' }, () => {
  test.use({ expectedErrors: /status of 409/ });

  test('is reported at its field with a log-in link, and the input is kept', async ({ page }) => {
    const { t } = english;
    const person = { ...newPerson(), email: 'active@demo.test' };
    await walkToDetails(page, english, person);
    await next(page, english, 'delivery').click();
    await expect(page.getByRole('alert').getByRole('link', { name: t('errors.EMAIL_TAKEN') })).toBeVisible();
    await expectDetails(page, english, person, person.password);
    await expectAccessible(page, 'email-taken');
    await page.getByRole('link', { name: t('register.details.logInInstead'), exact: true }).click();
    await logIn(page, english, { ...person, password: DEMO_PASSWORD });
    await expect(page).toHaveURL('/account');
  });
});
