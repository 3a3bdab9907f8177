import type { Page } from '@playwright/test';
import { becomeSubscriber } from './subscriber';
import { visit, type Walk } from './walk';

/** Shows the subscription of a new subscriber: every change, the cancellation and the reactivation. */
export async function subscriptionWalk(walk: Walk): Promise<void> {
  const { page, at, shoot } = walk;
  const { origin, pathname } = new URL(at('/'));
  await becomeSubscriber(page, origin, pathname === '/th' ? 'th' : 'en');
  await skips(walk);
  await visit(page, at('/account/subscription'));
  await shoot('subscription');
  await changes(walk);
  await leaves(walk);
  await returns(walk);
}

async function skips({ page, at, shoot }: Walk): Promise<void> {
  await visit(page, at('/account'));
  await page.locator('section[aria-labelledby=next-title] button').click();
  await page.locator('section[data-skipped]').waitFor();
  await shoot('account-skipped');
  await visit(page, at('/account/orders'));
  await page.locator('summary').first().click();
  await shoot('orders-receipt');
}

async function changes({ page, at, shoot }: Walk): Promise<void> {
  await visit(page, at('/account/subscription/box'));
  await shoot('change-box');
  await page.locator('[aria-pressed]').nth(2).click();
  await page.locator('table').waitFor();
  await shoot('change-box-chosen');
  await visit(page, at('/account/subscription/frequency?every=3'));
  await page.locator('table').waitFor();
  await shoot('change-frequency');
  await visit(page, at('/account/subscription/payment-day'));
  await confirm(page).click();
  await page.locator('main [data-tone=bad]').waitFor();
  await shoot('change-payment-day-same');
  await page.locator('input[name=paymentDay]').nth(14).check({ force: true });
  await page.locator('table').waitFor();
  await shoot('change-payment-day');
  const other = await page.context().newPage();
  await visit(other, at('/account/subscription/payment-day'));
  await other.locator('input[name=paymentDay]').nth(19).check({ force: true });
  await confirm(other).click();
  await other.waitForURL(/subscription$/);
  await other.close();
  await confirm(page).click();
  await page.locator('main [data-tone=waiting]').waitFor();
  await shoot('change-payment-day-stale');
}

const confirm = (page: Page) => page.locator('main button[class*=wide]');

async function leaves({ page, at, shoot }: Walk): Promise<void> {
  await visit(page, at('/account/subscription/cancel'));
  await shoot('cancel');
  await confirm(page).click();
  await page.locator('#reason-error').waitFor();
  await shoot('cancel-missing');
  await page.locator('input[name=reason]').nth(5).check();
  await page.locator('textarea').fill('ขอบคุณมาก Thank you.');
  await confirm(page).click();
  await page.locator('form').waitFor({ state: 'detached' });
  await shoot('cancelled');
  for (const [name, path] of [
    ['account-cancelled', '/account'],
    ['orders-cancelled', '/account/orders'],
    ['subscription-cancelled', '/account/subscription'],
    ['change-box-cancelled', '/account/subscription/box'],
  ] as const) {
    await visit(page, at(path));
    await shoot(name);
  }
}

async function returns({ page, at, shoot }: Walk): Promise<void> {
  await visit(page, at('/account/subscription/reactivate'));
  await shoot('reactivate-now');
  await page.locator('input[name=when]').nth(1).check();
  await confirm(page).click();
  await page.locator('[data-error]').first().waitFor();
  await shoot('reactivate-date-missing');
  const date = page.locator('#reactivate-date');
  await date.fill((await date.getAttribute('min')) ?? '');
  await shoot('reactivate-later');
  await confirm(page).click();
  await page.waitForURL(/account$/);
  await visit(page, at('/account'));
  await shoot('account-too-late-to-skip');
}
