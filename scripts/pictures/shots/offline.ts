import type { Page } from '@playwright/test';
import { becomeSubscriber, registerOffline } from './subscriber';
import { visit, type Walk } from './walk';

/**
 * Shows payments without a card: the registration, the pay page, the dialog on the account page, the change
 * of method.
 */
export async function offlineWalk(walk: Walk): Promise<void> {
  const { page, at, shoot } = walk;
  const { origin, pathname } = new URL(at('/'));
  const locale = pathname === '/th' ? 'th' : 'en';
  const link = at(await registerOffline(page, origin, locale));
  await visit(page, at('/register'));
  await shoot('register-link-open');
  await page.goto(link);
  await page.locator('main img').waitFor();
  await shoot('pay');
  await page.locator('main dd button').last().click();
  await shoot('pay-copied');
  await page.goto(at('/account'));
  await page.locator('dialog[open]').waitFor();
  await shoot('pending-window', { full: false });
  await page.locator('dialog > button').click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await shoot('pending-bar', { full: false });
  await page.request.post(`${origin}/api/subscriptions/cancel`, { data: { reason: 'other' } });
  await visit(page, link);
  await shoot('pay-ended');
  await visit(page, at('/pay/not-a-link-that-we-know'));
  await shoot('pay-missing');
  await page.context().clearCookies();
  await method(page, walk, origin, locale);
}

async function method(page: Page, { at, shoot }: Walk, origin: string, locale: string): Promise<void> {
  await becomeSubscriber(page, origin, locale);
  await visit(page, at('/account/cards'));
  await page.locator('section[aria-labelledby=method-title] > button').click();
  await shoot('method-to-offline');
  await page.locator('[role=group] button').first().click();
  await page.locator('[role=group]').waitFor({ state: 'detached' });
  await shoot('method-offline');
  await page.context().clearCookies();
}
