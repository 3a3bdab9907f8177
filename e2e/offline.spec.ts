import { sheetPath } from '@/locales/sheet-path';
import { expectAccessible } from './support/accessible';
import { DEMO_PASSWORD } from './support/product';
import { call, endSession, logInByApi, me, registerUpToPayment } from './support/subscribers';
import { fillCard, GOOD_CARD } from './support/cards';
import {
  AMOUNT,
  expectQr,
  expectStatus,
  payPath,
  pendingWindow,
  registerOffline,
  scanAndShowTabAgain,
  scanQr,
} from './support/offline';
import { operate } from './support/operator';
import { waitUntilInteractive, expect, test } from './support/test';
import { registrationExpiresAt } from '@/domain/subscription';
import { deadlineText } from '@/locales/format';
import type { Day } from '@/domain/day';
import { locale, path, t } from './support/words';

test('a QR code pays a registration, and the page updates by itself @thai', async ({ page }) => {
  const { accountId, dates } = await registerUpToPayment(page);
  await page.goto(path('/register/payment'));
  await waitUntilInteractive(page);
  await page.getByText(t('register.payment.more')).last().click();
  const payments = page
    .getByRole('main')
    .getByRole('list')
    .filter({ has: page.locator(`time[datetime="${dates[2]}"]`) });
  await expect(payments.getByRole('listitem')).toContainText([AMOUNT, AMOUNT, AMOUNT]);
  await page.getByRole('radio', { name: t('register.payment.offline') }).check();
  const deadline = deadlineText(registrationExpiresAt(dates[0] as Day).toISOString(), locale());
  await expect(page.getByRole('main')).toContainText(t('register.payment.offlineNow', { until: deadline }));
  await expectAccessible(page, 'register-offline');
  await page.getByRole('button', { name: t('register.payment.offlineGo', { amount: AMOUNT }) }).click();
  await expect(page).toHaveURL(new RegExp(`${path('/pay/')}[\\w-]+$`));
  await expectQr(page);
  await expect(page.getByText(t('payments.pay.schedule'))).toBeVisible();
  await expectAccessible(page, 'pay');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('secretLink.qr.save') }).click();
  expect((await download).suggestedFilename()).toBe('ira-promptpay-375.25.png');

  const payAddress = page.url();
  await page.goto(path('/register'));
  await expect(page.getByRole('heading', { name: t('register.confirmation.linkHeading') })).toBeVisible();
  await expect(page.getByText(t('register.payment.offlineStarts'))).toBeVisible();
  await expectAccessible(page, 'register-link-open');
  await page.getByRole('link', { name: t('payments.link.open') }).click();
  await expect(page).toHaveURL(payAddress);
  await expectQr(page);

  await scanQr(accountId);
  await expect(page.getByRole('heading', { name: t('register.confirmation.paidHeading') })).toBeFocused();
  await expectAccessible(page, 'pay-success');
  expect((await me(page)).subscription?.status).toBe('active');
  await page.goto(payAddress);
  await expect(page.getByRole('heading', { name: t('register.confirmation.paidHeading') })).toBeVisible();

  await page.getByRole('link', { name: t('register.confirmation.toAccount') }).click();
  await expect(page.locator('[data-ahead] time').first()).toHaveAttribute('datetime', dates[1]);
  await expect(pendingWindow(page)).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36' });

  test('a banking app pays a payment link and returns without a session @thai', async ({ page }) => {
    const { paymentUrl } = await registerOffline(page);
    await page.goto(payPath(paymentUrl));
    await waitUntilInteractive(page);
    await expect(page.getByRole('region').first()).toHaveAccessibleName(t('payments.apps.title'));
    await page.getByRole('button', { name: 'K PLUS' }).click();
    await expect(page).toHaveURL(/\/omise\/app\//);

    await page.goBack();
    const waiting = t('payments.apps.waiting', { app: 'K PLUS' });
    await expect(page.getByRole('heading', { name: waiting })).toBeVisible();
    await expect(page.getByRole('button', { name: t('payments.apps.qr') })).toBeVisible();
    await expectAccessible(page, 'pay-app');
    await page.getByRole('button', { name: t('payments.apps.again', { app: 'K PLUS' }) }).click();
    await page.getByRole('button', { name: `Pay ${AMOUNT}` }).click();
    await expect(page.getByRole('heading', { name: t('register.confirmation.paidHeading') })).toBeVisible();

    await endSession(page, page.context());
    await page.goto(payPath(paymentUrl));
    await expect(page.getByRole('heading', { name: t('payments.outcome.paid') })).toBeVisible();
  });
});

test('a failed QR code shows its reason, and a new one can be paid @deep', async ({ page }) => {
  const { accountId, paymentUrl } = await registerOffline(page);
  await page.goto(payPath(paymentUrl));
  await expectQr(page);
  await scanQr(accountId, 'fail');
  await expect(page.getByText(t('payments.outcome.declined', { amount: AMOUNT })).last()).toBeVisible();
  await expectAccessible(page, 'pay-fail');
  await page.getByRole('button', { name: t('payments.pay.another') }).click();
  await expectQr(page);
  await scanAndShowTabAgain(page, accountId);
});

test('while a payment link is open, the calendar offers no change of the boxes', async ({ page }) => {
  await logInByApi(page, { email: 'offline@demo.test', password: DEMO_PASSWORD });
  await page.goto('/account');
  await expect(pendingWindow(page)).toBeVisible();
  await page.keyboard.press('Escape');
  const past = page.getByRole('list', { name: t('account.calendar.past') });
  await expect(past).toContainText(t('payments.status.waiting'));
  const ahead = page.locator('[data-ahead]');
  await expect(ahead.getByRole('listitem').nth(2)).toBeVisible();
  await expect(ahead.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link', { name: t('account.ways.pause') })).toHaveCount(0);
  await expect(page.getByRole('link', { name: new RegExp(`${t('common.change')}$`) })).toHaveCount(0);
  await expectAccessible(page, 'account-locked');
});

test('the dialog of an open payment stays aside until the transfer is confirmed', async ({ page }) => {
  const { bankDetails } = await registerOffline(page);
  await page.goto('/account');
  const dialog = pendingWindow(page);
  await expect(dialog).toContainText(AMOUNT);
  await expect(dialog.getByRole('heading')).toBeFocused();
  await expectAccessible(page, 'pending-window');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const hero = page.locator('[data-hero]');
  await expect(hero).toContainText(AMOUNT);
  await expect(hero.getByRole('link', { name: t('payments.modal.card') })).toBeVisible();
  await expectAccessible(page, 'pending-put-aside');
  await page.reload();
  await expect(hero).toContainText(AMOUNT);
  await expect(dialog, 'put aside for this visit').toBeHidden();
  await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', ''));
  await operate('confirm-transfer', bankDetails.reference, '--amount', '375.25');
  await expect(page.getByText(t('payments.outcome.paid'))).toBeVisible();
  await expect(page.locator('[data-ahead]')).toBeVisible();
  await expect(page.locator('html[data-not-reloaded]')).toHaveCount(1);
});

test('the account page explains that an open payment prevents its deletion @deep', async ({ page }) => {
  await registerOffline(page);
  await page.goto('/account/details/delete');
  const main = page.getByRole('main');
  await expect(main).toContainText(t('details.deletion.pendingTitle', { amount: AMOUNT }));
  await expect(main).toContainText(t('details.deletion.pendingText'));
  const button = page.getByRole('button', { name: t('details.deletion.submit') });
  await expect(button).toHaveCount(0);
  await expectAccessible(page, 'delete-pending');
  await main.getByRole('link', { name: t('details.deletion.pendingCancel') }).click();
  await expect(page).toHaveURL(sheetPath('cancel'));
  await call(page, '/api/subscriptions/cancel', { reason: 'other' });
  await page.goto('/account/details/delete');
  await expect(button).toBeVisible();
});

test('a card replaces an open payment link @deep', async ({ page }) => {
  await registerOffline(page);
  await page.goto('/account');
  await expect(pendingWindow(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page
    .locator('[data-hero]')
    .getByRole('link', { name: t('payments.modal.card') })
    .click();
  await fillCard(page, GOOD_CARD);
  await page.getByRole('button', { name: t('register.payment.pay', { amount: AMOUNT }) }).click();
  await expect(page.getByRole('heading', { name: t('register.confirmation.paidHeading') })).toBeVisible();
  await expectStatus(page, 'active');
});
