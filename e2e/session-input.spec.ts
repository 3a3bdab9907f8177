import { sheetPath } from '@/locales/sheet-path';
import { expectAccessible } from './support/accessible';
import { endSession, logIn, me, registerUpToPayment, subscribe } from './support/subscribers';
import { next } from './support/registration';
import { openSheet } from './support/subscription';
import { waitUntilInteractive, showTabAgain, expect, test } from './support/test';
import type { Page } from '@playwright/test';
import { t, thai } from './support/words';

/** Browsers write error statuses to the console. */
test.use({ expectedErrors: /status of (400|401|409)/ });

/** Expects the picture of a box with the given products. */
const boxOf = (page: Page, contents: string) =>
  expect(page.getByRole('img', { name: t('box.pictured', { contents }) }).first()).toBeAttached();

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilInteractive(page);
}

/** Returns the form input that this tab has stored in the browser. */
const stored = (page: Page) => page.evaluate(() => window.sessionStorage.getItem('ira-input') ?? '');

test('account input survives an expired session, except for passwords', async ({ page, context }) => {
  const person = await subscribe(page);
  const firstName = page.getByLabel(t('register.details.firstName'), { exact: true });
  await open(page, '/account/details/personal');
  await firstName.fill('Malee');
  await context.clearCookies();
  await page.getByRole('button', { name: t('details.save') }).click();
  await expect(page).toHaveURL('/login?next=%2Faccount%2Fdetails%2Fpersonal');
  await expect(page.getByText(t('auth.kept'))).toBeVisible();
  await logIn(page, person);
  await expect(page.getByRole('alert').filter({ hasText: t('common.inputKept') })).toBeVisible();
  await expect(firstName).toHaveValue('Malee');
  await expectAccessible(page, 'input-kept');
  await page.getByRole('button', { name: t('details.save') }).click();
  await expect(page.getByText('Malee Suksan')).toBeVisible();
  expect(await stored(page)).toBe('');

  await open(page, '/account/details/email');
  await page.getByLabel(t('details.email.new'), { exact: true }).fill('other@example.test');
  await page.getByLabel(t('details.email.password'), { exact: true }).fill('hush hush hush');
  await context.clearCookies();
  await showTabAgain(page);
  await expect(page).toHaveURL('/login?next=%2Faccount%2Fdetails%2Femail');
  expect(await stored(page)).toContain('other@example.test');
  expect(await stored(page)).not.toContain('hush');
  await logIn(page, person);
  await expect(page.getByText(t('common.inputKeptSecret'))).toBeVisible();
  await expect(page.getByLabel(t('details.email.new'), { exact: true })).toHaveValue('other@example.test');
  await expect(page.getByLabel(t('details.email.password'), { exact: true })).toHaveValue('');
});

test('subscription choices and the cancel reason survive an expired session @deep', async ({
  page,
  context,
}) => {
  const person = await subscribe(page);
  const backTo = async (path: string) => {
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
    await logIn(page, person);
    await expect(page.getByRole('alert').filter({ hasText: t('common.inputKept') })).toBeVisible();
  };
  await openSheet(page, 'contents');
  await page.getByRole('button', { name: t('box.add', { product: 'Night pads' }), exact: true }).click();
  await context.clearCookies();
  await page.getByRole('button', { name: t('subscription.box.submit') }).click();
  await backTo(sheetPath('contents'));
  await expect(page.getByRole('button', { name: t('subscription.box.submit') })).toBeEnabled();

  await openSheet(page, 'cancel');
  const comment = page.getByLabel(t('subscription.cancel.comment'));
  await comment.fill('I am moving abroad.');
  await page.getByRole('radio').first().check();
  await context.clearCookies();
  await page.getByRole('button', { name: t('subscription.cancel.submit') }).click();
  await backTo(sheetPath('cancel'));
  await expect(comment).toHaveValue('I am moving abroad.');
  await expect(page.getByRole('radio').first()).toBeChecked();
  expect((await me(page)).subscription?.status).toBe('active');
});

test('an expired session does not interrupt typing; input survives a language switch, not a change of account @deep', async ({
  page,
  context,
}) => {
  const person = await subscribe(page);
  const address = page.getByLabel(t('register.delivery.address'));
  await open(page, '/account/details/address');
  await address.fill('3 Typed with care');
  await page.getByRole('link', { name: t('common.otherLanguageLabel') }).click();
  await expect(page.getByLabel(thai.t('register.delivery.address'))).toHaveValue('3 Typed with care');
  await page.getByRole('link', { name: thai.t('common.otherLanguageLabel') }).click();
  await expect(address).toHaveValue('3 Typed with care');

  await page.clock.install();
  await page.goto('about:blank');
  const first = page.waitForResponse(/\/api\/me$/);
  await open(page, '/account/details/address');
  await first;
  await context.clearCookies();
  await page.clock.fastForward('02:00');
  const refused = page.waitForResponse((response) => response.url().endsWith('/api/me'));
  await address.fill('4 Typed with care');
  await refused;
  await expect(page).toHaveURL('/account/details/address');
  await expect(address).toHaveValue('4 Typed with care');
  await page.getByRole('button', { name: t('details.address.save') }).click();
  await expect(page).toHaveURL('/login?next=%2Faccount%2Fdetails%2Faddress');

  const other = await subscribe(page);
  await endSession(page, context);
  await page.goto('/login?next=%2Faccount%2Fdetails%2Faddress');
  await logIn(page, other);
  await expect(address).toHaveValue(other.address);
  const kept = () => page.evaluate(() => window.sessionStorage.getItem('ira-input') ?? '');
  await expect.poll(kept).not.toContain('Typed with care');
  await endSession(page, context);
  await page.goto('/login?next=%2Faccount%2Fdetails%2Faddress');
  await logIn(page, person);
  await expect(address).toHaveValue(person.address);
});

test('a registration whose session ended continues at its step with all answers @deep', async ({
  page,
  context,
}) => {
  const person = await registerUpToPayment(page);
  const backTo = async (path: string) => {
    await expect(page.getByText(t('register.sessionOver'))).toBeVisible();
    await expectAccessible(page, 'session-over');
    await page
      .getByRole('main')
      .getByRole('link', { name: t('common.logIn'), exact: true })
      .first()
      .click();
    await logIn(page, person);
    await expect(page).toHaveURL(path);
    await waitUntilInteractive(page);
  };
  await endSession(page, context);
  await page.goto('/login');
  await logIn(page, person);
  await expect(page).toHaveURL('/register/payment');
  await page.goto('/account');
  await expect(page).toHaveURL('/register/payment');
  await open(page, '/register');
  await page.getByRole('button', { name: t('box.add', { product: 'Night pads' }), exact: true }).click();
  await context.clearCookies();
  await next(page, 'details').click();
  await backTo('/register');
  await boxOf(page, '2 × Day pads, 2 × Night pads');

  await open(page, '/register/details');
  await page.getByLabel(t('register.details.firstName'), { exact: true }).fill('Malee');
  await context.clearCookies();
  await next(page, 'delivery').click();
  await backTo('/register/details');
  await expect(page.getByLabel(t('register.details.firstName'), { exact: true })).toHaveValue('Malee');

  await open(page, '/register/delivery');
  await page.getByLabel(t('register.delivery.address')).fill('5 Another Road');
  await context.clearCookies();
  await next(page, 'payment').click();
  await backTo('/register/delivery');
  await expect(page.getByLabel(t('register.delivery.address'))).toHaveValue('5 Another Road');
});
