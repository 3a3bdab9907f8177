import { expect, type Page } from '@playwright/test';
import { call, me, registerUpToPayment, type Registered } from './subscribers';
import { sandbox } from './sandbox';
import { showTabAgain } from './test';
import { path, t } from './words';

/** The price of the order that `support/people` registers. */
export const AMOUNT = '฿375.25';

interface PaymentLink {
  paymentUrl: string;
  expiresAt: string;
  bankDetails: { reference: string };
}

/** Registers a subscriber who pays offline. The payment link of the first order is open. */
export async function registerOffline(page: Page): Promise<Registered & PaymentLink> {
  const person = await registerUpToPayment(page);
  return { ...person, ...(await call<PaymentLink>(page, '/api/register/payment/offline', {})) };
}

/** Returns the path of a payment link in the page's language. */
export const payPath = (paymentUrl: string) => path(new URL(paymentUrl).pathname);

/** Expects a PromptPay code that the browser has loaded. */
export async function expectQr(page: Page): Promise<void> {
  const code = page.getByRole('img', { name: t('secretLink.qr.alt', { amount: AMOUNT }) });
  await expect(code).toBeVisible();
  await expect
    .poll(() => code.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
}

/** Pays the newest QR code of the account, or makes its payment fail. */
export async function scanQr(accountId: string, action: 'pay' | 'fail' = 'pay'): Promise<void> {
  const codes = (await sandbox.chargesOf(accountId)).filter(({ source }) => source === 'promptpay');
  const code = codes.at(-1);
  if (!code) throw new Error(`no QR code is out for ${accountId}`);
  await sandbox.decide(code.id, action);
}

/** Pays the QR code, then makes the page visible so that it polls immediately. */
export async function scanAndShowTabAgain(page: Page, accountId: string): Promise<void> {
  await scanQr(accountId);
  const paid = page
    .getByRole('heading', { name: t('payments.outcome.paid') })
    .or(page.getByRole('heading', { name: t('register.confirmation.paidHeading') }));
  await expect(async () => {
    await showTabAgain(page);
    await expect(paid).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** Returns the dialog on the account page that shows an open payment. */
export const pendingWindow = (page: Page) => page.getByRole('dialog', { name: t('payments.modal.title') });

export async function expectStatus(page: Page, status: string): Promise<void> {
  await expect.poll(async () => (await me(page)).subscription?.status).toBe(status);
}
