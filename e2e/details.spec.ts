import { expectAccessible } from './support/accessible';
import { logInByApi, endSession, logIn, me, subscribe } from './support/subscribers';
import { expectFitsLargeFont } from './support/narrow';
import { newPerson } from './support/registration';
import { waitUntilInteractive, expect, test } from './support/test';
import { english, journeyLanguages, type Language } from './support/words';
import type { Page } from '@playwright/test';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Opens the page that changes one section of the details, by the section's link. */
async function openPart(page: Page, { t, path }: Language, title: string): Promise<void> {
  await page.goto(path('/account/details'));
  await page.getByRole('link', { name: `${t('common.change')}: ${title}`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await waitUntilInteractive(page);
}

const backAtOverview = (page: Page, { t, path }: Language) =>
  Promise.all([
    expect(page).toHaveURL(path('/account/details')),
    expect(heading(page, t('details.title'))).toBeVisible(),
  ]);

const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

for (const words of journeyLanguages) {
  test(
    `the details page changes name, phone, age group and language (${words.locale})`,
    { tag: words === english ? '@everywhere' : [] },
    async ({ page }, { project }) => {
      const { t, locale } = words;
      await subscribe(page, words);
      await page.goto(words.path('/account/details'));
      await openPart(page, words, t('details.personal.title'));
      const field = (name: 'firstName' | 'phone' | 'ageGroup') => page.locator(`#personal-${name}`);
      const save = page.getByRole('button', { name: t('details.save'), exact: true });
      await field('firstName').fill('');
      await field('phone').fill('12');
      await save.click();
      const summary = page.getByRole('alert', { name: t('auth.summaryTitle') });
      await expect(summary).toBeFocused();
      await expect(summary.getByRole('link', { name: t('validation.phone') })).toBeVisible();
      await expectAccessible(page, `${project.name}-details-personal-refused-${locale}`);

      await field('firstName').fill('มาลีรัตน์');
      await field('phone').fill('+66 89-876 ๕๔๓๒');
      await field('ageGroup').selectOption('35-44');
      await page.getByLabel(t('details.personal.language')).selectOption(locale === 'th' ? 'en' : 'th');
      await save.dblclick();
      await expect(toast(page, t('details.personal.saved'))).toHaveCount(1);
      await backAtOverview(page, words);
      for (const text of ['มาลีรัตน์ Suksan', '0898765432', t('register.details.ages.35-44')])
        await expect(page.getByText(text, { exact: true })).toBeVisible();

      await page.getByRole('button', { name: t('details.messages.stop'), exact: true }).click();
      await expect(toast(page, t('details.messages.stopped'))).toBeVisible();
      await page.reload();
      await expect(page.getByText(t('details.messages.off'))).toBeVisible();
    },
  );

  test(
    `the details page turns the calendar feed on, shows its address once, and ends it (${words.locale})`,
    { tag: words === english ? '@everywhere' : [] },
    async ({ page }, { project }) => {
      const { t, locale } = words;
      await subscribe(page, words);
      await page.goto(words.path('/account/details'));
      await waitUntilInteractive(page);
      const press = (name: 'turnOn' | 'turnOff') =>
        page.getByRole('button', { name: t(`details.calendar.${name}`), exact: true }).click();
      await press('turnOn');
      const add = page.getByRole('link', { name: t('details.calendar.add'), exact: true });
      const address = (await add.getAttribute('href'))?.replace('webcal:', 'http:') ?? '';
      await expect(page.getByText(address, { exact: true })).toBeVisible();
      await expectAccessible(page, `${project.name}-details-calendar-${locale}`);
      const response = await page.request.get(address);
      expect(response.headers()['content-type']).toBe('text/calendar; charset=utf-8');
      expect(await response.text()).toContain('SUMMARY:ira\r\n');

      await page.reload();
      await waitUntilInteractive(page);
      await expect(page.getByText(t('details.calendar.renewHint'))).toBeVisible();
      await expect(add).toHaveCount(0);
      await press('turnOff');
      await expect(page.getByText(t('details.calendar.off'))).toBeVisible();
      expect((await page.request.get(address)).status()).toBe(404);
    },
  );

  test.describe(() => {
    test.use({ expectedErrors: /account\.unsubscribe/ });
    test(
      `the unsubscribe page says that a link is incomplete (${words.locale})`,
      { tag: '@deep' },
      async ({ page }, { project }) => {
        const { t, locale } = words;
        await page.goto(`${words.path('/unsubscribe')}#not-a-token`);
        await expect(page).toHaveURL(words.path('/unsubscribe'));
        await expectAccessible(page, `${project.name}-unsubscribe-${locale}`);
        await page.getByRole('button', { name: t('auth.unsubscribe.submit'), exact: true }).click();
        await expect(heading(page, t('auth.unsubscribe.incomplete'))).toBeFocused();
      },
    );
  });

  test(
    `a new address shows its fee and the next totals before it is saved (${words.locale})`,
    { tag: words === english ? '@everywhere' : [] },
    async ({ page }, { project }) => {
      const { t, locale } = words;
      await subscribe(page, words);
      await openPart(page, words, t('details.address.title'));
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
      await expectAccessible(page, `${project.name}-details-address-${locale}`);
      expect((await me(page)).subscription).toMatchObject({ deliveryFee: 4000 });

      await page.getByRole('button', { name: t('details.address.save') }).dblclick();
      await backAtOverview(page, words);
      await expect(page.getByText(/9 Nimmanhaemin Road.*50000/)).toBeVisible();
      expect((await me(page)).subscription).toMatchObject({ deliveryFee: 6000 });
    },
  );
}

test.describe('an outdated tab of the details', { tag: '@deep' }, () => {
  test.use({ expectedErrors: /status of 409/ });

  test('overwrites nothing, keeps the input, and saves after showing the current state', async ({
    page,
    context,
  }) => {
    const { t } = english;
    await subscribe(page, english);
    await openPart(page, english, t('details.address.title'));
    const other = await context.newPage();
    await openPart(other, english, t('details.address.title'));
    await other.getByLabel(t('register.delivery.address')).fill('2 Elsewhere');
    await other.getByRole('button', { name: t('details.address.save') }).click();
    await backAtOverview(other, english);

    const address = page.getByLabel(t('register.delivery.address'));
    await address.fill('3 Typed with care');
    const save = page.getByRole('button', { name: t('details.address.save') });
    await save.click();
    await expect(page.getByRole('alert', { name: t('details.address.stale') })).toBeFocused();
    await expect(address).toHaveValue('3 Typed with care');
    await expectAccessible(page, 'details-address-stale');
    await save.click();
    await backAtOverview(page, english);
    await expect(page.getByText(/3 Typed with care/)).toBeVisible();
  });
});

test.describe('a new e-mail', () => {
  test.use({ expectedErrors: /status of (400|401|409)/ });

  for (const words of journeyLanguages) {
    test(`takes effect once, by a tap on its link (${words.locale})`, async ({ page, browser, sandbox }) => {
      const { t, path, locale } = words;
      const shot = async (on: Page, name: string) => {
        if (words === english) await expectAccessible(on, name);
      };
      const person = await subscribe(page, words);
      const { email } = newPerson('moved');
      await openPart(page, words, t('details.email.title'));
      await page.getByLabel(t('details.email.new'), { exact: true }).fill(email);
      const password = page.getByLabel(t('details.email.password'), { exact: true });
      await password.fill('not the password');
      await page.getByRole('button', { name: t('details.email.submit') }).click();
      await expect(page.getByRole('alert', { name: t('auth.summaryTitle') })).toBeFocused();
      await expect(page.locator('#email-password-error')).toHaveText(t('errors.PASSWORD_INCORRECT'));
      await expectAccessible(page, `details-email-refused-${locale}`);
      await password.fill(person.password);
      await page.getByRole('button', { name: t('details.email.submit') }).click();
      await expect(page.getByText(t('details.email.sentTitle'))).toBeVisible();
      await shot(page, 'details-email-sent');
      expect((await me(page)).account.email).toBe(person.email);
      await page.goto(path('/account/details'));
      await expect(page.getByText(email)).toBeVisible();
      await expectFitsLargeFont(page, 'details-email-open');

      const link = (await sandbox.mail(email)).links.find((url) => url.includes('/account/email#')) ?? '';
      const elsewhere = await browser.newPage();
      await elsewhere.goto(link);
      await expect(heading(elsewhere, t('details.confirm.heading'))).toBeVisible();
      await expectAccessible(elsewhere, `confirm-email-${locale}`);
      await waitUntilInteractive(elsewhere);
      // Opening the link, as a mail scanner does, changes nothing.
      expect((await me(page)).account.email).toBe(person.email);
      await elsewhere.getByRole('button', { name: t('details.confirm.submit') }).dblclick();
      await expect(heading(elsewhere, t('details.confirm.done'))).toBeFocused();
      await expect(elsewhere).toHaveURL(path('/account/email'));
      await shot(elsewhere, 'confirm-email-done');

      await elsewhere.goto(path('/login'));
      await logIn(elsewhere, words, { ...person, email });
      await expect(elsewhere).toHaveURL(path('/account'));
      await elsewhere.goto(link);
      await waitUntilInteractive(elsewhere);
      await elsewhere.getByRole('button', { name: t('details.confirm.submit') }).click();
      await expect(heading(elsewhere, t('details.confirm.expired'))).toBeFocused();
      await shot(elsewhere, 'confirm-email-expired');
      await elsewhere.close();
    });
  }

  test(
    'that belongs to another account is rejected at its field, and a link without a secret has its own message',
    { tag: '@deep' },
    async ({ page, context }) => {
      const { t } = english;
      const other = await subscribe(page, english);
      await endSession(page, context);
      const person = await subscribe(page, english);
      await openPart(page, english, t('details.email.title'));
      await page.getByLabel(t('details.email.new'), { exact: true }).fill(other.email.toUpperCase());
      await page.getByLabel(t('details.email.password'), { exact: true }).fill(person.password);
      await page.getByRole('button', { name: t('details.email.submit') }).click();
      await expect(page.locator('#email-email-error')).toHaveText(t('errors.EMAIL_TAKEN'));
      await page.goto('/account/email');
      await expect(heading(page, t('details.confirm.incomplete'))).toBeVisible();
      await expectAccessible(page, 'confirm-email-incomplete');
    },
  );
});

test.describe('a new password', { tag: '@deep' }, () => {
  test.use({ expectedErrors: /status of (401|409)/ });

  for (const words of journeyLanguages) {
    test(`needs the current one and logs out every other device (${words.locale})`, async ({
      page,
      browser,
    }) => {
      const { t, path, locale } = words;
      const person = await subscribe(page, words);
      const elsewhere = await browser.newPage();
      await logInByApi(elsewhere, person);

      await openPart(page, words, t('details.password.title'));
      const current = page.getByLabel(t('details.password.current'), { exact: true });
      const wanted = page.getByLabel(t('details.password.new'), { exact: true });
      const repeat = page.getByLabel(t('details.password.repeat'), { exact: true });
      const save = page.getByRole('button', { name: t('details.password.submit') });
      await current.fill(person.password);
      await wanted.fill('a better sentence');
      await repeat.fill('a better sentenc');
      await save.click();
      await expect(page.locator('#password-confirmPassword-error')).toHaveText(
        t('validation.passwordsMatch'),
      );
      await expectAccessible(page, `details-password-refused-${locale}`);
      await repeat.fill('a better sentence');
      await current.fill('not the password');
      await save.click();
      await expect(page.locator('#password-currentPassword-error')).toHaveText(
        t('errors.PASSWORD_INCORRECT'),
      );
      await expect(wanted).toHaveValue('a better sentence');
      await current.fill(person.password);
      await save.click();
      await expect(toast(page, t('details.password.saved'))).toBeVisible();
      await backAtOverview(page, words);

      await elsewhere.goto(path('/account'));
      await expect(elsewhere).toHaveURL(/\/login\?next=/);
      await logIn(elsewhere, words, { ...person, password: 'a better sentence' });
      await expect(elsewhere).toHaveURL(path('/account'));
      await elsewhere.close();
    });
  }
});
