import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible';
import { me, registerUpToPayment, subscribe } from './support/subscribers';
import { expect, test, waitUntilInteractive, heading } from './support/test';
import { path, speak, t } from './support/words';

/** Chooses a bank and starts its link with the button, up to the bank's page. */
async function toBank(page: Page, bank: 'scb' | 'ktb', button: string | RegExp) {
  const banks = page.getByRole('group', { name: t('bankAccounts.choose') });
  await banks.getByText(t(`bankAccounts.banks.${bank}`), { exact: true }).click();
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('button', { name: 'Agree to automatic payments' })).toBeVisible();
}

test('a visitor pays the first order by bank account, without a tap after the bank', async ({ page }) => {
  speak('th');
  await registerUpToPayment(page);
  await page.goto(path('/register/payment'));
  await waitUntilInteractive(page);
  await page.getByRole('radio', { name: t('register.payment.bank_account') }).check();
  await expectAccessible(page, 'bank-account-step');
  const bank = t('bankAccounts.banks.scb');
  await toBank(page, 'scb', t('bankAccounts.connectAndPay', { bank, amount: '฿' }));
  await page.getByRole('button', { name: 'Agree to automatic payments' }).click();
  await expect(heading(page, t('register.confirmation.paidHeading'))).toBeVisible();
  expect((await me(page)).subscription).toMatchObject({
    status: 'active',
    paymentMethod: 'bank_account',
    bankAccount: { bank: 'scb', lastDigits: '1234' },
  });
});

test('the payment method changes to PromptPay, to a bank account and back to the card', async ({ page }) => {
  await subscribe(page);
  await page.goto(path('/account/cards'));
  await waitUntilInteractive(page);
  const method = page.getByRole('region', { name: t('payments.method.now') });
  await page.getByRole('button', { name: t('payments.method.toOffline') }).click();
  await expectAccessible(page, 'method-to-offline');
  await page.getByRole('button', { name: t('payments.method.change') }).click();
  await expect(method).toContainText(t('payments.method.offline'));
  await expectAccessible(page, 'method-offline');
  await page.getByRole('button', { name: t('payments.method.use') }).click();
  await expect(method).toContainText(t('payments.method.cardText'));

  const open = page.getByRole('button', { name: t('bankAccounts.start') });
  const connect = t('bankAccounts.connect', { bank: t('bankAccounts.banks.ktb') });
  await open.click();
  await toBank(page, 'ktb', connect);
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(heading(page, t('bankAccounts.page.rejected', { bank: 'Krungthai' }))).toBeVisible();
  await expectAccessible(page, 'bank-account-rejected');
  await page.getByRole('link', { name: t('bankAccounts.page.ways') }).click();
  await waitUntilInteractive(page);
  await open.click();
  await toBank(page, 'ktb', connect);
  await page.getByRole('button', { name: 'Agree to automatic payments' }).click();
  await expect(heading(page, t('bankAccounts.page.linked'))).toBeVisible();
  await expectAccessible(page, 'bank-account-linked');
  await page.getByRole('button', { name: t('bankAccounts.use') }).click();

  const account = 'Krungthai account ending in 1234';
  await expect(method).toContainText(account);
  const remove = page
    .getByRole('region', { name: t('bankAccounts.title') })
    .getByRole('button', { name: t('bankAccounts.remove') });
  await expect(remove).toHaveCount(0);
  await expectAccessible(page, 'bank-account-in-use');
  await page.goto(path('/account'));
  await expect(page.getByText(t('account.next.byCard', { card: account }))).toBeVisible();
  await page.goto(path('/account/details/delete'));
  await expect(page.getByText(t('bankAccounts.removing.ktb'))).toBeVisible();

  await page.goto(path('/account/cards'));
  await waitUntilInteractive(page);
  await page.getByRole('button', { name: new RegExp(`^${t('payments.method.use')}:`) }).click();
  await expect(method).toContainText(t('payments.method.card'));
  await remove.click();
  await expect(page.getByText(t('bankAccounts.removing.ktb'))).toBeVisible();
  await page.getByRole('button', { name: t('bankAccounts.removing.yes') }).click();
  await expect(page.getByText(t('bankAccounts.removing.removedKtb'))).toBeVisible();
  await expect(page.getByText(account)).toHaveCount(0);
});
