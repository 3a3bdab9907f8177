import type { Page } from '@playwright/test';
import { becomeFriend, becomeSubscriber, registerOffline } from './subscriber';
import { freshEmail, visit, type Walk } from './walk';

/** Shows points and the products for points: of the demo accounts, then of a new subscriber with referrals. */
export async function rewardsWalk(walk: Walk): Promise<void> {
  const { page, at } = walk;
  const { origin, pathname } = new URL(at('/'));
  const locale = pathname === '/th' ? 'th' : 'en';
  await demos(walk);
  await becomeSubscriber(page, origin, locale);
  await inviting(walk);
  await redeeming(walk);
  await page.context().clearCookies();
  await registerOffline(page, origin, locale);
  await visit(page, at('/account/rewards'));
  await page.locator('dialog > button').click();
  await walk.shoot('rewards-pending');
  await page.context().clearCookies();
}

async function demos({ page, at, shoot, password }: Walk): Promise<void> {
  for (const demo of ['nine', 'active', 'inactive']) {
    await page.request.post(new URL('/api/login', at('/')).href, {
      data: { email: `${demo}@demo.test`, password },
    });
    await open(page, at('/account/rewards'));
    await shoot(`rewards-${demo}`);
    await open(page, at('/account/rewards/points'));
    await shoot(`rewards-points-${demo}`);
    await open(page, at('/account/rewards/redeem'));
    await shoot(`rewards-redeem-${demo}`);
    await page.context().clearCookies();
  }
}

/** Opens a page and waits until its heading replaces the skeleton. */
async function open(page: Page, url: string): Promise<void> {
  await visit(page, url);
  await page.locator('main h1').waitFor();
}

const codeOf = async (page: Page, origin: string): Promise<string> => {
  const response = await page.request.post(`${origin}/api/referral-codes/generate`, { data: {} });
  return ((await response.json()) as { data: { code: string } }).data.code;
};

async function inviting({ page, at, shoot }: Walk): Promise<void> {
  const { origin } = new URL(at('/'));
  await open(page, at('/account/rewards'));
  await shoot('rewards-new');
  await page.locator('section[aria-labelledby=invite-title] button').first().click();
  await page.locator('section[aria-labelledby=invite-title] dl').waitFor();
  await page.locator('section[aria-labelledby=invite-title] dl button').first().click();
  await shoot('rewards-code');
  const code = await codeOf(page, origin);
  for (let friends = 0; friends < 2; friends++) {
    const other = await page.context().browser()?.newContext();
    if (!other) throw new Error('no browser');
    await becomeFriend(await other.newPage(), origin, code);
    await other.close();
  }
  await open(page, at('/account/rewards'));
  await shoot('rewards-friends');
}

async function redeeming({ page, at, shoot }: Walk): Promise<void> {
  await open(page, at('/account/rewards/redeem'));
  await shoot('redeem');
  await page.locator('main form button[type=submit]').click();
  await page.locator('#product-error').waitFor();
  await shoot('redeem-missing');
  await page.locator('input[name=product]').nth(3).check();
  await shoot('redeem-chosen');
  await page.locator('main form button[type=submit]').click();
  await page.locator('main form').waitFor({ state: 'detached' });
  await shoot('redeemed');
  for (const [name, path] of [
    ['rewards-held', '/account/rewards'],
    ['rewards-points', '/account/rewards/points'],
    ['account-free-product', '/account'],
    ['contents-free-product', '/account?do=contents'],
  ] as const) {
    await open(page, at(path));
    await shoot(name);
  }
  await open(page, at('/account'));
  await page.locator('[data-hero] button').first().click();
  await page.locator('[data-hero=quiet]').waitFor();
  await shoot('account-free-product-skipped');
  await open(page, at('/account/rewards'));
  await shoot('rewards-held-skipped');
}

/** Shows the pages of an invited visitor from the referral link to the payment step, and invalid referral links. */
export async function inviteWalk(walk: Walk): Promise<void> {
  const { page, at, shoot } = walk;
  const { origin } = new URL(at('/'));
  await becomeSubscriber(page, origin, 'en');
  const code = await codeOf(page, origin);
  await open(page, at(`/invite/${code}`));
  await shoot('invite-subscriber');
  await page.context().clearCookies();
  await open(page, at('/invite/IRA-NOCODE'));
  await shoot('invite-invalid');
  await open(page, at(`/invite/${code}`));
  await shoot('invite');
  await page.locator('main a[href*="/register"]').click();
  await page.locator('[aria-pressed]').nth(0).click();
  await shoot('invite-register-1');
  await page.locator('[data-price-bar] button[class*=primary]').click();
  await details(page);
  await shoot('invite-register-2');
  await page.locator('form button[type=submit]').click();
  await page.waitForURL(/delivery/);
  await page.locator('#delivery-postalCode').fill('10110');
  await page.locator('#delivery-area').selectOption({ index: 1 });
  await page.locator('#delivery-address').fill('1 ซอย 2 ถนนสุขุมวิท');
  await shoot('invite-register-3');
  await page.locator('form button[type=submit]').click();
  await page.waitForURL(/payment/);
  await page.frameLocator('iframe').locator('#number').waitFor();
  await shoot('invite-register-4');
  await page.locator('main [tabindex="-1"] button').first().click();
  await page.locator('details summary').waitFor();
  await page.locator('details summary').click();
  await page.locator('details input').fill('IRA-NOCODE');
  await page.locator('details button').click();
  await page.locator('details [role=alert]').waitFor();
  await shoot('invite-register-4-refused');
  await open(page, at(`/invite/${code}`));
  await shoot('invite-registering');
  await page.context().clearCookies();
}

async function details(page: Page): Promise<void> {
  await page.locator('#details-firstName').fill('มาลีรัตน์');
  await page.locator('#details-lastName').fill('สุขสมบูรณ์วัฒนา');
  await page.locator('#details-phone').fill('089 876 5432');
  await page.locator('#details-email').fill(freshEmail());
  await page.locator('#details-password').fill('a short sentence');
  await page.locator('#details-consent').check();
  await page.locator('#details-chargingConsent').check();
}
