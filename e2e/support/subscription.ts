import { expect, type Locator, type Page } from '@playwright/test';
import { waitUntilInteractive } from './test';
import type { Language } from './words';

export type Change = 'box' | 'frequency' | 'payment-day' | 'pause' | 'cancel' | 'reactivate';

/** Opens a page that changes the subscription and waits until it is interactive. */
export async function openChange(page: Page, { path }: Language, change: Change): Promise<void> {
  await page.goto(path(`/account/subscription/${change}`));
  await waitUntilInteractive(page);
}

/** Returns the order dates of the comparison. @param column 0: the current dates, 1: the dates after the change */
export async function comparedDates(page: Page, column: 0 | 1): Promise<string[]> {
  const cells = page.getByRole('row').locator(`td:nth-child(${column + 1}) time`);
  await expect(cells).toHaveCount(3);
  return datesOf(cells);
}

export function datesOf(times: Locator): Promise<string[]> {
  return times.evaluateAll((found) => found.map((time) => time.getAttribute('datetime') ?? ''));
}

/** Waits until the comparison shows the latest choice. */
export async function compared(page: Page, { t }: Language): Promise<void> {
  const region = page.getByRole('region', { name: t('subscription.change.compare') });
  await expect(region).toBeVisible();
  await expect(region).toHaveAttribute('aria-busy', 'false');
}

/** Returns the next three orders on the account page, earliest first. */
export async function upcomingOrders(page: Page, { t, path }: Language) {
  await page.goto(path('/account'));
  const entries = page.getByRole('region', { name: t('account.upcoming.title') }).getByRole('listitem');
  await expect(entries).toHaveCount(3);
  return { entries, dates: await datesOf(entries.locator('time')) };
}
