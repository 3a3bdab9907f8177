import { expectAccessible } from './support/accessible';
import { subscribe } from './support/subscribers';
import { previewed, sheetOf, upcomingOrders } from './support/subscription';
import { expect, test, waitUntilInteractive } from './support/test';
import { journeyLanguages } from './support/words';

for (const words of journeyLanguages) {
  const { t, locale, path } = words;

  test(`a subscriber sends one box to another address to another person, and the next one home (${locale})`, async ({
    page,
  }, { project }) => {
    await subscribe(page, words);
    const { entries } = await upcomingOrders(page, words);
    await waitUntilInteractive(page);
    await page.getByRole('link', { name: t('account.next.sendElsewhere') }).click();
    await expect(
      sheetOf(page).getByRole('heading', { name: t('subscription.sheets.address') }),
    ).toBeFocused();
    await page.getByLabel(t('register.delivery.postalCode')).fill('50200');
    await page.getByLabel(t('register.delivery.area')).selectOption({ index: 1 });
    await page.getByLabel(t('register.delivery.address'), { exact: true }).fill('9 Nimman');
    await previewed(page);
    await expect(entries.first()).toContainText('฿395.25');
    await expect(entries.nth(1)).not.toContainText('฿395.25');
    await expectAccessible(page, `${project.name}-own-address-${locale}`);
    await page.getByLabel(t('register.delivery.isOther')).check();
    await page.getByLabel(t('register.delivery.recipientName'), { exact: true }).fill('มาลี สุข');
    const submit = page.getByRole('button', { name: t('subscription.address.submit') });
    await submit.click();
    await expect(page.getByRole('alert', { name: t('validation.allRequired') })).toContainText(
      t('validation.missing', { field: t('register.delivery.recipientPhone') }),
    );
    await page.getByLabel(t('register.delivery.recipientPhone'), { exact: true }).fill('+66 89 876 5432');
    await submit.click();
    await expect(page.getByText(t('subscription.address.done'))).toBeVisible();
    await expect(page).toHaveURL(path('/account'));
    await expect(entries.filter({ hasText: '฿395.25' })).toHaveCount(1);
    await expect(page.getByText(/50200/)).toBeVisible();
    await page.getByRole('link', { name: t('account.next.sendElsewhere') }).click();
    await expect(sheetOf(page)).toContainText(/มาลี สุข 089\s876\s5432/);
    await page.getByRole('button', { name: t('subscription.address.remove') }).click();
    await previewed(page);
    await expect(entries.first()).toContainText('฿375.25');
    await page.getByRole('button', { name: t('subscription.address.remove') }).click();
    await expect(page.getByText(t('subscription.address.removed'))).toBeVisible();
    await expect(entries.filter({ hasText: '฿395.25' })).toHaveCount(0);
    await expect(page.getByText(/50200/)).toHaveCount(0);
  });
}
