import { expectAccessible } from './support/accessible';
import { enterDesk, inDays } from './support/desk';
import { expect, test, waitUntilInteractive } from './support/test';
import { path, t } from './support/words';

test.describe('the catalogue of the desk', () => {
  test.use({ expectedErrors: /status of (400|404|409)/ });

  test('rehearses, saves and withdraws new prices with the keyboard alone @deep', async ({ page }) => {
    await enterDesk(page, 'owner');
    await page.goto(path('/desk/catalogue'));
    await waitUntilInteractive(page);
    const price = page.locator('#price-day-pads');
    await price.fill('nothing');
    await price.press('Enter');
    await expect(price).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'desk-catalogue-invalid');
    await price.fill('0');
    await price.press('Enter');
    await expect(page.getByRole('alert').first()).toContainText('฿26.66');
    await price.fill('169');
    await page.locator('#price-bangkok').fill('45.50');
    await page.locator('#price-from').fill(inDays(60));
    await page.locator('#price-from').press('Enter');
    await expect(page).toHaveURL(new RegExp(`${path('/desk/catalogue/prices/')}prc_`));
    await expect(page.getByRole('heading', { name: t('deskCatalogue.boxes') })).toBeVisible();
    await expect(page.getByRole('heading', { name: t('deskCatalogue.notices') })).toBeVisible();
    await expectAccessible(page, 'desk-rehearsal');
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessible(page, 'desk-rehearsal-wide');
    const save = page.getByRole('button', { name: t('deskCatalogue.save') });
    await save.press('Enter');
    await save.press('Enter');
    await expect(page.getByText(t('validation.missing', { field: t('desk.reason') }))).toBeVisible();
    await page.getByLabel(t('desk.reason')).fill('Cotton costs more '.repeat(20));
    await save.press('Enter');
    await expect(page.getByText(t('deskCatalogue.saved'), { exact: true })).toBeVisible();
    await page.getByRole('link', { name: t('deskCatalogue.back') }).press('Enter');
    await expect(page.getByText(t('deskCatalogue.plannedText'))).toBeVisible();
    await expectAccessible(page, 'desk-catalogue-planned');
    const withdraw = page.getByRole('button', { name: t('deskCatalogue.withdraw') });
    await withdraw.press('Enter');
    await page.getByLabel(t('desk.reason')).fill('Too early');
    await withdraw.press('Enter');
    await expect(page.getByText(t('deskCatalogue.plannedText'))).toHaveCount(0);
  });

  test('warns before a product is sold out, and shows support no way to change it @deep', async ({
    page,
  }) => {
    await enterDesk(page, 'owner');
    await page.goto(path('/desk/catalogue'));
    await waitUntilInteractive(page);
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button') })
      .first();
    await row.getByRole('button').first().press('Enter');
    await expect(row.getByText(/\d+/).first()).toBeVisible();
    await expect(row.getByText(t('deskCatalogue.markSoldOutText'))).toBeVisible();
    await expectAccessible(page, 'desk-sold-out');
    await row.getByRole('button', { name: t('desk.keep') }).press('Enter');
    await row.getByRole('button').nth(1).press('Enter');
    await row.getByLabel(t('desk.reason')).fill('A better name');
    await expectAccessible(page, 'desk-texts');
    await row.getByRole('button', { name: t('deskCatalogue.texts'), exact: true }).press('Enter');
    await expect(row.getByRole('alert')).toBeVisible();

    await enterDesk(page, 'support');
    await page.goto(path('/desk/catalogue'));
    await expect(page.getByRole('heading', { name: t('deskCatalogue.products'), exact: true })).toBeVisible();
    await expect(page.locator('main').getByRole('button')).toHaveCount(0);
    await page.goto(path('/desk/catalogue/prices/prc_none'));
    await expect(page.getByRole('heading', { name: t('common.notFoundTitle') })).toBeVisible();
  });
});
