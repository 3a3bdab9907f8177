import { sheetPath } from '@/locales/sheet-path';
import { expectAccessible } from './support/accessible';
import {
  call,
  logInByApi,
  me,
  newCaller,
  endSession,
  payFirst,
  registerUpToPayment,
  subscribe,
} from './support/subscribers';
import { DEMO_PASSWORD } from './support/product';
import { fillDetails, fillPlan, next, payButton } from './support/registration';
import { joinAsFriend, newFriend, newFriendsCard, referralCode } from './support/rewards';
import { agreeToCharges, openSheet, sheetOf } from './support/subscription';
import { waitUntilInteractive, expect, test, heading } from './support/test';
import type { Page } from '@playwright/test';
import { path, t } from './support/words';

/** Returns the discount code that is applied on the registration page, with its remove button. */
const kept = (page: Page) => page.getByRole('status').filter({ hasText: t('validation.gotDiscount') });

/** Returns the referral code of a new subscriber. */
async function referrersCode(): Promise<string> {
  const referrer = await newCaller();
  await subscribe(referrer);
  return referralCode(referrer);
}

test('an invited friend gets a discount, and the referrer gets points @thai', async ({ page }) => {
  const referrer = await subscribe(page);
  await page.goto(path('/account/rewards'));
  await waitUntilInteractive(page);
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

  await endSession(page, page.context());
  await page.goto(path(`/invite/${code}`));
  await expectAccessible(page, 'invite');
  await page.getByRole('link', { name: t('rewards.landing.start') }).click();
  await fillPlan(page);
  await expect(kept(page)).toContainText(code);
  await page.reload();
  await waitUntilInteractive(page);
  await expect(kept(page)).toContainText(code);
  await expect(page.getByText('-฿100.00').first()).toBeAttached();
  await expectAccessible(page, 'invite-plan');
  await next(page, 'details').click();
  const friend = newFriend();
  await fillDetails(page, friend);
  await next(page, 'delivery').click();
  await expect(heading(page, t('register.delivery.heading'))).toBeFocused();
  const { address, postalCode } = friend;
  await call(page, '/api/register/delivery', { address, province: 'Bangkok', postalCode });
  await page.goto(path('/register/payment'));
  await expect(kept(page)).toContainText(code);
  await payFirst(page, newFriendsCard());

  await endSession(page, page.context());
  await logInByApi(page, referrer);
  await page.goto(path('/account/rewards'));
  await expect(points).toContainText(t('common.points', { count: 133 }));
  await expect(invitation).toContainText(t('rewards.invite.friends', { count: 1 }));
  await page.getByRole('link', { name: t('rewards.balance.history') }).click();
  await expect(heading(page, t('rewards.ledger.title'))).toBeFocused();
  const ledger = page.getByRole('list', { name: t('rewards.ledger.list') }).getByRole('listitem');
  await expect(ledger.first()).toContainText(t('rewards.ledger.referral'));
  await expect(ledger.first()).toContainText('+100');
  await expect(ledger).toHaveCount(2);
  await expectAccessible(page, 'points');
});

test.describe('a discount code @deep', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('is applied at the payment step, kept through a second invitation, and removed', async ({ page }) => {
    const [first, second] = [await referrersCode(), await referrersCode()];
    await registerUpToPayment(page, { person: newFriend() });
    await page.goto('/register/payment');
    await waitUntilInteractive(page);
    await page.getByText(t('register.payment.codeToggle')).click();
    const field = page.getByLabel(t('register.payment.codeLabel'));
    await field.fill('IRA-NOCODE');
    await page.getByRole('button', { name: t('register.payment.codeApply') }).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(t('validation.discountCode'));
    await expect(field).toHaveValue('IRA-NOCODE');
    const full = await payButton(page).textContent();

    await field.fill(` ${first.toLowerCase()} `);
    await field.press('Enter');
    await expect(kept(page).first()).toContainText(first);
    await expect(payButton(page)).not.toHaveText(full ?? '');
    await page.goto(`/invite/${second}`);
    await expect(heading(page, t('rewards.landing.secondHeading'))).toBeVisible();
    await expect(page.getByRole('main')).toContainText(first);
    await expectAccessible(page, 'second-invitation');
    await page.goto('/register/payment');
    await waitUntilInteractive(page);
    await expect(kept(page).first()).toContainText(first);
    await page.getByRole('button', { name: t('register.payment.codeRemove') }).click();
    await expect(payButton(page)).toHaveText(full ?? '');
    await expect(page.getByText(t('register.payment.codeToggle'))).toBeFocused();
    await page.reload();
    await waitUntilInteractive(page);
    await expect(payButton(page)).toHaveText(full ?? '');

    await page.goto(`/invite/${second}`);
    await expect(page.getByRole('main')).toContainText(second);
    await page.getByRole('link', { name: t('rewards.landing.goOn') }).click();
    await expect(heading(page, t('register.payment.heading'))).toBeFocused();
    await expect(kept(page)).toContainText(second);
  });
});

test('points are redeemed for a free product, and every page shows it', async ({ page }) => {
  await subscribe(page);
  await page.goto(path('/account/rewards/redeem'));
  await expect(page.getByText(t('rewards.redeem.fewTitle', { points: '117 points' }))).toBeVisible();
  const code = await referralCode(page);
  await joinAsFriend(code);
  await joinAsFriend(code);

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
  await expectAccessible(page, 'redeem');
  await submit.dblclick();
  await expect(heading(page, t('rewards.redeem.doneTitle'))).toBeFocused();
  await expect(page.getByText(t('rewards.redeem.doneLeft', { points: '83 points' }))).toBeVisible();
  await expectAccessible(page, 'redeemed');

  await page.getByRole('link', { name: t('rewards.redeem.toOrders') }).click();
  const entry = page.locator('[data-ahead] > li').nth(1);
  await expect(entry).toContainText(t('account.calendar.free'));
  await page.goto(path(sheetPath('contents')));
  await expect(sheetOf(page)).toContainText('won’t change this order');
});

test('the tenth paid box brings points and a congratulation until it is closed @deep', async ({ page }) => {
  await logInByApi(page, { email: 'nine@demo.test', password: DEMO_PASSWORD });
  const { points } = await me(page);
  // A reactivation is charged at once, so that the test need not move the clock.
  await call(page, '/api/subscriptions/cancel', { reason: 'buyWhenNeed' });
  await openSheet(page, 'restart');
  await agreeToCharges(page);
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
});
