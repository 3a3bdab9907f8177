import type { Browser, Page } from '@playwright/test';
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
  payFirst,
  registerUpToPayment,
  type Registered,
} from './support/subscribers';
import { calendarDates, openSheet, previewed, sheetOf, upcomingOrders } from './support/subscription';
import { expect, test, waitUntilInteractive } from './support/test';
import { journeyLanguages, type Language } from './support/words';

/*
 * Orders twenty days after the first payment: a subscriber can pay for one order a day, and the next payment date is
 * always more than twenty days after the first payment.
 */

const DAY_MS = 86_400_000;
const bangkokDate = (ms: number) => new Date(ms + 7 * 3_600_000).getUTCDate();
type Case = 'keeps' | 'secure' | 'restarts' | 'declined' | 'offline' | 'paused';
const CASES: Case[] = isDeep
  ? ['keeps', 'secure', 'restarts', 'declined', 'offline', 'paused']
  : ['keeps', 'secure'];

interface Upcoming {
  orderId: string;
  paymentDate: Day;
}

const ordersOf = async (page: { request: Page['request'] }) =>
  (await call<{ orders: Upcoming[] }>(page, '/api/orders/upcoming')).orders;

/** The date of the skipped order with an address of its own, which a restart drops. */
const droppedOn = new Map<string, Day>();
const people = new Map<string, Registered>();
const personOf = (name: Case, { locale }: Language) => people.get(`${name} ${locale}`)!;

async function begin(browser: Browser, name: Case, words: Language, now: Date): Promise<void> {
  const context = await browser.newContext();
  // Four weeks from now: after the twenty days, and too near to follow a payment at their end.
  const paymentDay = name === 'restarts' ? bangkokDate(now.getTime() + 28 * DAY_MS) : undefined;
  const person = await registerUpToPayment(context, words, `${name}-${words.locale}`, paymentDay);
  await payFirst(context);
  people.set(`${name} ${words.locale}`, person);
  if (name === 'secure') {
    const card = { ...SECURE_CARD, number: '5555 5555 5555 4444' };
    const added = { cardToken: await cardToken(context, card), makeDefault: true };
    await call(context, '/api/customers/add-card', added);
  }
  if (name === 'offline') await call(context, '/api/subscriptions/convert-offline', {});
  if (name === 'restarts') {
    const [next] = await ordersOf(context);
    const place = { address: '9 Nimman', province: 'Chiang Mai', postalCode: '50200' };
    await call(context, '/api/orders/address', { orderId: next!.orderId, ...place });
    await call(context, '/api/orders/skip', { orderId: next!.orderId, skip: true });
    droppedOn.set(words.locale, next!.paymentDate);
  }
  await context.close();
}

test.beforeAll(async ({ browser, sandbox }) => {
  test.setTimeout(480_000);
  const now = await sandbox.now();
  const everybody = journeyLanguages.flatMap((words) =>
    CASES.map((name) => begin(browser, name, words, now)),
  );
  await Promise.all(everybody);
  await sandbox.moveClock({ by: 'P20D' });
});

const submit = (page: Page, { t }: Language) =>
  page.getByRole('button', { name: t('subscription.orderNow.submit', { amount: AMOUNT }) });

/** Opens the sheet and waits until the calendar shows the boxes after the order. */
async function openOrderNow(page: Page, words: Language): Promise<void> {
  await openSheet(page, words, 'now');
  await expect(
    sheetOf(page).getByRole('heading', { name: words.t('subscription.sheets.now') }),
  ).toBeVisible();
  await previewed(page);
}

async function choose(page: Page, { t }: Language, later: 'keep' | 'restart'): Promise<void> {
  await page.getByText(t(`subscription.orderNow.${later}`), { exact: true }).click();
  await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(
    new RegExp(t(`subscription.orderNow.${later}`)),
  );
  await previewed(page);
}

for (const words of journeyLanguages) {
  const { t, locale, path } = words;

  test(`a subscriber sees today's charge and the later dates, orders now and keeps them (${locale})`, async ({
    page,
    sandbox,
  }) => {
    const person = personOf('keeps', words);
    await logInByApi(page, person);
    const { dates } = await upcomingOrders(page, words);
    await waitUntilInteractive(page);
    const now = page.getByRole('link', { name: t('account.next.now'), exact: true });
    await now.click();
    await expect(sheetOf(page).getByRole('heading', { name: t('subscription.sheets.now') })).toBeFocused();
    await previewed(page);
    const kept = await calendarDates(page, 'after');
    expect(kept.slice(1, 3)).toEqual(dates.slice(1));
    await choose(page, words, 'restart');
    await choose(page, words, 'keep');
    expect(await calendarDates(page, 'after')).toEqual(kept);
    await expectAccessible(page, `order-now-${locale}`);
    await submit(page, words).dblclick();
    await expect(page).toHaveURL(path('/account'));
    await expect(page.getByText(t('subscription.orderNow.done'))).toBeVisible();
    expect((await upcomingOrders(page, words)).dates).toEqual(kept.slice(1, 4));
    await expect(now).toHaveCount(0);
    const charges = await sandbox.chargesOf(person.accountId);
    expect(charges.map(({ status }) => status)).toEqual(['successful', 'successful']);
    await page.goto(path(sheetPath('now')));
    await expect(page.getByText(t('subscription.orderNow.done'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('subscription.orderNow.working') })).toHaveCount(0);
    await expectAccessible(page, `order-now-done-${locale}`);
  });

  test(
    `a restart names the order that is dropped with its own address, and follows today (${locale})`,
    { tag: '@deep' },
    async ({ page }) => {
      await logInByApi(page, personOf('restarts', words));
      await openOrderNow(page, words);
      const date = dayText(droppedOn.get(locale)!, locale);
      const dropped = page.getByText(t('subscription.change.lostChoice', { date }));
      await expect(dropped).toHaveCount(0);
      const kept = await calendarDates(page, 'after');
      expect(kept).toContain(droppedOn.get(locale));
      await choose(page, words, 'restart');
      await expect(dropped).toBeVisible();
      const restarted = await calendarDates(page, 'after');
      expect(restarted).not.toContain(droppedOn.get(locale));
      await expectAccessible(page, `order-now-restart-${locale}`);
      await submit(page, words).click();
      await expect(page).toHaveURL(path('/account'));
      expect((await upcomingOrders(page, words)).dates).toEqual(restarted.slice(1, 4));
    },
  );

  test.describe('an order now that is declined', { tag: '@deep' }, () => {
    test.use({ expectedErrors: /status of (402|409)/ });

    test(`names the reason, and the order keeps its planned date (${locale})`, async ({ page, sandbox }) => {
      const { accountId } = await logIn(page, 'declined');
      const { dates } = await upcomingOrders(page, words);
      await openOrderNow(page, words);
      await sandbox.fault({
        service: 'omise',
        op: 'POST /charges',
        kind: 'status',
        times: 1,
        match: { 'metadata.accountId': accountId },
        args: { status: 400, code: 'insufficient_fund' },
      });
      await submit(page, words).click();
      await expect(page.getByText(t('payments.outcome.declined', { amount: AMOUNT }))).toBeVisible();
      await expect(page.getByText(t('declines.insufficient_fund'))).toBeVisible();
      await expect(page.getByText(t('subscription.orderNow.declinedText'))).toBeVisible();
      await expectAccessible(page, `order-now-declined-${locale}`);
      expect((await upcomingOrders(page, words)).dates).toEqual(dates);
      expect((await me(page)).subscription?.status).toBe('active');
    });
  });

  test(`the bank's page returns to the order, which is declined first and then paid (${locale})`, async ({
    page,
    sandbox,
  }) => {
    const { accountId } = await logIn(page, 'secure');
    const { dates } = await upcomingOrders(page, words);
    await openOrderNow(page, words);
    await submit(page, words).click();
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(page).toHaveURL(path(sheetPath('now')));
    await expect(page.getByText(t('payments.outcome.declined', { amount: AMOUNT }))).toBeVisible();
    await expect(page.getByText(t('subscription.orderNow.declinedText'))).toBeVisible();
    await previewed(page);
    await expectAccessible(page, `order-now-bank-declined-${locale}`);
    expect((await upcomingOrders(page, words)).dates).toEqual(dates);

    await openOrderNow(page, words);
    await submit(page, words).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page).toHaveURL(path(sheetPath('now')));
    await expect(page.getByText(t('subscription.orderNow.done'))).toBeVisible();
    await expect(page.getByText(t('payments.outcome.declined', { amount: AMOUNT }))).toHaveCount(0);
    await expectAccessible(page, `order-now-bank-approved-${locale}`);
    expect((await upcomingOrders(page, words)).dates.slice(0, 2)).toEqual(dates.slice(1));
    const charges = await sandbox.chargesOf(accountId);
    expect(charges.map(({ status }) => status)).toEqual(['successful', 'failed', 'successful']);
    // The bank asks again on each payment date, and the clock of later tests would stop at each hourly read.
    await call(page, '/api/subscriptions/cancel', { reason: 'other', comment: 'x' });
  });

  test(
    `without a card, the order is sent when its link is paid (${locale})`,
    { tag: '@deep' },
    async ({ page }) => {
      const { accountId } = await logIn(page, 'offline');
      await openOrderNow(page, words);
      await expect(page.locator('[data-ahead] > li').first()).toContainText(AMOUNT);
      await expectAccessible(page, `order-now-by-link-${locale}`);
      await page.getByRole('button', { name: t('subscription.orderNow.submitLink') }).click();
      await expect(page).toHaveURL(/\/pay\//);
      await expectQr(page, words);
      await page.goto(path(sheetPath('now')));
      await expect(page.getByText(t('payments.method.pendingTitle', { amount: AMOUNT }))).toBeVisible();
      await expectAccessible(page, `order-now-open-link-${locale}`);
      await page.goto(path('/account'));
      await expect(pendingWindow(page, words)).toContainText(AMOUNT);
      await scanQr(accountId);
      await expect(pendingWindow(page, words)).toBeHidden();
    },
  );

  test(
    `while all orders are paused, the page says how to order now (${locale})`,
    { tag: '@deep' },
    async ({ page }) => {
      await logIn(page, 'paused');
      const [first] = await ordersOf(page);
      const until = new Date(Date.parse(first!.paymentDate) + 100 * DAY_MS).toISOString().slice(0, 10);
      await call(page, '/api/subscriptions/pause', { until });
      await page.goto(path(sheetPath('now')));
      await expect(page.getByText(t('subscription.orderNow.noOrder'))).toBeVisible();
      await expect(submit(page, words)).toHaveCount(0);
      await expectAccessible(page, `order-now-none-${locale}`);
    },
  );

  async function logIn(page: Page, name: Case): Promise<Registered> {
    const person = personOf(name, words);
    await logInByApi(page, person);
    return person;
  }
}
