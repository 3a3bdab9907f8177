import { visit, type Walk } from './walk';

const DEMOS = ['active', 'inactive', 'nine', 'thai'];

/** Shows the account pages of each demo account. */
export async function accountWalk({ page, at, shoot, password }: Walk): Promise<void> {
  for (const demo of DEMOS) {
    await visit(page, at('/login?next=/account'));
    await page.locator('#log-in-email').fill(`${demo}@demo.test`);
    await page.locator('#log-in-password').fill(password);
    await page.locator('form button[type=submit]').click();
    await page.waitForURL((url) => url.pathname.endsWith('/account'));
    await visit(page, at('/account'));
    await shoot(`account-${demo}`);
    await visit(page, at('/account/orders'));
    await shoot(`orders-${demo}`);
    await page.context().clearCookies();
  }
}
