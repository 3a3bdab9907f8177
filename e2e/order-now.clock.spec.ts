import type { Page } from '@playwright/test';
import type { Day } from '@/domain/day';
import { dayText } from '@/locales/format';
import { sheetPath } from '@/locales/sheet-path';
import { expectAccessible } from './support/accessible';
import { SECURE_CARD } from './support/cards';
import { isDeep } from './support/environment';
import { AMOUNT, expectQr, pendingWindow, scanQr } from './support/offline';
import {
  call,
  cardToken,
  logInByApi,
  me,
  newCaller,
  subscribe,
  type Caller,
  type Registered,
} from './support/subscribers';
import { paymentDate } from './support/payment-date';
import { calendarDates, openSheet, previewed, sheetOf, upcomingOrders } from './support/subscription';
import { expect, test, waitUntilInteractive } from './support/test';
import { locale, path, speak, t } from './support/words';

/*
 * Orders on the day after the first payment: a subscriber can pay for one order a day. The subscribers of the files about
 * a payment date register first, so that the clock passes the weeks before it once.
 */

const DAY_MS = 86_400_000;
type Case = 'keeps' | 'secure' | 'restarts' | 'declined' | 'offline' | 'paused';
const CASES: Case[] = isDeep
  ? ['keeps', 'secure', 'restarts', 'declined', 'offline', 'paused']
  : ['keeps', 'secure'];

const ordersOf = async (caller: Caller) =>
  (await call<{ orders: { orderId: string; paymentDate: Day }[] }>(caller, '/api/orders/upcoming')).orders;

/** The date of the skipped order with an address of its own, which a restart drops. */
let droppedOn: Day;
const people = new Map<Case, Registered>();

async function begin(name: Case, now: Date): Promise<void> {
  const caller = await newCaller();
  // In three weeks, by the clock of Bangkok: the first day that follows a payment of today, and too near to one tomorrow.
  const paymentDay = new Date(now.getTime() + 21 * DAY_MS + 7 * 3_600_000).getUTCDate();
  people.set(name, await subscribe(caller, { paymentDay, speaks: name === 'secure' ? 'th' : 'en' }));
  if (name === 'secure') {
    const card = { ...SECURE_CARD, number: '5555 5555 5555 4444' };
    const added = { cardToken: await cardToken(caller, card), makeDefault: true };
    await call(caller, '/api/customers/add-card', added);
  }
  if (name === 'offline') await call(caller, '/api/subscriptions/convert-offline', {});
  if (name === 'restarts') {
    const [next] = await ordersOf(caller);
    const place = { address: '9 Nimman', province: 'Chiang Mai', postalCode: '50200' };
    await call(caller, '/api/orders/address', { orderId: next!.orderId, ...place });
    await call(caller, '/api/orders/skip', { orderId: next!.orderId, skip: true });
    droppedOn = next!.paymentDate;
  }
}

test.beforeAll(async ({ sandbox }) => {
  test.setTimeout(480_000);
  const now = await sandbox.now();
  await Promise.all([paymentDate(), ...CASES.map((name) => begin(name, now))]);
  await sandbox.moveClock({ by: 'P1D' });
});

async function logIn(page: Page, name: Case): Promise<Registered> {
  const person = people.get(name)!;
  await logInByApi(page, person);
  return person;
}

const submit = (page: Page) =>
  page.getByRole('button', { name: t('subscription.orderNow.submit', { amount: AMOUNT }) });

/** Opens the sheet and waits until the calendar shows the boxes after the order. */
async function openOrderNow(page: Page): Promise<void> {
  await openSheet(page, 'now');
  await expect(sheetOf(page).getByRole('heading', { name: t('subscription.sheets.now') })).toBeVisible();
  await previewed(page);
}

async function choose(page: Page, later: 'keep' | 'restart'): Promise<void> {
  await page.getByText(t(`subscription.orderNow.${later}`), { exact: true }).click();
  await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(
    new RegExp(t(`subscription.orderNow.${later}`)),
  );
  await previewed(page);
}

test('a subscriber sees the charge of today and the later dates, orders now and keeps them', async ({
  page,
  sandbox,
}) => {
  const person = await logIn(page, 'keeps');
  const { dates } = await upcomingOrders(page);
  await waitUntilInteractive(page);
  const now = page.getByRole('link', { name: t('account.next.now'), exact: true });
  await now.click();
  await expect(sheetOf(page).getByRole('heading', { name: t('subscription.sheets.now') })).toBeFocused();
  await previewed(page);
  const kept = await calendarDates(page, 'after');
  expect(kept.slice(1, 3)).toEqual(dates.slice(1));
  await choose(page, 'restart');
  await choose(page, 'keep');
  expect(await calendarDates(page, 'after')).toEqual(kept);
  await expectAccessible(page, 'order-now');
  await submit(page).dblclick();
  await expect(page).toHaveURL(path('/account'));
  await expect(page.getByText(t('subscription.orderNow.done'))).toBeVisible();
  expect((await upcomingOrders(page)).dates).toEqual(kept.slice(1, 4));
  await expect(now).toHaveCount(0);
  const charges = await sandbox.chargesOf(person.accountId);
  expect(charges.map(({ status }) => status)).toEqual(['successful', 'successful']);
  await page.goto(path(sheetPath('now')));
  await expect(page.getByText(t('subscription.orderNow.done'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('subscription.orderNow.working') })).toHaveCount(0);
  await expectAccessible(page, 'order-now-done');
});

test('a restart names the dropped order with its own address, and follows today @deep', async ({ page }) => {
  await logIn(page, 'restarts');
  await openOrderNow(page);
  const date = dayText(droppedOn, locale());
  const dropped = page.getByText(t('subscription.change.lostChoice', { date }));
  await expect(dropped).toHaveCount(0);
  const kept = await calendarDates(page, 'after');
  expect(kept).toContain(droppedOn);
  await choose(page, 'restart');
  await expect(dropped).toBeVisible();
  const restarted = await calendarDates(page, 'after');
  expect(restarted).not.toContain(droppedOn);
  await expectAccessible(page, 'order-now-restart');
  await submit(page).click();
  await expect(page).toHaveURL(path('/account'));
  expect((await upcomingOrders(page)).dates).toEqual(restarted.slice(1, 4));
});

test.describe('an order now that is declined @deep', () => {
  test.use({ expectedErrors: /status of (402|409)/ });

  test('names the reason, and the order keeps its planned date', async ({ page, sandbox }) => {
    const { accountId } = await logIn(page, 'declined');
    const { dates } = await upcomingOrders(page);
    await openOrderNow(page);
    await sandbox.fault({
      service: 'omise',
      op: 'POST /charges',
      kind: 'status',
      times: 1,
      match: { 'metadata.accountId': accountId },
      args: { status: 400, code: 'insufficient_fund' },
    });
    await submit(page).click();
    await expect(page.getByText(t('payments.outcome.declined', { amount: AMOUNT }))).toBeVisible();
    await expect(page.getByText(t('declines.insufficient_fund'))).toBeVisible();
    await expect(page.getByText(t('subscription.orderNow.declinedText'))).toBeVisible();
    await expectAccessible(page, 'order-now-declined');
    expect((await upcomingOrders(page)).dates).toEqual(dates);
    expect((await me(page)).subscription?.status).toBe('active');
  });
});

test('the page of the bank returns to the order, which is declined first and then paid', async ({
  page,
  sandbox,
}) => {
  speak('th');
  const { accountId } = await logIn(page, 'secure');
  const { dates } = await upcomingOrders(page);
  await openOrderNow(page);
  await submit(page).click();
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(page).toHaveURL(path(sheetPath('now')));
  await expect(page.getByText(t('payments.outcome.declined', { amount: AMOUNT }))).toBeVisible();
  await expect(page.getByText(t('subscription.orderNow.declinedText'))).toBeVisible();
  await previewed(page);
  await expectAccessible(page, 'order-now-bank-declined');
  expect((await upcomingOrders(page)).dates).toEqual(dates);

  await openOrderNow(page);
  await submit(page).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page).toHaveURL(path(sheetPath('now')));
  await expect(page.getByText(t('subscription.orderNow.done'))).toBeVisible();
  await expect(page.getByText(t('payments.outcome.declined', { amount: AMOUNT }))).toHaveCount(0);
  await expectAccessible(page, 'order-now-bank-approved');
  expect((await upcomingOrders(page)).dates.slice(0, 2)).toEqual(dates.slice(1));
  const charges = await sandbox.chargesOf(accountId);
  expect(charges.map(({ status }) => status)).toEqual(['successful', 'failed', 'successful']);
  // The bank asks again on each payment date, and the clock of later tests would stop at each hourly read.
  await call(page, '/api/subscriptions/cancel', { reason: 'other', comment: 'x' });
});

test('without a card, the order is sent when its link is paid @deep', async ({ page }) => {
  const { accountId } = await logIn(page, 'offline');
  await openOrderNow(page);
  await expect(page.locator('[data-ahead] > li').first()).toContainText(AMOUNT);
  await expectAccessible(page, 'order-now-by-link');
  await page.getByRole('button', { name: t('subscription.orderNow.submitLink') }).click();
  await expect(page).toHaveURL(/\/pay\//);
  await expectQr(page);
  await page.goto(path(sheetPath('now')));
  await expect(page.getByText(t('payments.method.pendingTitle', { amount: AMOUNT }))).toBeVisible();
  await expectAccessible(page, 'order-now-open-link');
  await page.goto(path('/account'));
  await expect(pendingWindow(page)).toContainText(AMOUNT);
  await scanQr(accountId);
  await expect(pendingWindow(page)).toBeHidden();
});

test('while all orders are paused, the page says how to order now @deep', async ({ page }) => {
  await logIn(page, 'paused');
  const [first] = await ordersOf(page);
  const until = new Date(Date.parse(first!.paymentDate) + 100 * DAY_MS).toISOString().slice(0, 10);
  await call(page, '/api/subscriptions/pause', { until });
  await page.goto(path(sheetPath('now')));
  await expect(page.getByText(t('subscription.orderNow.noOrder'))).toBeVisible();
  await expect(submit(page)).toHaveCount(0);
  await expectAccessible(page, 'order-now-none');
});
