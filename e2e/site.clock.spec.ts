import { registerUpToPayment } from './support/subscribers';
import { expect, test } from './support/test';
import { english } from './support/words';

test(
  'the store’s catalogue is shown for a day while the store is down, and then the own one',
  { tag: '@deep' },
  async ({ page, sandbox }) => {
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
  },
);

test(
  'what the seller states stands on the pages and beside the total of the first payment',
  { tag: '@deep' },
  async ({ page }) => {
    const { t } = english;
    await page.goto('/products');
    const facts = page.getByRole('region', { name: t('seller.factsTitle') });
    await expect(facts.getByRole('term')).toHaveText([t('seller.facts.origin')]);
    await expect(
      facts.getByRole('link', { name: t('seller.moreOf', { fact: t('seller.facts.origin') }) }),
    ).toHaveAttribute('href', 'https://ira.example/origin');
    await page.goto('/plans');
    await expect(facts.getByRole('term')).toHaveText([t('seller.facts.guarantee')]);

    await registerUpToPayment(page, english);
    await page.goto('/register/payment');
    const main = page.getByRole('main');
    for (const mark of ['Visa', 'Mastercard', 'PromptPay'])
      await expect(main.getByRole('img', { name: mark })).toBeVisible();
    await expect(main).toContainText('Invented guarantee.');
    await expect(main).toContainText(t('seller.registration', { number: '0105566000001' }));
  },
);
