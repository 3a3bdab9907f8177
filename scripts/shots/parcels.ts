import { visit, type Walk } from './walk';

/** On its way, packed, and long arrived. */
const DEMOS = ['nine', 'thai', 'active'];

/** One order's page, with its parcel in every place the demo accounts have one, and the address page beside it. */
export async function parcelsWalk({ page, at, shoot, password }: Walk): Promise<void> {
  for (const demo of DEMOS) {
    await visit(page, at('/login?next=/account/orders'));
    await page.locator('#log-in-email').fill(`${demo}@demo.test`);
    await page.locator('#log-in-password').fill(password);
    await page.locator('form button[type=submit]').click();
    await page.waitForURL((url) => url.pathname.endsWith('/account/orders'));
    await page.locator('a[href*="/account/orders/ord_"]').first().click();
    await page.waitForURL(/\/account\/orders\/ord_/);
    await page.waitForLoadState('networkidle');
    await shoot(`order-${demo}`);
    await visit(page, at('/account/details/address'));
    await shoot(`order-${demo}-address`);
    await page.context().clearCookies();
  }
}
