import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';

/** Somebody on LINE. The sandbox makes whoever it does not know yet. */
export interface LinePerson {
  name: string;
  email: string;
}

/** What the person does on LINE's consent page; the last is LINE's own browser failing to log in by itself. */
type ConsentAction = 'allow' | 'allow_add_friend' | 'cancel' | 'auto_login_failure';

/** Somebody nobody has linked with yet. */
export function newLinePerson(name = 'Mali Suksan'): LinePerson {
  return { name, email: `line-${randomUUID().slice(0, 8)}@example.test` };
}

/**
 * Follows a link to LINE and answers its consent page as this person. On the page itself: an answer given beforehand
 * is the next one's who asks, and tests run side by side.
 */
export async function walkToLine(
  page: Page,
  link: Locator,
  { name, email }: LinePerson,
  action: ConsentAction = 'allow',
): Promise<void> {
  await link.click();
  await expect(page).toHaveURL(/\/line\/access\//);
  await page.getByRole('radio', { name: /Somebody new/ }).check();
  await page.locator('input[name=name]').fill(name);
  await page.locator('input[name=email]').fill(email);
  if (action === 'auto_login_failure') await page.locator('summary').click();
  await page.locator(`button[name=action][value=${action}]`).click();
}

/** Where a walk to LINE begins on this page. */
export const lineLink = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true });
