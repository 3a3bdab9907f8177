import type { Page } from '@playwright/test';
import { visit, type Walk } from './walk';

/** Demo accounts with parcels in different states: in transit, packed, delivered, and never paid. */
const DEMOS = ['nine', 'thai', 'active', 'inactive'];

/** Shows the order page for each parcel state of the demo accounts, and the address page. */
export async function parcelsWalk({ page, at, shoot, password }: Walk): Promise<void> {
  for (const demo of DEMOS) {
    await visit(page, at('/login?next=/account'));
    await page.locator('#log-in-email').fill(`${demo}@demo.test`);
    await page.locator('#log-in-password').fill(password);
    await page.locator('form button[type=submit]').click();
    await page.waitForURL((url) => url.pathname.endsWith('/account'));
    await page.locator('a[href*="/account/orders/ord_"]').first().click();
    await page.waitForURL(/\/account\/orders\/ord_/);
    await page.waitForLoadState('networkidle');
    await shoot(`order-${demo}`);
    await visit(page, at('/account/details/address'));
    await shoot(`order-${demo}-address`);
    if (demo === 'active') {
      await visit(page, at(`/account/orders/${await upcomingOrder(page, at('/'))}`));
      await shoot('order-upcoming');
      await visit(page, at('/account/orders/ord_nobodys'));
      await shoot('order-missing');
    }
    await page.context().clearCookies();
  }
}

async function upcomingOrder(page: Page, base: string): Promise<string> {
  const response = await page.request.post(new URL('/api/graphql', base).href, {
    data: { query: '{ viewer { upcomingOrders(first: 1) { edges { node { orderId } } } } }' },
  });
  const { data } = (await response.json()) as {
    data: { viewer: { upcomingOrders: { edges: { node: { orderId: string } }[] } } };
  };
  return data.viewer.upcomingOrders.edges[0]?.node.orderId ?? 'none';
}
