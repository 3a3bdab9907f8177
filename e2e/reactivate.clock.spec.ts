import { sheetPath } from '@/locales/sheet-path';
import { expectAccessible } from './support/accessible';
import { SECURE_CARD } from './support/cards';
import { isDeep } from './support/environment';
import { expectQr, pendingWindow, scanQr } from './support/offline';
import {
  call,
  cardToken,
  logInByApi,
  me,
  newCaller,
  subscribe,
  type Registered,
} from './support/subscribers';
import { agreeToCharges, openSheet } from './support/subscription';
import { waitUntilInteractive, expect, test } from './support/test';
import type { Page } from '@playwright/test';
import { t } from './support/words';

/*
 * Reactivation on a day after the last payment, which charges the order at once. The tests share one move of the clock,
 * after which the first order is packed but not shipped.
 */

type Name = 'returns' | 'secure' | 'offline';
const NAMES: Name[] = isDeep ? ['returns', 'secure', 'offline'] : ['returns'];

let people: Record<Name, Registered>;
test.beforeAll(async ({ sandbox }) => {
  const begun = NAMES.map(async (name) => [name, await subscribe(await newCaller())] as const);
  people = Object.fromEntries(await Promise.all(begun)) as Record<Name, Registered>;
  await sandbox.moveClock({ by: 'P1D' });
});

/** Cancels the subscription of a subscriber and opens the page that reactivates it. */
async function openReactivate(page: Page, person: Registered): Promise<void> {
  await logInByApi(page, person);
  await call(page, '/api/subscriptions/cancel', { reason: 'other', comment: 'x' });
  await openSheet(page, 'restart');
  await expect(page.getByText(t('subscription.reactivate.warnBox'))).toBeVisible();
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay ฿375\.25/ });

test('a cancelled subscriber reactivates and is charged immediately', async ({ page, sandbox }) => {
  await openReactivate(page, people.returns);
  await expect(page.getByText(t('subscription.reactivate.warnTwo'))).toBeVisible();
  await expectAccessible(page, 'reactivate-charged');
  await agreeToCharges(page);
  await pay(page).dblclick();
  await expect(page).toHaveURL('/account');
  await expect(page.getByText(t('account.today.paidTitle'))).toBeVisible();
  expect((await me(page)).subscription?.status).toBe('active');
  const charges = await sandbox.chargesOf(people.returns.accountId);
  expect(charges.map(({ status, amount }) => ({ status, amount }))).toEqual(
    Array(2).fill({ status: 'successful', amount: 37525 }),
  );
});

test('a cancelled subscriber without a card reactivates and pays by link @deep', async ({ page }) => {
  const { offline } = people;
  await logInByApi(page, offline);
  await call(page, '/api/subscriptions/convert-offline', {});
  await call(page, '/api/subscriptions/cancel', { reason: 'other' });
  await openSheet(page, 'restart');
  await agreeToCharges(page);
  await page.getByRole('button', { name: t('subscription.reactivate.submitLink') }).click();
  await expect(page).toHaveURL(/\/pay\//);
  await expectQr(page);
  await page.goto('/account');
  await expect(pendingWindow(page)).toContainText('฿375.25');
  await expect(page.locator('[data-hero]')).toContainText(t('account.owed.waiting'));
  await scanQr(offline.accountId);
  await expect(pendingWindow(page)).toBeHidden();
  await expect(page.locator('[data-ahead]')).toBeVisible();
});

test.describe('a reactivation whose charge the bank decides on @deep', () => {
  test.use({ expectedErrors: /status of (402|409)/ });

  test('opens the 3-D Secure challenge, which fails once and then succeeds', async ({ page }) => {
    await logInByApi(page, people.secure);
    const card = { ...SECURE_CARD, number: '5555 5555 5555 4444' };
    const added = { cardToken: await cardToken(page, card), makeDefault: true };
    await call(page, '/api/customers/add-card', added);
    await openReactivate(page, people.secure);
    await agreeToCharges(page);
    await pay(page).click();
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(page).toHaveURL(sheetPath('restart'));
    await expect(page.getByText(t('payments.outcome.declined', { amount: '฿375.25' }))).toBeVisible();
    await expectAccessible(page, 'reactivate-bank-declined');
    expect((await me(page)).subscription?.status).toBe('cancelled');

    await waitUntilInteractive(page);
    await agreeToCharges(page);
    await pay(page).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page).toHaveURL('/account');
    await expect(page.getByText(t('account.today.paidTitle'))).toBeVisible();
    expect((await me(page)).subscription?.status).toBe('active');
  });
});
