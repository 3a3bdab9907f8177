import { expect, test } from './support/test';
import { english } from './support/words';

test('the store’s catalogue is shown for a day while the store is down, and then the own one', async ({
  page,
  sandbox,
}) => {
  const { t } = english;
  const odds = page.getByRole('region', { name: t('pages.products.odds') });
  await page.goto('/products');
  await expect(odds).toBeVisible();
  await sandbox.fault({ service: 'ecwid', op: 'GET /products', kind: 'status', times: 1000 });

  await sandbox.moveClock({ by: 'PT1H' });
  await page.goto('/products');
  await expect(odds).toBeVisible();

  await sandbox.moveClock({ by: 'P1D' });
  await page.goto('/products');
  await expect(page.locator('#day-pads')).toContainText('฿149.00');
  await expect(page.locator('#day-pads')).toContainText(t('pages.products.list'));
  await expect(odds).toHaveCount(0);

  await sandbox.clearFaults();
  await sandbox.moveClock({ by: 'PT1H' });
  await page.goto('/products');
  await expect(odds).toBeVisible();
});
