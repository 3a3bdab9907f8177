import { expectAccessible } from './support/accessible';
import { enterDesk } from './support/desk';
import { operate } from './support/operator';
import { subscribe } from './support/subscribers';
import { expect, heading, test } from './support/test';
import { path, t } from './support/words';

test.use({ expectedErrors: /status of 404/ });

test('the numbers open their rows and no others @deep @everywhere @thai', async ({ page }) => {
  await subscribe(page);
  await operate('numbers');
  await enterDesk(page, 'owner');
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
  await expectAccessible(page, 'desk-numbers-rows');
  await page.getByRole('link', { name: t('deskNumbers.back') }).click();
  await expect(page).toHaveURL(/\/desk\/numbers\?month=/);

  await enterDesk(page, 'finance');
  for (const address of ['?month=2099-01', '?month=x', '/rows?list=profit&month=2026-11', '/rows?list=new']) {
    await page.goto(path(`/desk/numbers${address}`));
    await expect(heading(page, t('common.notFoundTitle')), address).toBeVisible();
  }
  await page.goto(path('/desk/numbers?month=2020-01'));
  await expect(page.getByText(t('deskNumbers.notComputed'))).toBeVisible();
  await expectAccessible(page, 'desk-numbers-none');
});
