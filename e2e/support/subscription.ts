import { expect, type Locator, type Page } from '@playwright/test';
import { sheetPath, type SheetName } from '@/locales/sheet-path';
import { waitUntilInteractive } from './test';
import { path, t } from './words';

/** The sheet over the calendar. */
export const sheetOf = (page: Page) => page.getByRole('dialog');

/** Opens a sheet by its address and waits until it is interactive. @param box the id of the order it is about */
export async function openSheet(page: Page, name: SheetName, box?: string): Promise<Locator> {
  await page.goto(path(sheetPath(name, box)));
  await waitUntilInteractive(page, 'dialog button, dialog a[class*=button]');
  await expect(sheetOf(page)).toBeVisible();
  return sheetOf(page);
}

/** Returns the dates that the calendar shows: those of today's plan, or those after the chosen change. */
export async function calendarDates(page: Page, which: 'now' | 'after'): Promise<string[]> {
  const gone = which === 'after' ? '[data-mark=goes]' : '[data-mark=comes]';
  return datesOf(page.locator(`[data-ahead] > li:not(:has(${gone})) time`));
}

export function datesOf(times: Locator): Promise<string[]> {
  return times.evaluateAll((found) => found.map((time) => time.getAttribute('datetime') ?? ''));
}

/** Waits until the sheet and the calendar show the latest choice. */
export async function previewed(page: Page): Promise<void> {
  const change = page.locator('[data-change=shown]');
  await expect(change).toBeVisible();
  await expect(change).toHaveAttribute('aria-busy', 'false');
}

/** Returns the next three boxes of the calendar, earliest first. */
export async function upcomingOrders(page: Page) {
  await page.goto(path('/account'));
  const entries = page.locator('[data-ahead] > li');
  await expect(entries.nth(2)).toBeVisible();
  return { entries, dates: (await datesOf(entries.locator('time'))).slice(0, 3) };
}

/** Gives the consent to charges again, which the sheet of coming back asks for. */
export async function agreeToCharges(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: t('register.details.chargingConsent') }).check();
}
