import { expectAccessible } from './support/accessible';
import { fillCard, GOOD_CARD } from './support/cards';
import { logIn, me, registerUpToPayment, subscribe } from './support/people';
import { fillDelivery, fillDetails, fillPlan, newPerson, next, payButton } from './support/registration';
import { expect, test } from './support/test';
import { english, thai, type Language } from './support/words';
import type { Page } from '@playwright/test';

/** The dates of the next three orders, as the account shows them. */
async function upcomingDates(page: Page, { t }: Language): Promise<string[]> {
  const region = page.getByRole('region', { name: t('account.upcoming.title') });
  await expect(region.getByRole('listitem')).toHaveCount(3);
  return region
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
}

for (const words of [english, thai]) {
  test(`a month on, the box is paid, mailed and a previous order, and three new ones are ahead (${words.locale})`, async ({
    page,
    sandbox,
  }) => {
    const { t, path, locale } = words;
    const person = await subscribe(page, words);
    await page.goto(path('/account'));
    const [first = '', second, third] = await upcomingDates(page, words);
    expect(first).toBe(person.dates[1]);
    const { points } = await me(page);

    await sandbox.moveClock({ to: `${first}T09:30:00+07:00` });
    const receipt = await sandbox.mail(
      person.email,
      new RegExp(t('emails.orderPaid.subject', { total: '฿375.25' })),
    );
    expect(receipt.text).toContain(t('emails.orderPaid.heading'));
    const charges = await sandbox.chargesOf(person.accountId);
    expect(charges.map(({ status, amount }) => ({ status, amount }))).toEqual(
      Array(2).fill({ status: 'successful', amount: 37525 }),
    );

    await page.goto(path('/account'));
    await logIn(page, words, person);
    await expect(page).toHaveURL(path('/account'));
    const ahead = await upcomingDates(page, words);
    expect(ahead.slice(0, 2)).toEqual([second, third]);
    expect((ahead[2] ?? '') > (third ?? '')).toBe(true);
    expect((await me(page)).points).toBe(2 * points);
    await expectAccessible(page, `renewed-account-${locale}`);

    await page.getByRole('link', { name: t('account.previous.all') }).click();
    const order = page.getByRole('listitem').filter({ has: page.locator(`h3 time[datetime="${first}"]`) });
    await expect(order).toContainText(t('payments.status.success'));
    await expect(order).toContainText('฿375.25');
    await expect(order).toContainText(t('common.points', { count: points }));
    await expect(order.locator('dd time')).toHaveAttribute('datetime', plusDays(first, 5));
    await expectAccessible(page, `renewed-orders-${locale}`);
  });
}

function plusDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

test('a renewal that the bank declines is told with its reason, in the account and by mail', async ({
  page,
  sandbox,
}) => {
  const { t } = english;
  const card = { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' };
  const person = await subscribe(page, english, 'declined', card);
  await sandbox.moveClock({ to: `${person.dates[1]}T09:30:00+07:00` });
  const mail = await sandbox.mail(person.email, new RegExp(t('emails.paymentFailed.subject')));
  expect(mail.text).toContain(t('declines.insufficient_fund'));
  await page.goto('/account');
  await logIn(page, english, person);
  await expect(page.getByText(t('account.notice.failTitle', { amount: '฿375.25' }))).toBeVisible();
  await expect(page.getByText(t('declines.insufficient_fund'))).toBeVisible();
  await upcomingDates(page, english);
  await expectAccessible(page, 'renewal-declined');
});

test('a charge whose answer is lost is looked up at the gateway, and the page turns to paid by itself', async ({
  page,
  sandbox,
}) => {
  const { t } = english;
  const { accountId } = await registerUpToPayment(page, english);
  const match = { 'metadata.accountId': accountId };
  await sandbox.fault({ service: 'omise', op: 'charge.create', kind: 'drop', times: 1, match });
  await sandbox.fault({ service: 'omise', op: 'POST /charges', kind: 'timeout_after', times: 1, match });
  await page.goto('/register/payment');
  await fillCard(page, GOOD_CARD);
  await payButton(page, english).click();
  await expect(page.getByRole('heading', { name: t('register.confirmation.pendingHeading') })).toBeVisible();
  await sandbox.moveClock({ by: 'PT1M' });
  await expect(page.getByRole('heading', { name: t('register.confirmation.paidHeading') })).toBeVisible();
  expect(await sandbox.chargesOf(accountId)).toHaveLength(1);
});

test.describe('a session that runs out while somebody registers', () => {
  test.use({ expectedErrors: /status of 401/ });

  test('leads to logging in, and loses no answer', async ({ page, sandbox }) => {
    const { t } = english;
    const person = newPerson('slow');
    await page.goto('/register');
    await fillPlan(page, english);
    await next(page, english, 'details').click();
    await fillDetails(page, english, person);
    await next(page, english, 'delivery').click();
    await expect(page.getByRole('heading', { level: 1, name: t('register.delivery.heading') })).toBeFocused();
    await sandbox.moveClock({ by: 'PT61M' });
    await fillDelivery(page, english, person);
    await next(page, english, 'payment').click();
    await expect(page.getByText(t('register.sessionOver'))).toBeVisible();
    await expect(page.getByLabel(t('register.details.email'), { exact: true })).toHaveValue(person.email);
  });
});
