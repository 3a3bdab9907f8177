import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';

/** A LINE user. The sandbox creates a user that it does not know. */
export interface LinePerson {
  name: string;
  email: string;
}

/** A decision on LINE's consent page. `auto_login_failure`: the automatic log-in of the LINE app's browser fails. */
type ConsentAction = 'allow' | 'allow_add_friend' | 'cancel' | 'auto_login_failure';

/** Returns a new LINE user, who is not linked to an account. */
export function newLinePerson(name = 'Mali Suksan'): LinePerson {
  return { name, email: `line-${randomUUID().slice(0, 8)}@example.test` };
}

/**
 * Follows a link to LINE and submits the consent page as the given user. Uses the page itself: the decision
 * cannot reach another test that runs at the same time.
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

/** Returns the link with this name that leads to LINE. */
export const lineLink = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true });
