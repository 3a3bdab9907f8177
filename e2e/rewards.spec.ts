import { sheetPath } from '@/locales/sheet-path';
import { expectAccessible } from './support/accessible';
import { call, logInByApi, me, payFirst, subscribe } from './support/subscribers';
import { DEMO_PASSWORD } from './support/product';
import { fillDetails, fillPlan, next, payButton } from './support/registration';
import {
  joinInNewBrowser,
  deliverToFriend,
  newFriend,
  newFriendsCard,
  referralCode,
  registerAsFriend,
} from './support/rewards';
import { agreeToCharges, openSheet, sheetOf } from './support/subscription';
import { waitUntilInteractive, expect, test } from './support/test';
import { english, journeyLanguages, type Language } from './support/words';
import type { Page } from '@playwright/test';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Returns the discount code that is applied on the registration page, with its remove button. */
const kept = (page: Page, { t }: Language) =>
  page.getByRole('status').filter({ hasText: t('validation.gotDiscount') });

for (const words of journeyLanguages) {
  const { t, path, locale } = words;

  test(`a friend follows an invitation and gets a discount, and the referrer gets points (${locale})`, async ({
    page,
    browser,
  }, { project }) => {
    const shot = (on: Page, name: string) => expectAccessible(on, `${project.name}-${name}-${locale}`);
    await subscribe(page, words);
    await page.goto(path('/account'));
    await page
      .getByRole('navigation', { name: t('account.nav.label') })
      .getByRole('link', { name: t('account.nav.points') })
      .click();
    await expect(heading(page, t('rewards.title'))).toBeFocused();
    const points = page.getByRole('region', { name: t('rewards.balance.title') });
    await expect(points).toContainText(t('common.points', { count: 33 }));
    await expect(points.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33');
    await page.getByRole('button', { name: t('rewards.invite.get') }).click();
    const invitation = page.getByRole('region', { name: t('rewards.invite.title') });
    const code = (await invitation.locator('strong').textContent()) ?? '';
    expect(code).toMatch(/^IRA-\w{6}$/);
    await expect(page.getByRole('link', { name: t('rewards.invite.line') })).toHaveAttribute(
      'href',
      new RegExp(`^https://line\\.me/R/share\\?text=.*${encodeURIComponent(path(`/invite/${code}`))}`),
    );

    const context = await browser.newContext();
    const phone = await context.newPage();
    await phone.goto(path(`/invite/${code}`));
    await shot(phone, 'invite');
    await phone.getByRole('link', { name: t('rewards.landing.start') }).click();
    await fillPlan(phone, words);
    await expect(kept(phone, words)).toContainText(code);
    await phone.reload();
    await waitUntilInteractive(phone);
    await expect(kept(phone, words)).toContainText(code);
    await expect(phone.getByText('-฿100.00').first()).toBeAttached();
    await shot(phone, 'invite-plan');
    await next(phone, words, 'details').click();
    const friend = newFriend();
    await fillDetails(phone, words, friend);
    await next(phone, words, 'delivery').click();
    await expect(heading(phone, t('register.delivery.heading'))).toBeFocused();
    await deliverToFriend(phone, friend);
    await phone.goto(path('/register/payment'));
    await expect(kept(phone, words)).toContainText(code);
    await payFirst(phone, newFriendsCard());
    await context.close();

    await page.reload();
    await expect(points).toContainText(t('common.points', { count: 133 }));
    await expect(invitation).toContainText(t('rewards.invite.friends', { count: 1 }));
    await page.getByRole('link', { name: t('rewards.balance.history') }).click();
    await expect(heading(page, t('rewards.ledger.title'))).toBeFocused();
    const ledger = page.getByRole('list', { name: t('rewards.ledger.list') }).getByRole('listitem');
    await expect(ledger.first()).toContainText(t('rewards.ledger.referral'));
    await expect(ledger.first()).toContainText('+100');
    await expect(ledger).toHaveCount(2);
    await shot(page, 'points');
  });
}

test.describe('a code at the payment step', { tag: '@deep' }, () => {
  test.use({ expectedErrors: /status of 400/ });

  test('is rejected or applied immediately, kept through a reload, and can be removed', async ({
    page,
    browser,
  }) => {
    const { t } = english;
    const referrer = await (await browser.newContext()).newPage();
    await subscribe(referrer, english);
    const code = await referralCode(referrer);
    await deliverToFriend(page, await registerAsFriend(page, english));
    await page.goto('/register/payment');
    await waitUntilInteractive(page);

    await page.getByText(t('register.payment.codeToggle')).click();
    const field = page.getByLabel(t('register.payment.codeLabel'));
    await field.fill('IRA-NOCODE');
    await page.getByRole('button', { name: t('register.payment.codeApply') }).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(t('validation.discountCode'));
    await expect(field).toHaveValue('IRA-NOCODE');
    const full = await payButton(page, english).textContent();

    await field.fill(` ${code.toLowerCase()} `);
    await field.press('Enter');
    await expect(kept(page, english).first()).toContainText(code);
    await expect(payButton(page, english)).not.toHaveText(full ?? '');
    await page.reload();
    await waitUntilInteractive(page);
    await expect(kept(page, english).first()).toContainText(code);
    await page.getByRole('button', { name: t('register.payment.codeRemove') }).click();
    await expect(payButton(page, english)).toHaveText(full ?? '');
    await expect(page.getByText(t('register.payment.codeToggle'))).toBeFocused();
    await page.reload();
    await waitUntilInteractive(page);
    await expect(payButton(page, english)).toHaveText(full ?? '');
  });
});

test('points are redeemed for a free product in the selected order, and every page shows it', async ({
  page,
  browser,
}, { project }) => {
  const { t, path } = english;
  const shot = (name: string) => expectAccessible(page, `${project.name}-${name}`);
  await subscribe(page, english);
  await page.goto(path('/account/rewards/redeem'));
  await expect(page.getByText(t('rewards.redeem.fewTitle', { points: '117 points' }))).toBeVisible();
  const code = await referralCode(page);
  await joinInNewBrowser(browser, code);
  await joinInNewBrowser(browser, code);

  await page.reload();
  await waitUntilInteractive(page);
  const submit = page.getByRole('button', { name: t('rewards.redeem.submit', { points: '150 points' }) });
  await submit.click();
  await expect(page.getByRole('alert').filter({ hasText: t('rewards.redeem.missing') })).toBeVisible();
  await page.getByRole('radio', { name: /Night pads XL/ }).check();
  await page
    .getByRole('group', { name: t('rewards.redeem.order') })
    .getByRole('radio')
    .nth(1)
    .check();
  await shot('redeem');
  await submit.dblclick();
  await expect(heading(page, t('rewards.redeem.doneTitle'))).toBeFocused();
  await expect(page.getByText(t('rewards.redeem.doneLeft', { points: '83 points' }))).toBeVisible();
  await shot('redeemed');

  await page.getByRole('link', { name: t('rewards.redeem.toOrders') }).click();
  const entry = page.locator('[data-ahead] > li').nth(1);
  await expect(entry).toContainText(t('account.calendar.free'));
  await page.goto(path(sheetPath('contents')));
  await expect(sheetOf(page)).toContainText('won’t change this order');
});

test(
  'the tenth paid box brings extra points and a congratulation that stays until it is closed',
  { tag: '@deep' },
  async ({ page }) => {
    const { t } = english;
    await logInByApi(page, { email: 'nine@demo.test', password: DEMO_PASSWORD });
    const { points } = await me(page);
    // A reactivation is charged at once, so that the test need not move the clock.
    await call(page, '/api/subscriptions/cancel', { reason: 'buyWhenNeed' });
    await openSheet(page, english, 'restart');
    await agreeToCharges(page, english);
    await page.getByRole('button', { name: /^Pay ฿312\.75/ }).click();
    await expect(page).toHaveURL('/account');
    const reached = page.getByRole('region', {
      name: t('rewards.milestone.reachedTitle', { orders: 10 }),
      exact: true,
    });
    await expect(reached).toContainText(t('rewards.milestone.reachedText', { points: '50 points' }));
    expect((await me(page)).points).toBe(points + 31 + 50);
    await page.goto('/account/rewards/points');
    const onTop = page.getByRole('listitem').filter({ hasText: t('rewards.ledger.milestone') });
    await expect(onTop).toContainText('+50');

    await page.goto('/account/rewards');
    await waitUntilInteractive(page);
    await expectAccessible(page, 'milestone');
    await reached.getByRole('button', { name: t('rewards.milestone.close') }).click();
    await expect(reached).toBeHidden();
    await expect(page.getByRole('progressbar', { name: t('rewards.milestone.progress') })).toHaveAttribute(
      'aria-valuetext',
      t('rewards.milestone.of', { count: 0, every: 10 }),
    );
    await page.goto('/account');
    await expect(page.getByRole('heading', { name: t('account.calendar.title') })).toBeVisible();
    await expect(reached).toHaveCount(0);
  },
);
