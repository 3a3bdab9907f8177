import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';

/** A LINE user. The sandbox creates unknown ones. */
export interface LinePerson {
  name: string;
  email: string;
}

/** An action on LINE's consent page; the last one simulates a failed automatic log-in of LINE's own browser. */
type ConsentAction = 'allow' | 'allow_add_friend' | 'cancel' | 'auto_login_failure';

/** Returns a LINE user that is not linked to any account. */
export function newLinePerson(name = 'Mali Suksan'): LinePerson {
  return { name, email: `line-${randomUUID().slice(0, 8)}@example.test` };
}

/**
 * Follows a link to LINE and answers its consent page as this user. It acts on the page itself, because an answer prepared
 * at the sandbox could reach another test that runs at the same time.
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

/** Returns the LINE link of this page. */
export const lineLink = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true });
