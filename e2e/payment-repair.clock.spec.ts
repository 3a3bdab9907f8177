import { addDays, type Day } from '@/domain/day';
import { deadlineText } from '@/locales/format';
import { expectAccessible } from './support/accessible';
import { DECLINED_CARD, fillCard } from './support/cards';
import { enterDesk } from './support/desk';
import { AMOUNT, expectQr, expectStatus, scanAndShowTabAgain, scanQr } from './support/offline';
import { paymentDate, RESCUE_CARD } from './support/payment-date';
import { logIn, type Registered } from './support/subscribers';
import { showTabAgain, expect, test, waitUntilInteractive, heading } from './support/test';
import { translatePage } from './support/translate';
import type { sandbox as Sandbox } from './support/sandbox';
import type { Page } from '@playwright/test';
import { path, speak, t } from './support/words';

/*
 * Links that repair a failed payment and links to pay, opened in a browser without a session. The tests run in the order
 * of time, each with its own subscriber.
 */

let people: Awaited<ReturnType<typeof paymentDate>>['people'];
let due: Day;
let charged: string;
test.beforeAll(async () => {
  ({ people, due, charged } = await paymentDate());
});

/** Opens the link that repairs a failed payment. */
async function openRepair(page: Page, sandbox: typeof Sandbox, { email }: Registered) {
  await sandbox.reach(charged);
  const { links } = await sandbox.mail(
    email,
    new RegExp(t('emails.paymentFailed.subject', { total: AMOUNT })),
  );
  const link = links.find((address) => address.includes('/fix/')) ?? '';
  await page.goto(link);
  await expect(heading(page, t('repair.heading'))).toBeVisible();
  await expect(page.getByRole('main')).toContainText(AMOUNT);
  return link;
}

test.describe('a failed payment', () => {
  test.use({ expectedErrors: /status of (402|404|409)/ });

  test('is repaired by QR code without a log-in', async ({ page, sandbox }) => {
    const link = await openRepair(page, sandbox, people.byQr);
    await waitUntilInteractive(page);
    await translatePage(page);
    await expectAccessible(page, 'fix-en');
    await page.getByRole('button', { name: t('repair.qr.make', { amount: AMOUNT }) }).click();
    await expect(page.getByRole('img', { name: t('secretLink.qr.alt', { amount: AMOUNT }) })).toBeVisible();
    await expect(page.getByText(t('repair.nextTryAfterQr'))).toBeVisible();
    await expectAccessible(page, 'fix-qr-en');
    await scanQr(people.byQr.accountId);
    await expect(async () => {
      await showTabAgain(page);
      await expect(heading(page, t('payments.outcome.paid'))).toBeFocused({ timeout: 500 });
    }).toPass();
    await expectAccessible(page, 'fix-paid-en');
    await page.goto(link);
    await expect(heading(page, t('payments.outcome.paid'))).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
    await page.goto('/fix/not-a-link-that-we-know');
    await expect(heading(page, t('secretLink.missing.title'))).toBeVisible();
    await expectAccessible(page, 'fix-missing-en');
  });

  test('is repaired with another card after a decline, and charged once', async ({ page, sandbox }) => {
    speak('th');
    await openRepair(page, sandbox, people.byCard);
    await expectAccessible(page, 'fix-th');
    await expect(page.getByText(t('repair.sameCard.title'))).toBeVisible();
    await page.getByText(t('repair.card.title')).click();
    const pay = page.getByRole('button', { name: t('repair.card.pay', { amount: AMOUNT }), exact: true });
    await fillCard(page, DECLINED_CARD);
    await pay.click();
    await expect(page.getByRole('main')).toContainText(t('payments.outcome.declined', { amount: AMOUNT }));
    await expectAccessible(page, 'fix-card-declined-th');
    await fillCard(page, RESCUE_CARD);
    await pay.dblclick();
    await expect(heading(page, t('payments.outcome.paid'))).toBeFocused();
    await expectAccessible(page, 'fix-paid-th');
    const charges = await sandbox.chargesOf(people.byCard.accountId);
    expect(charges.filter(({ status }) => status === 'successful')).toHaveLength(2);
  });

  test('an order whose payment failed is given up after a question @deep', async ({ page, sandbox }) => {
    await openRepair(page, sandbox, people.givesUp);
    const desk = await page.context().newPage();
    await enterDesk(desk, 'support');
    await desk.goto(path(`/desk/subscribers/${people.givesUp.accountId}`));
    for (const [name, done] of [
      [t('deskToday.sendLink'), t('deskToday.linkSent')],
      [t('deskToday.tryNow'), t('deskToday.triedNow')],
    ] as const) {
      await waitUntilInteractive(desk);
      await desk.getByRole('button', { name, exact: true }).click();
      await desk.getByRole('group', { name }).getByRole('button', { name, exact: true }).click();
      await expect(desk.getByText(done).or(desk.getByRole('alert')).first()).toBeVisible();
    }
    await desk.close();
    await page.getByText(t('repair.giveUp.title')).click();
    await expectAccessible(page, 'fix-give-up-en');
    await page.getByRole('button', { name: t('repair.giveUp.yes') }).click();
    await expect(heading(page, t('repair.givenUp.title'))).toBeFocused();
    await expectAccessible(page, 'fix-given-up-en');
  });
});

test('an unpaid link expires after its third day, and a new one reactivates the subscription @deep', async ({
  page,
  sandbox,
}) => {
  const { late } = people;
  await sandbox.reach(charged);
  const subject = new RegExp(t('emails.paymentLink.subject', { total: AMOUNT }).slice(0, 12));
  const mail = await sandbox.mail(late.email, subject);
  const until = deadlineText(`${addDays(due, 3)}T17:00:00Z`, 'en');
  const link = mail.links.find((address) => address.includes('/pay/')) ?? '';
  await page.goto(link);
  await expect(page.getByText(t('payments.pay.until', { until }))).toBeVisible();
  await expectQr(page);

  // The clock passes an hour while the open page would fetch its next QR code, whose address expires after a minute.
  await page.goto('about:blank');
  // A code that is open is read every hour, and the clock stops at each.
  await scanQr(late.accountId, 'fail');
  await sandbox.reach(`${addDays(due, 4)}T00:30:00+07:00`);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: t('payments.pay.expiredTitle') })).toBeVisible();
  await expectAccessible(page, 'pay-expired');
  await page.getByRole('link', { name: t('secretLink.logIn') }).click();
  await logIn(page, late);
  await expect(page).toHaveURL('/account');
  await expectStatus(page, 'inactive');
  await page.reload();
  await expect(page.getByText(t('account.notice.expiredTitle'))).toBeVisible();
  await expectAccessible(page, 'link-expired');
  await page.getByRole('button', { name: t('payments.link.ask') }).click();
  await expect(page).toHaveURL(/\/pay\//);
  expect(page.url()).not.toBe(link);
  await expectQr(page);
  await scanAndShowTabAgain(page, late.accountId);
  await expectStatus(page, 'active');
});
