import { expect, type Locator, type Page } from '@playwright/test';
import { awake } from './test';
import type { Language } from './words';

export type Change = 'box' | 'frequency' | 'payment-day' | 'cancel' | 'reactivate';

/** Opens one of the subscription's screens, ready to be used. */
export async function openChange(page: Page, { path }: Language, change: Change): Promise<void> {
  await page.goto(path(`/account/subscription/${change}`));
  await awake(page);
}

/** The dates of the orders in a column of the comparison: 0 as it is, 1 as it would be. */
export async function comparedDates(page: Page, column: 0 | 1): Promise<string[]> {
  const cells = page.getByRole('row').locator(`td:nth-child(${column + 1}) time`);
  await expect(cells).toHaveCount(3);
  return datesOf(cells);
}

export function datesOf(times: Locator): Promise<string[]> {
  return times.evaluateAll((found) => found.map((time) => time.getAttribute('datetime') ?? ''));
}

/** The comparison is there and for the latest choice. */
export async function compared(page: Page, { t }: Language): Promise<void> {
  const region = page.getByRole('region', { name: t('subscription.change.compare') });
  await expect(region).toBeVisible();
  await expect(region).toHaveAttribute('aria-busy', 'false');
}

/** The next three orders as the account shows them, soonest first. */
export async function upcomingOrders(page: Page, { t, path }: Language) {
  await page.goto(path('/account'));
  const entries = page.getByRole('region', { name: t('account.upcoming.title') }).getByRole('listitem');
  await expect(entries).toHaveCount(3);
  return { entries, dates: await datesOf(entries.locator('time')) };
}
