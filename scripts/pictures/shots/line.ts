import type { Page } from '@playwright/test';
import { becomeSubscriber, deliverAndPay, PASSWORD } from './subscriber';
import { freshEmail, visit, type Walk } from './walk';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.20.0';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/**
 * Shows LINE as a login method: linked, refused, unlinked, and in the registration. Also shows the list of
 * devices and the pages after an expired session.
 */
export async function lineWalk(walk: Walk): Promise<void> {
  const { page, at } = walk;
  const { origin, pathname } = new URL(at('/'));
  await becomeSubscriber(page, origin, pathname === '/th' ? 'th' : 'en');
  await linking(walk);
  await devices(walk);
  await keeping(walk);
  await page.context().clearCookies();
  await registering(walk);
}

/** Prepares the next decision on LINE's consent page, which is then not shown. */
async function consent(page: Page, origin: string, answer: object): Promise<void> {
  const settings = await page.request.get(`${origin}/api/settings`);
  const { data } = (await settings.json()) as { data: { omiseVaultUrl: string } };
  await page.request.post(`${new URL(data.omiseVaultUrl).origin}/_control/line/consent`, { data: answer });
}

/** Follows the link to LINE and waits for the page after the callback. */
async function walkToLine({ page, at }: Walk, answer: object, arrived: string): Promise<void> {
  await consent(page, new URL(at('/')).origin, answer);
  await page.locator('main a[href^="/api/auth/line/start"]').last().click();
  await page.locator(arrived).first().waitFor();
  await page.waitForLoadState('networkidle');
}

const email = (page: Page, origin: string) =>
  page.request
    .get(`${origin}/api/me`)
    .then((answer) => answer.json() as Promise<{ data: { account: { email: string } } }>)
    .then(({ data }) => data.account.email);

async function linking(walk: Walk): Promise<void> {
  const { page, at, shoot } = walk;
  await visit(page, at('/account/details'));
  await page.locator('#ways-title ~ ul button').click();
  await page.locator('main [role=alert]').waitFor();
  await shoot('ways-to-log-in');
  await visit(page, at('/account/details/line'));
  await shoot('line-none');
  for (const [name, answer] of [
    ['denied', { person: 'mali', action: 'cancel' }],
    ['failed', { person: 'mali', action: 'server_error' }],
    ['unfinished', { person: 'mali', action: 'auto_login_failure' }],
    ['elsewhere', { person: 'lin', action: 'allow' }],
  ] as const) {
    await walkToLine(walk, answer, 'main [role=alert]');
    await shoot(`line-${name}`);
  }
  const person = { name: 'มาลีรัตน์ 🌸', email: freshEmail() };
  await walkToLine(walk, { person, action: 'allow' }, '#line-title');
  await shoot('line-linked');
  await page.locator('main button').last().click();
  await page.locator('#unlink-title').waitFor();
  await shoot('line-unlinking');
  await visit(page, at('/account/details'));
  await shoot('ways-to-log-in-line');
}

async function devices({ page, at, shoot }: Walk): Promise<void> {
  const { origin } = new URL(at('/'));
  await visit(page, at('/account/details/sessions'));
  await shoot('sessions-alone');
  const body = JSON.stringify({ email: await email(page, origin), password: PASSWORD });
  for (const agent of [IPHONE, MAC, 'curl/8.7']) {
    const headers = { 'content-type': 'application/json', 'user-agent': agent };
    await fetch(`${origin}/api/login`, { method: 'POST', headers, body });
  }
  await visit(page, at('/account/details/sessions'));
  await shoot('sessions');
  await page.locator('main li button').last().click();
  await page.locator('.mantine-Notification-root').waitFor();
  await shoot('sessions-ended', { full: false });
}

async function keeping({ page, at, shoot }: Walk): Promise<void> {
  const { origin } = new URL(at('/'));
  const address = await email(page, origin);
  await visit(page, at('/account/details/personal'));
  await page.locator('#personal-firstName').fill('มาลีรัตน์ ชื่อใหม่');
  await page.context().clearCookies();
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/login/);
  await page.locator('#log-in-email').fill(address);
  await page.locator('#log-in-password').fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL(/personal$/);
  await page.locator('main [role=alert]').waitFor();
  await shoot('details-kept');
}

async function registering(walk: Walk): Promise<void> {
  const { page, at, shoot } = walk;
  await visit(page, at('/register'));
  await page.locator('[aria-pressed]').nth(0).click();
  await page.locator('[data-price-bar] button[class*=primary]').click();
  await page.waitForURL(/details/);
  await page.locator('#details-firstName').waitFor();
  await shoot('register-2-line');
  for (const [name, answer] of [
    ['denied', { person: 'mali', action: 'cancel' }],
    ['taken', { person: 'lin', action: 'allow' }],
    ['unfinished', { person: 'mali', action: 'auto_login_failure' }],
  ] as const) {
    await walkToLine(walk, answer, 'main [role=alert]');
    await shoot(`register-2-line-${name}`);
  }
  const person = { name: 'มาลีรัตน์ สุขสมบูรณ์วัฒนา', email: freshEmail() };
  await walkToLine(walk, { person, action: 'allow_add_friend' }, 'main [data-tone=good]');
  await shoot('register-2-line-done');
  await page.locator('#details-phone').fill('0812345678');
  await page.locator('#details-consent').check();
  await page.locator('#details-chargingConsent').check();
  await page.locator('form button[type=submit]').click();
  await page.waitForURL(/delivery/);
  await visit(page, at('/register/details'));
  await shoot('register-2-line-started');
  await deliverAndPay(page, new URL(at('/')).origin);
  for (const [name, path] of [
    ['details-password-proof', '/account/details/password'],
    ['details-email-proof', '/account/details/email'],
    ['delete-account-proof', '/account/details/delete'],
  ] as const) {
    await visit(page, at(path));
    await shoot(name);
  }
  await visit(page, at('/account/details/line'));
  await page.locator('main button').last().click();
  await page.locator('main [role=alert]').waitFor();
  await shoot('line-last-way-in');
  await visit(page, at('/account/details/password'));
  await walkToLine(walk, { person, action: 'allow' }, '#password-password');
  await shoot('details-password-first');
}
