import type { Page } from '@playwright/test';
import { becomeSubscriber } from './subscriber';
import { fillCard, visit, type Walk } from './walk';

/** Shows the cards of a new subscriber, and of a subscriber whose payment failed. */
export async function cardsWalk(walk: Walk): Promise<void> {
  const { page, at, shoot } = walk;
  const { origin, pathname } = new URL(at('/'));
  await becomeSubscriber(page, origin, pathname === '/th' ? 'th' : 'en');
  await visit(page, at('/account/cards'));
  await shoot('cards');
  await addition(walk);
  await editing(walk);
  await owing(walk);
}

async function showForm(page: Page): Promise<void> {
  await page.frameLocator('iframe').locator('#number').waitFor();
  await page.locator('iframe').scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
}

async function addition({ page, at, shoot }: Walk): Promise<void> {
  await visit(page, at('/account/cards/add'));
  await showForm(page);
  await shoot('cards-add');
  await page.locator('main button[class*=wide]').click();
  await page.locator('main [role=alert]').first().waitFor();
  await showForm(page);
  await shoot('cards-add-incomplete');
  // The gateway refuses a token that it did not issue.
  const call = '**/api/trpc/payments.addCard*';
  await page.route(call, (route) =>
    route.continue({
      postData: route
        .request()
        .postData()
        ?.replace(/tokn_\w+/, 'tokn_unheard_of'),
    }),
  );
  await fillCard(page, { number: '5555555555554444', name: 'MALI SUK' });
  await page.locator('main button[class*=wide]').click();
  await page.locator('[data-tone=bad] div p').first().waitFor();
  await showForm(page);
  await shoot('cards-add-declined');
  await page.unroute(call);
  await fillCard(page, { number: '5555555555554444', name: 'MALIRAT SUKSOMBOONWATTANA NA AYUTTHAYA' });
  await page.locator('main button[class*=wide]').click();
  await page.locator('[data-tone=good]').waitFor();
  await shoot('cards-added');
}

async function editing({ page, at, shoot }: Walk): Promise<void> {
  await visit(page, at('/account/cards'));
  await shoot('cards-two');
  await page.locator('[data-card] button').first().click();
  await page.locator('[data-card] form').waitFor();
  await shoot('cards-editing');
  await page.locator('input[name=expiry]').fill('soon');
  await page.locator('[data-card] form button[type=submit]').click();
  await page.locator('[data-card] [role=alert]').waitFor();
  await shoot('cards-editing-refused');
  const soon = new Intl.DateTimeFormat('en-GB', { month: '2-digit', year: '2-digit' }).format(new Date());
  await page.locator('input[name=expiry]').fill(soon);
  await page.locator('[data-card] form button[type=submit]').click();
  await page.locator('[data-card] time').waitFor();
  await shoot('cards-nearly-expired');
  await page.context().clearCookies();
}

async function owing({ page, at, shoot, password }: Walk): Promise<void> {
  await visit(page, at('/login?next=/account'));
  await page.locator('#log-in-email').fill('inactive@demo.test');
  await page.locator('#log-in-password').fill(password);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL((url) => url.pathname.endsWith('/account'));
  await visit(page, at('/account/cards'));
  await shoot('cards-owed');
  await visit(page, at('/account/cards/add'));
  await showForm(page);
  await shoot('cards-owed-add');
  await page.context().clearCookies();
}
