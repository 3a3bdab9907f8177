import type { Page } from '@playwright/test';
import { becomeSubscriber } from './subscriber';
import { visit, type Walk } from './walk';

const LONG_EMAIL = 'malirat.suksomboonwattana.na.ayutthaya@a-very-long-company-name.example.co.th';
const SECRET = '#not-a-secret-that-we-know';

/** Shows the log-in by mail, the reset of a password, and the errors of the log-in with LINE. */
export async function loginWalk(walk: Walk): Promise<void> {
  await lineEndings(walk);
  await oldLinks(walk);
  await forgotten(walk);
  await magicLink(walk);
}

const submit = (page: Page) => page.locator('form button[type=submit]').click();
const refused = (page: Page) => page.locator('form [role=alert]').first().waitFor();

async function lineEndings({ page, at, shoot }: Walk): Promise<void> {
  for (const ending of ['denied', 'not_linked', 'unfinished', 'failed']) {
    await visit(page, at(`/login?line=${ending}`));
    await shoot(`log-in-line-${ending}`);
  }
}

async function oldLinks({ page, at, shoot }: Walk): Promise<void> {
  for (const [name, path] of [
    ['login-link-expired', `/login/link${SECRET}`],
    ['login-link-incomplete', '/login/link'],
    ['reset-password-incomplete', '/reset-password'],
  ] as const) {
    await page.goto('about:blank');
    await visit(page, at(path));
    await page.locator('main a').first().waitFor();
    await shoot(name);
  }
}

async function forgotten({ page, at, shoot }: Walk): Promise<void> {
  await visit(page, at('/forgot-password'));
  await shoot('forgot-password');
  await page.locator('#forgot-email').fill(LONG_EMAIL);
  await submit(page);
  await page.locator('form').waitFor({ state: 'detached' });
  await shoot('forgot-password-sent');
  await visit(page, at(`/reset-password${SECRET}`));
  await shoot('reset-password');
  await page.locator('#reset-password').fill('short');
  await submit(page);
  await refused(page);
  await shoot('reset-password-refused');
  await page.locator('#reset-password').fill('a better sentence');
  await page.locator('#reset-confirmPassword').fill('a better sentence');
  await submit(page);
  await page.locator('form').waitFor({ state: 'detached' });
  await shoot('reset-password-expired');
}

async function magicLink({ page, at, shoot }: Walk): Promise<void> {
  const { origin, pathname } = new URL(at('/'));
  await visit(page, at('/login/magic-link'));
  await page.locator('#link-email').fill('');
  await submit(page);
  await refused(page);
  await shoot('magic-link-empty');
  await page.locator('#link-email').fill(LONG_EMAIL);
  await submit(page);
  await page
    .locator('#link-email-error')
    .getByText(/recognize|ขออภัย/)
    .waitFor();
  await shoot('magic-link-unknown');

  await becomeSubscriber(page, origin, pathname === '/th' ? 'th' : 'en');
  const { account } = await dataOf<{ account: { email: string } }>(page, `${origin}/api/me`);
  await page.context().clearCookies();
  await visit(page, at('/login/magic-link'));
  await shoot('magic-link');
  await page.locator('#link-email').fill(account.email);
  await submit(page);
  await page.locator('#code-code').waitFor();
  await shoot('magic-link-sent');
  await page.locator('#code-code').fill('000 000');
  await submit(page);
  await refused(page);
  await shoot('magic-link-code-wrong');

  // Without its cookies, the browser is not the browser that requested the link.
  await page.context().clearCookies();
  await visit(page, await mailedLink(page, origin, account.email));
  await page.locator('main section').first().waitFor();
  await shoot('login-link-elsewhere');
}

async function dataOf<T>(page: Page, address: string): Promise<T> {
  const response = await page.request.get(address);
  return ((await response.json()) as { data: T }).data;
}

/** Returns the link of the newest mail. The mailbox is on the origin of the sandbox, as the card gateway is. */
async function mailedLink(page: Page, origin: string, email: string): Promise<string> {
  const { omiseVaultUrl } = await dataOf<{ omiseVaultUrl: string }>(page, `${origin}/api/settings`);
  const mailbox = `${new URL(omiseVaultUrl).origin}/mail/latest?to=${encodeURIComponent(email)}`;
  for (let tries = 0; tries < 40; tries++) {
    const { links } = await dataOf<{ links: string[] }>(page, mailbox);
    const link = links.find((url) => url.includes('/login/link'));
    if (link) return link;
    await page.waitForTimeout(500);
  }
  throw new Error(`No login link came to ${email}.`);
}
