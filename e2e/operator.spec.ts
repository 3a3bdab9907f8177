import { expectAccessible } from './support/accessible';
import { operate } from './support/operator';
import { call, me, paidOrder, subscribe } from './support/subscribers';
import { joinAsFriend, referralCode } from './support/rewards';
import { agreeToCharges, openSheet, upcomingOrders } from './support/subscription';
import { waitUntilInteractive, expect, test } from './support/test';
import { yearlessDayText } from '@/locales/calendar-format';
import { dayText } from '@/locales/format';
import type { Day } from '@/domain/day';
import type { Page } from '@playwright/test';
import { t } from './support/words';

/* Operator commands for a subscriber, and their effect on the subscriber's pages. */

const inPoints = (count: number) => t('common.points', { count });

/** Returns the newest entry of the subscriber's points ledger, from the page of points. */
async function newestMovement(page: Page) {
  await page.goto('/account/rewards/points');
  return page
    .getByRole('list', { name: t('rewards.ledger.list') })
    .getByRole('listitem')
    .first();
}

test('a refund of a referred first order takes back the points of both, every page explains it, and a reactivation is offered from tomorrow @deep', async ({
  page,
  browser,
  sandbox,
}) => {
  await subscribe(page);
  const friend = await (await browser.newContext()).newPage();
  const { accountId } = await joinAsFriend(await referralCode(page), friend);
  const { orderId } = await paidOrder(friend);
  expect([(await me(page)).points, (await me(friend)).points]).toEqual([133, 33]);
  await page.goto('/account/rewards');
  const points = page.getByRole('region', { name: t('rewards.balance.title') });
  const invitation = page.getByRole('region', { name: t('rewards.invite.title') });
  await expect(points).toContainText(inPoints(133));
  await expect(invitation).toContainText(t('rewards.invite.friends', { count: 1 }));

  await operate('refund', orderId);
  const [charge] = await sandbox.chargesOf(accountId);
  expect(charge?.refunds).toMatchObject([{ amount: 27525 }]);

  await page.reload();
  await expect(points).toContainText(inPoints(33));
  await expect(invitation).toContainText(t('rewards.invite.noFriends'));
  const reversed = await newestMovement(page);
  await expect(reversed).toContainText(t('rewards.ledger.referral_reversed'));
  await expect(reversed).toContainText('−100');
  await expectAccessible(page, 'points-reversed');

  const takenBack = await newestMovement(friend);
  await expect(takenBack).toContainText(t('rewards.ledger.taken_back', { date: '' }).trim());
  await expect(takenBack).toContainText('−33');
  await expect(friend.getByText(t('rewards.ledger.balance', { points: inPoints(0) }))).toBeVisible();
  await friend.goto('/account');
  const card = friend.getByRole('listitem').filter({ hasText: '฿275.25' }).first();
  await expect(card).toContainText(t('orders.refunded'));
  await card.getByRole('link').first().click();
  await expect(friend).toHaveURL(`/account/orders/${orderId}`);
  await expect(
    friend.getByText(t('order.refundedOf', { refunded: '฿275.25', total: '฿275.25' })),
  ).toBeVisible();
  await expect(friend.getByText(t('order.stopped'))).toBeVisible();
  await expectAccessible(friend, 'order-refunded');

  await call(friend, '/api/subscriptions/cancel', { reason: 'other' });
  await openSheet(friend, 'restart');
  await expect(friend.getByText(t('subscription.reactivate.tomorrowTitle'))).toBeVisible();
  await expect(friend.getByRole('radio', { name: t('subscription.reactivate.now') })).toHaveCount(0);
  const day = friend
    .getByRole('group', { name: t('subscription.reactivate.date') })
    .getByRole('radio')
    .first();
  await expect(day).toBeChecked();
  const date = dayText(((await day.getAttribute('value')) ?? '') as Day, 'en');
  await expectAccessible(friend, 'reactivate-tomorrow');
  await agreeToCharges(friend);
  await friend.getByRole('button', { name: t('subscription.reactivate.submitLater', { date }) }).click();
  await expect(friend).toHaveURL('/account');
  expect((await me(friend)).subscription?.status).toBe('active');
  await friend.context().close();
});

test('a free product stays with its skipped order until the operator moves it @deep', async ({ page }) => {
  const { dates } = await subscribe(page);
  const [, first, second] = dates as [Day, Day, Day];
  const code = await referralCode(page);
  await Promise.all([joinAsFriend(code), joinAsFriend(code)]);
  await page.goto('/account/rewards/redeem');
  await waitUntilInteractive(page);
  await page.getByRole('radio', { name: /Night pads XL/ }).check();
  await page.getByRole('button', { name: t('rewards.redeem.submit', { points: inPoints(150) }) }).click();
  await expect(page.getByText(t('rewards.redeem.doneLeft', { points: inPoints(83) }))).toBeVisible();

  await page.goto('/account');
  await waitUntilInteractive(page);
  const free = t('account.next.freeProduct', { product: 'Night pads XL' });
  const contact = t('account.next.contact');
  const next = page.locator('[data-hero]');
  await expect(next).toContainText(yearlessDayText(first, 'en'));
  await expect(next).toContainText(free);
  await expect(next).toContainText(t('account.next.freeNote', { contact }));
  const skip = next.getByRole('button', { name: t('account.upcoming.skip') });
  await expect(skip).toHaveAccessibleDescription(t('account.next.freeNote', { contact }));
  const [request] = await Promise.all([page.waitForRequest(/orders\.skip/), skip.click()]);
  await expect(next).toContainText(t('account.next.freeSkipped', { contact }));
  await expectAccessible(page, 'account-free-product-skipped');
  await page.goto('/account/rewards');
  const held = page.getByRole('region', { name: t('rewards.held.title') });
  const waits = { date: dayText(first, 'en'), contact: t('rewards.held.contact') };
  await expect(held).toContainText(t('rewards.held.skipped', waits));

  await operate('move-free-product', /ord_\w+/.exec(request.postData() ?? '')?.[0] ?? '');
  await page.reload();
  await expect(held).toContainText(t('rewards.held.rides', { date: dayText(second, 'en') }));
  const { entries } = await upcomingOrders(page);
  await expect(entries.first()).toContainText(t('account.upcoming.skipped'));
  await expect(entries.first()).not.toContainText('Night pads XL');
  await expect(next).toContainText(yearlessDayText(second, 'en'));
  await expect(next).toContainText(free);
  expect((await me(page)).points).toBe(83);
});
