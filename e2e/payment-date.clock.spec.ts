import { addDays, type Day } from '@/domain/day';
import { yearlessDayText } from '@/locales/calendar-format';
import { expectAccessible } from './support/accessible';
import { fillCard, DECLINED_CARD, SECURE_CARD, type Card } from './support/cards';
import { AMOUNT, expectQr, pendingWindow, scanAndShowTabAgain } from './support/offline';
import { paymentDate, RESCUE_CARD } from './support/payment-date';
import { logInByApi, me, type Registered } from './support/subscribers';
import { openSheet, upcomingOrders } from './support/subscription';
import { expect, test } from './support/test';
import type { Page } from '@playwright/test';
import { path, speak, t } from './support/words';

/* The day before a payment date, and the date. The tests run in the order of time, each with its own subscriber. */

let people: Awaited<ReturnType<typeof paymentDate>>['people'];
let due: Day;
let charged: string;
test.beforeAll(async () => {
  ({ people, due, charged } = await paymentDate());
});

test('an order cannot be skipped on the day before its payment, and is locked on the day', async ({
  page,
  sandbox,
}) => {
  await sandbox.reach(`${addDays(due, -1)}T12:00:00+07:00`);
  await logInByApi(page, people.skips);
  const { dates } = await upcomingOrders(page);
  expect(dates).toEqual(people.skips.upcoming);
  expect(dates[0]).toBe(due);
  const next = page.locator('[data-hero]');
  const change = yearlessDayText(addDays(due, -1), 'en');
  await expect(next.getByText(t('account.next.skipOver', { change }))).toBeVisible();
  await expect(next.getByRole('button')).toHaveCount(0);
  await expectAccessible(page, 'account-too-late-to-skip');

  await sandbox.reach(`${due}T00:30:00+07:00`);
  await logInByApi(page, people.skips);
  await page.goto('/account');
  await expect(page.getByText(t('account.today.dueText', { amount: AMOUNT }))).toBeVisible();
  await expectAccessible(page, 'account-payment-date');
  await openSheet(page, 'contents');
  await expect(page.getByText(t('subscription.change.today'))).toBeVisible();
});

test('the account announces the coming payment link before nine on the payment date @deep', async ({
  page,
  sandbox,
}) => {
  await sandbox.reach(`${due}T08:00:00+07:00`);
  await logInByApi(page, people.late);
  await page.goto('/account');
  await expect(pendingWindow(page)).toContainText(t('payments.link.early'));
  await expectAccessible(page, 'pending-window-early');
});

test('an order is charged on its date, confirmed by mail and listed as previous, with three new ones ahead', async ({
  page,
  sandbox,
}) => {
  const person = people.renewed;
  await sandbox.reach(charged);
  const subject = new RegExp(t('emails.orderPaid.subject', { total: AMOUNT }));
  const receipt = await sandbox.mail(person.email, subject);
  expect(receipt.text).toContain(t('emails.orderPaid.heading'));
  const charges = await sandbox.chargesOf(person.accountId);
  expect(charges.map(({ status, amount }) => ({ status, amount }))).toEqual(
    Array(2).fill({ status: 'successful', amount: 37525 }),
  );

  await logInByApi(page, person);
  const { dates: ahead } = await upcomingOrders(page);
  const [, second, third] = person.upcoming;
  expect(ahead.slice(0, 2)).toEqual([second, third]);
  expect((ahead[2] ?? '') > (third ?? '')).toBe(true);
  expect((await me(page)).points).toBe(2 * 33);

  const past = page.getByRole('list', { name: t('account.calendar.past') });
  const order = past.getByRole('listitem').filter({ has: page.locator(`time[datetime="${due}"]`) });
  await expect(order).toContainText(AMOUNT);
  await expect(order.getByRole('link', { name: t('orders.receipt') })).toBeVisible();
  await order.getByRole('link').first().click();
  await expect(page.locator(`main time[datetime="${addDays(due, 5)}"]`).first()).toBeVisible();
  await expectAccessible(page, 'renewed-orders');
});

test('a declined renewal is reported with its reason in the account and by mail', async ({
  page,
  sandbox,
}) => {
  await sandbox.reach(charged);
  const mail = await sandbox.mail(
    people.rescued.email,
    new RegExp(t('emails.paymentFailed.subject', { total: AMOUNT })),
  );
  expect(mail.text).toContain(t('declines.insufficient_fund'));
  await logInByApi(page, people.rescued);
  await page.goto('/account');
  const hero = page.locator('[data-hero]');
  await expect(hero).toContainText(t('account.owed.declined'));
  await expect(hero).toContainText(AMOUNT);
  await expect(hero).toContainText(t('declines.insufficient_fund'));
  await expect(hero.getByRole('button', { name: t('account.notice.byPromptPay') })).toBeInViewport({
    ratio: 1,
  });
  await upcomingOrders(page);
  await expectAccessible(page, 'renewal-declined');
});

/** Opens the page of cards for a subscriber whose renewal was declined. */
async function openOwed(page: Page, person: Registered): Promise<void> {
  await logInByApi(page, person);
  await page.goto(path('/account/cards'));
  await expect(page.getByText(t('payments.outcome.declined', { amount: AMOUNT }))).toBeVisible();
}

async function payWith(page: Page, card: Card): Promise<void> {
  await page.getByRole('link', { name: t('cards.add'), exact: true }).click();
  await fillCard(page, card);
  await page.getByRole('button', { name: t('cards.adding.saveAndPay', { amount: AMOUNT }) }).click();
}

test('a new card pays a failed payment with one immediate charge', async ({ page, sandbox }) => {
  const person = people.rescued;
  await sandbox.reach(charged);
  await openOwed(page, person);
  await expectAccessible(page, 'cards-owed');
  await payWith(page, DECLINED_CARD);
  // The declined card is saved: the list of cards opens and shows what is owed.
  await expect(page).toHaveURL(path('/account/cards'));
  await expect(page.getByText(t('declines.insufficient_fund'))).toBeVisible();
  await expectAccessible(page, 'cards-owed-declined');
  await page.getByRole('link', { name: t('cards.add'), exact: true }).click();
  await fillCard(page, RESCUE_CARD);
  await page.getByRole('button', { name: t('cards.adding.saveAndPay', { amount: AMOUNT }) }).dblclick();
  await expect(page.getByText(t('payments.outcome.paid'))).toBeVisible();
  await expectAccessible(page, 'cards-owed-paid');
  expect((await me(page)).subscription?.status).toBe('active');
  const charges = await sandbox.chargesOf(person.accountId);
  expect(charges.filter(({ status }) => status === 'successful')).toHaveLength(2);
  await page.goto(path('/account/cards'));
  await expect(page.getByText(t('payments.outcome.declined', { amount: AMOUNT }))).toBeHidden();
});

test('a new card for a failed payment opens a 3-D Secure challenge and returns @deep', async ({
  page,
  sandbox,
}) => {
  await sandbox.reach(charged);
  await openOwed(page, people.secure);
  await payWith(page, { ...SECURE_CARD, number: RESCUE_CARD.number });
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page).toHaveURL(/\/account/);
  await expect
    .poll(async () => {
      const charges = await sandbox.chargesOf(people.secure.accountId);
      return charges.filter(({ status }) => status === 'successful').length;
    })
    .toBe(2);
});

test('an order with a declined card is paid by link, and the card stays saved @deep', async ({
  page,
  sandbox,
}) => {
  speak('th');
  await sandbox.reach(charged);
  await openOwed(page, people.otherWay);
  await page.getByRole('button', { name: t('account.notice.byPromptPay') }).click();
  await expect(page).toHaveURL(new RegExp(path('/pay/')));
  await expectQr(page);
  await scanAndShowTabAgain(page, people.otherWay.accountId);
  await page.goto(path('/account/cards'));
  await expect(page.getByRole('region', { name: t('payments.method.now') })).toContainText(
    t('payments.method.cardText'),
  );
});
