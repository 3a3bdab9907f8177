import { registerUpToPayment } from './support/subscribers';
import { expect, test } from './support/test';
import { t } from './support/words';

test('what the seller states stands on the pages and beside the first total @deep', async ({ page }) => {
  await page.goto('/products');
  const facts = page.getByRole('region', { name: t('seller.factsTitle') });
  await expect(facts.getByRole('term')).toHaveText([t('seller.facts.origin')]);
  await expect(
    facts.getByRole('link', { name: t('seller.moreOf', { fact: t('seller.facts.origin') }) }),
  ).toHaveAttribute('href', 'https://ira.example/origin');
  await page.goto('/plans');
  await expect(facts.getByRole('term')).toHaveText([t('seller.facts.guarantee')]);

  await registerUpToPayment(page);
  await page.goto('/register/payment');
  const main = page.getByRole('main');
  for (const mark of ['Visa', 'Mastercard', 'PromptPay'])
    await expect(main.getByRole('img', { name: mark })).toBeVisible();
  await expect(main).toContainText('Invented guarantee.');
  await expect(main).toContainText(t('seller.registration', { number: '0105566000001' }));
});
