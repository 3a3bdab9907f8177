import { addDays, type Day } from '@/domain/day';
import { dayText } from '@/locales/format';
import { expectAccessible } from './support/accessible';
import { SECURE_CARD } from './support/cards';
import { cardToken, logIn, me, subscribe, type Registered } from './support/people';
import { openChange } from './support/subscription';
import { awake, expect, test } from './support/test';
import { english } from './support/words';
import type { Page } from '@playwright/test';

const { t } = english;

async function logInAgain(page: Page, person: Registered): Promise<void> {
  await page.goto('/account');
  await logIn(page, english, person);
  await expect(page).toHaveURL('/account');
}

/** Cancelled on a later day than she paid on, and ready to come back. */
async function openReactivate(page: Page): Promise<void> {
  await page.request.post('/api/subscriptions/cancel', { data: { reason: 'other', comment: 'x' } });
  await openChange(page, english, 'reactivate');
  await expect(page.getByText(t('subscription.reactivate.warnBox'))).toBeVisible();
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay ฿375\.25/ });

test('the day before a payment an order can no longer be skipped; on the day it is closed', async ({
  page,
  sandbox,
}) => {
  const person = await subscribe(page, english);
  const [, first] = person.dates as [Day, Day, Day];
  await sandbox.moveClock({ to: `${addDays(first, -1)}T12:00:00+07:00` });
  await logInAgain(page, person);
  const next = page.getByRole('region', { name: t('account.next.title') });
  const change = dayText(addDays(first, -1), 'en');
  await expect(next.getByText(t('account.next.skipOver', { change }))).toBeVisible();
  await expect(next.getByRole('button')).toHaveCount(0);
  await expectAccessible(page, 'account-too-late-to-skip');

  await sandbox.moveClock({ to: `${first}T00:30:00+07:00` });
  await logInAgain(page, person);
  await expect(page.getByText(t('account.today.dueText', { amount: '฿375.25' }))).toBeVisible();
  await expectAccessible(page, 'account-payment-date');
  await openChange(page, english, 'box');
  await expect(page.getByText(t('subscription.change.today'))).toBeVisible();
});

test('somebody who cancelled comes back at once, and pays at once', async ({ page, sandbox }) => {
  const person = await subscribe(page, english);
  // A day later the first box is packed, and has not been sent yet.
  await sandbox.moveClock({ by: 'P1D' });
  await logInAgain(page, person);
  await openReactivate(page);
  await expect(page.getByText(t('subscription.reactivate.warnTwo'))).toBeVisible();
  await expectAccessible(page, 'reactivate-charged');
  await pay(page).dblclick();
  await expect(page).toHaveURL('/account');
  await expect(page.getByText(t('account.today.paidTitle'))).toBeVisible();
  expect((await me(page)).subscription?.status).toBe('active');
  const charges = await sandbox.chargesOf(person.accountId);
  expect(charges.map(({ status, amount }) => ({ status, amount }))).toEqual(
    Array(2).fill({ status: 'successful', amount: 37525 }),
  );
});

test.describe('a return that the bank has a say in', () => {
  test.use({ expectedErrors: /status of (402|409)/ });

  test('is declined with its reason, and nothing has changed', async ({ page, sandbox }) => {
    const person = await subscribe(page, english, 'declined');
    await sandbox.moveClock({ by: 'P2D' });
    await logInAgain(page, person);
    await openReactivate(page);
    await sandbox.fault({
      service: 'omise',
      op: 'POST /charges',
      kind: 'status',
      times: 1,
      match: { 'metadata.accountId': person.accountId },
      args: { status: 400, code: 'insufficient_fund' },
    });
    await pay(page).click();
    await expect(page.getByText(t('subscription.reactivate.declined'))).toBeVisible();
    await expect(page.getByText(t('declines.insufficient_fund'))).toBeVisible();
    await expectAccessible(page, 'reactivate-declined');
    await page.getByRole('link', { name: t('subscription.reactivate.cards') }).click();
    await expect(page).toHaveURL('/account/cards');
    expect((await me(page)).subscription?.status).toBe('cancelled');
  });

  test('goes to the bank and comes back: refused there, then confirmed', async ({ page, sandbox }) => {
    const person = await subscribe(page, english, 'secure');
    await sandbox.moveClock({ by: 'P2D' });
    await logInAgain(page, person);
    const added = await page.request.post('/api/customers/add-card', {
      data: {
        cardToken: await cardToken(page, { ...SECURE_CARD, number: '5555 5555 5555 4444' }),
        makeDefault: true,
      },
    });
    expect(added.ok()).toBe(true);
    await openReactivate(page);
    await pay(page).click();
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(page).toHaveURL('/account/subscription/reactivate');
    await expect(page.getByText(t('subscription.reactivate.declined'))).toBeVisible();
    await expectAccessible(page, 'reactivate-bank-declined');
    expect((await me(page)).subscription?.status).toBe('cancelled');

    await awake(page);
    await pay(page).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page).toHaveURL('/account');
    await expect(page.getByText(t('account.today.paidTitle'))).toBeVisible();
    expect((await me(page)).subscription?.status).toBe('active');
  });
});
