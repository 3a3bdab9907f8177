import { expectAccessible } from './support/accessible';
import { endSession, logInByApi, me, newCaller, subscribe } from './support/subscribers';
import { expectFitsLargeFont } from './support/narrow';
import { newPerson } from './support/registration';
import { waitUntilInteractive, expect, test, heading } from './support/test';
import type { Page } from '@playwright/test';
import { byLanguage, path, t } from './support/words';

/** Opens the page that changes one section of the details, by the section's link. */
async function openPart(page: Page, title: string): Promise<void> {
  await page.goto(path('/account/details'));
  await page.getByRole('link', { name: `${t('common.change')}: ${title}`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await waitUntilInteractive(page);
}

const backAtOverview = (page: Page) =>
  Promise.all([
    expect(page).toHaveURL(path('/account/details')),
    expect(heading(page, t('details.title'))).toBeVisible(),
  ]);

const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

test('the details page changes personal data, messages and calendar @thai @everywhere', async ({ page }) => {
  await subscribe(page);
  await openPart(page, t('details.personal.title'));
  const field = (name: 'firstName' | 'phone' | 'ageGroup') => page.locator(`#personal-${name}`);
  const save = page.getByRole('button', { name: t('details.save'), exact: true });
  await field('firstName').fill('');
  await field('phone').fill('12');
  await save.click();
  const summary = page.getByRole('alert', { name: t('auth.summaryTitle') });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link', { name: t('validation.phone') })).toBeVisible();
  await expectAccessible(page, 'details-personal-refused');

  await field('firstName').fill('มาลีรัตน์');
  await field('phone').fill('+66 89-876 ๕๔๓๒');
  await field('ageGroup').selectOption('35-44');
  await page.getByLabel(t('details.personal.language')).selectOption(byLanguage('th', 'en'));
  await save.dblclick();
  await expect(toast(page, t('details.personal.saved'))).toHaveCount(1);
  await backAtOverview(page);
  for (const text of ['มาลีรัตน์ Suksan', '0898765432', t('register.details.ages.35-44')])
    await expect(page.getByText(text, { exact: true })).toBeVisible();

  await page.getByRole('button', { name: t('details.messages.stop'), exact: true }).click();
  await expect(toast(page, t('details.messages.stopped'))).toBeVisible();
  await page.getByRole('button', { name: t('details.calendar.turnOn'), exact: true }).click();
  const add = page.getByRole('link', { name: t('details.calendar.add'), exact: true });
  const address = (await add.getAttribute('href'))?.replace('webcal:', 'http:') ?? '';
  await expect(page.getByText(address, { exact: true })).toBeVisible();
  await expectAccessible(page, 'details-calendar');
  const response = await page.request.get(address);
  expect(response.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await response.text()).toContain('SUMMARY:ira\r\n');

  await page.reload();
  await waitUntilInteractive(page);
  await expect(page.getByText(t('details.messages.off'))).toBeVisible();
  await expect(page.getByText(t('details.calendar.renewHint'))).toBeVisible();
  await expect(add).toHaveCount(0);
  await page.getByRole('button', { name: t('details.calendar.turnOff'), exact: true }).click();
  await expect(page.getByText(t('details.calendar.off'))).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(404);
});

test('a new address first shows its fee and the next totals @thai @everywhere', async ({ page }) => {
  await subscribe(page);
  await openPart(page, t('details.address.title'));
  const effect = page.getByRole('region', { name: t('details.address.effect') });
  await expect(effect.getByText(t('details.address.sameFee', { fee: '฿40' }))).toBeVisible();
  await page.getByLabel(t('register.delivery.postalCode')).fill('๕๐๐๐๐');
  await expect(effect.getByText(t('details.address.effectWaiting'))).toBeVisible();
  await page.getByLabel(t('register.delivery.area')).selectOption({ index: 1 });
  await page.getByLabel(t('register.delivery.address')).fill('9 Nimmanhaemin Road');
  await expect(effect.getByRole('listitem')).toHaveCount(3);
  for (const order of await effect.getByRole('listitem').all()) {
    await expect(order.locator('s')).toHaveText('฿375.25');
    await expect(order).toContainText('฿395.25');
  }
  await expectAccessible(page, 'details-address');
  expect((await me(page)).subscription).toMatchObject({ deliveryFee: 4000 });

  await page.getByRole('button', { name: t('details.address.save') }).dblclick();
  await backAtOverview(page);
  await expect(page.getByText(/9 Nimmanhaemin Road.*50000/)).toBeVisible();
  expect((await me(page)).subscription).toMatchObject({ deliveryFee: 6000 });
});

test.describe(() => {
  test.use({ expectedErrors: /account\.unsubscribe/ });
  test('the unsubscribe page says that a link is incomplete @thai @deep', async ({ page }) => {
    await page.goto(`${path('/unsubscribe')}#not-a-token`);
    await expect(page).toHaveURL(path('/unsubscribe'));
    await page.getByRole('button', { name: t('auth.unsubscribe.submit'), exact: true }).click();
    await expect(heading(page, t('auth.unsubscribe.incomplete'))).toBeFocused();
    await expectAccessible(page, 'unsubscribe-incomplete');
  });
});

test.describe('an outdated tab of the details @deep', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('overwrites nothing, keeps the input, and saves after showing the current state', async ({
    page,
    context,
  }) => {
    await subscribe(page);
    await openPart(page, t('details.address.title'));
    const other = await context.newPage();
    await openPart(other, t('details.address.title'));
    await other.getByLabel(t('register.delivery.address')).fill('2 Elsewhere');
    await other.getByRole('button', { name: t('details.address.save') }).click();
    await backAtOverview(other);

    const address = page.getByLabel(t('register.delivery.address'));
    await address.fill('3 Typed with care');
    const save = page.getByRole('button', { name: t('details.address.save') });
    await save.click();
    await expect(page.getByRole('alert', { name: t('details.address.stale') })).toBeFocused();
    await expect(address).toHaveValue('3 Typed with care');
    await expectAccessible(page, 'details-address-stale');
    await save.click();
    await backAtOverview(page);
    await expect(page.getByText(/3 Typed with care/)).toBeVisible();
  });
});

test.describe('a new e-mail', () => {
  test.use({ expectedErrors: /status of (400|401|409)/ });

  test('is rejected if another account has it, and takes effect once, by a tap on its link @thai', async ({
    page,
    context,
    sandbox,
  }) => {
    const person = await subscribe(page);
    const { email } = newPerson('moved');
    await openPart(page, t('details.email.title'));
    const address = page.getByLabel(t('details.email.new'), { exact: true });
    await address.fill(email);
    const password = page.getByLabel(t('details.email.password'), { exact: true });
    await password.fill('not the password');
    await page.getByRole('button', { name: t('details.email.submit') }).click();
    await expect(page.getByRole('alert', { name: t('auth.summaryTitle') })).toBeFocused();
    await expect(page.locator('#email-password-error')).toHaveText(t('errors.PASSWORD_INCORRECT'));
    await expectAccessible(page, 'details-email-refused');
    await password.fill(person.password);
    await address.fill('ACTIVE@demo.test');
    await page.getByRole('button', { name: t('details.email.submit') }).click();
    await expect(page.locator('#email-email-error')).toHaveText(t('errors.EMAIL_TAKEN'));
    await address.fill(email);
    await page.getByRole('button', { name: t('details.email.submit') }).click();
    await expect(page.getByText(t('details.email.sentTitle'))).toBeVisible();
    await expectAccessible(page, 'details-email-sent');
    expect((await me(page)).account.email).toBe(person.email);
    await page.goto(path('/account/details'));
    await expect(page.getByText(email)).toBeVisible();
    await expectFitsLargeFont(page, 'details-email-open');

    const link = (await sandbox.mail(email)).links.find((url) => url.includes('/account/email#')) ?? '';
    const before = await newCaller();
    await logInByApi(before, person);
    await endSession(page, context);
    await page.goto(link);
    await expect(heading(page, t('details.confirm.heading'))).toBeVisible();
    await expectAccessible(page, 'confirm-email');
    await waitUntilInteractive(page);
    // Opening the link, as a mail scanner does, changes nothing.
    expect((await me(before)).account.email).toBe(person.email);
    await page.getByRole('button', { name: t('details.confirm.submit') }).dblclick();
    await expect(heading(page, t('details.confirm.done'))).toBeFocused();
    await expect(page).toHaveURL(path('/account/email'));
    await expectAccessible(page, 'confirm-email-done');

    await logInByApi(page, { ...person, email });
    await page.goto('about:blank');
    await page.goto(link);
    await waitUntilInteractive(page);
    await page.getByRole('button', { name: t('details.confirm.submit') }).click();
    await expect(heading(page, t('details.confirm.expired'))).toBeFocused();
    await expectAccessible(page, 'confirm-email-expired');
  });
});

test.describe('a new password @deep', () => {
  test.use({ expectedErrors: /status of (401|409)/ });

  test('needs the current one and logs out every other device @thai', async ({ page }) => {
    const person = await subscribe(page);
    const elsewhere = await newCaller();
    await logInByApi(elsewhere, person);

    await openPart(page, t('details.password.title'));
    const current = page.getByLabel(t('details.password.current'), { exact: true });
    const wanted = page.getByLabel(t('details.password.new'), { exact: true });
    const repeat = page.getByLabel(t('details.password.repeat'), { exact: true });
    const save = page.getByRole('button', { name: t('details.password.submit') });
    await current.fill(person.password);
    await wanted.fill('a better sentence');
    await repeat.fill('a better sentenc');
    await save.click();
    await expect(page.locator('#password-confirmPassword-error')).toHaveText(t('validation.passwordsMatch'));
    await expectAccessible(page, 'details-password-refused');
    await repeat.fill('a better sentence');
    await current.fill('not the password');
    await save.click();
    await expect(page.locator('#password-currentPassword-error')).toHaveText(t('errors.PASSWORD_INCORRECT'));
    await expect(wanted).toHaveValue('a better sentence');
    await current.fill(person.password);
    await save.click();
    await expect(toast(page, t('details.password.saved'))).toBeVisible();
    await backAtOverview(page);

    await expect(me(elsewhere)).rejects.toThrow('401');
    await logInByApi(elsewhere, { ...person, password: 'a better sentence' });
  });
});
