import type { Locator } from '@playwright/test';
import { payButton, newPerson, next } from './support/registration';
import { expect, test, waitUntilInteractive } from './support/test';
import { english } from './support/words';

test.use({ viewport: { width: 360, height: 740 } });

test('a visitor registers with 16 taps and 100 characters, and sees total, method and button at once', async ({
  page,
}) => {
  const { t, path } = english;
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
  await page.goto(path('/register'));
  await waitUntilInteractive(page);
  await tap(page.getByRole('group', { name: t('box.plans') }).getByRole('button', { name: 'Regular' }));
  await tap(next(page, english, 'details'));
  await type(page.getByLabel(t('register.details.firstName'), { exact: true }), person.firstName);
  await type(page.getByLabel(t('register.details.lastName'), { exact: true }), person.lastName);
  await type(page.getByLabel(t('register.details.phone')), person.phone);
  await type(page.getByLabel(t('register.details.email'), { exact: true }), person.email);
  await type(page.getByLabel(t('register.details.password'), { exact: true }), person.password);
  await tap(page.getByLabel(t('register.details.consent')));
  await tap(page.getByLabel(t('register.details.chargingConsent')));
  await tap(next(page, english, 'delivery'));
  await type(page.getByLabel(t('register.delivery.postalCode')), person.postalCode);
  // One tap opens the list, one chooses.
  taps += 2;
  await page.getByLabel(t('register.delivery.area')).selectOption({ index: 1 });
  await type(page.getByLabel(t('register.delivery.address')), person.address);
  await tap(next(page, english, 'payment'));

  await expect(page.getByRole('heading', { level: 1, name: t('register.payment.heading') })).toBeFocused();
  for (const shown of [
    page.getByText(t('register.payment.today')),
    page.getByRole('radio', { name: t('register.payment.card'), exact: true }),
    page.getByRole('radio', { name: t('register.payment.offline') }),
    payButton(page, english),
  ])
    await expect(shown).toBeInViewport({ ratio: 1 });
  expect(characters).toBeLessThanOrEqual(100);
  // Further taps by card: into its form, and the button.
  expect(taps + 2).toBeLessThanOrEqual(16);
  await tap(page.getByText(t('register.payment.offline'), { exact: true }));
  await tap(page.getByRole('button', { name: t('register.payment.offlineGo', { amount: '฿' }) }));
  await expect(page).toHaveURL(new RegExp(path('/pay/')));
  expect(taps).toBeLessThanOrEqual(16);
});
