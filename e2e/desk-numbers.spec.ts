import { expectAccessible } from './support/accessible';
import { enterDesk } from './support/desk';
import { operate } from './support/operator';
import { subscribe } from './support/subscribers';
import { expect, test } from './support/test';
import { journeyLanguages } from './support/words';

for (const words of journeyLanguages) {
  const { t, path, locale } = words;
  test.describe(`the numbers of the desk (${locale})`, () => {
    test.use({ expectedErrors: /status of 404/ });

    test(
      'show charts and tables, and each opens its rows',
      { tag: ['@deep', '@everywhere'] },
      async ({ page }) => {
        const { name: device } = test.info().project;
        await subscribe(page, words);
        await operate('numbers');
        await enterDesk(page, 'owner', words);
        await page.goto(path('/desk'));
        await page.getByRole('link', { name: t('desk.numbers'), exact: true }).click();
        await expect(page).toHaveURL(path('/desk/numbers'));
        await expect(page.locator('figure svg').first()).toBeVisible();
        const tile = page.getByRole('link', { name: t('deskNumbers.figure.new') }).first();
        // The keyboard alone opens the rows.
        await tile.focus();
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(/\/desk\/numbers\/rows\?list=new/);
        await expect(page.getByRole('heading', { level: 1 })).toContainText(t('deskNumbers.figure.new'));
        const rows = page.getByRole('main').getByRole('listitem');
        // Other tests sign up meanwhile: the total is read from the page of the rows.
        await expect(rows.first()).toBeVisible();
        const total = t('deskNumbers.total', { count: await rows.count() });
        await expect(page.getByText(total, { exact: false })).toBeVisible();
        await expectAccessible(page, `desk-numbers-rows-${device}-${locale}`);
        await page.getByRole('link', { name: t('deskNumbers.back') }).click();
        await expect(page).toHaveURL(/\/desk\/numbers\?month=/);
      },
    );

    test(
      'are refused for a future month, a broken link and another role',
      { tag: '@deep' },
      async ({ page }) => {
        await operate('numbers');
        await enterDesk(page, 'finance', words);
        const nothing = page.getByRole('heading', { name: t('common.notFoundTitle') });
        for (const address of [
          '?month=2099-01',
          '?month=x',
          '/rows?list=profit&month=2026-11',
          '/rows?list=new',
        ]) {
          await page.goto(path(`/desk/numbers${address}`));
          await expect(nothing, address).toBeVisible();
        }
        await page.goto(path('/desk/numbers?month=2020-01'));
        await expect(page.getByText(t('deskNumbers.notComputed'))).toBeVisible();
        await expectAccessible(page, `desk-numbers-none-${locale}`);
      },
    );
  });
}
