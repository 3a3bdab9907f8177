import { visit, type Walk } from './walk';

/** Shows the public pages: home, shop, information pages, log-in, and pages that do not exist. */
export async function siteWalk({ page, at, shoot }: Walk): Promise<void> {
  await visit(page, at('/'));
  await shoot('home');
  await shoot('home-first-screen', { full: false });
  for (const question of await page.locator('details').all()) await question.locator('summary').click();
  await page.locator('#questions').scrollIntoViewIfNeeded();
  await shoot('home-questions', { full: false });
  const menu = page.locator('header button');
  if (await menu.isVisible()) {
    await menu.click();
    await shoot('menu', { full: false });
  }

  for (const name of ['how-it-works', 'plans', 'products', 'privacy', 'terms']) {
    await visit(page, at(`/${name}`));
    await shoot(name);
  }
  await visit(page, at('/faq'));
  await shoot('faq');
  for (const question of await page.locator('details').all()) await question.locator('summary').click();
  await shoot('faq-open');

  await visit(page, at('/login'));
  await shoot('log-in');
  await page.locator('form button[type=submit]').click();
  await page.locator('[role=alert]').first().waitFor();
  await shoot('log-in-empty');
  await page.locator('#log-in-email').fill('nobody@example.test');
  await page.locator('#log-in-password').fill('not the password');
  await page.locator('form button[type=submit]').click();
  await page.locator('[role=alert] h2', { hasText: /[.ง]$/ }).waitFor();
  await shoot('log-in-refused');
  await visit(page, at('/account'));
  await shoot('log-in-first');
  await visit(page, at('/login?out'));
  await shoot('log-in-logged-out');

  await visit(page, `${at('/verify-email')}#not-a-secret-that-we-know`);
  await shoot('verify-email');
  await page.locator('main button').click();
  await page.locator('main a').first().waitFor();
  await shoot('verify-email-expired');
  await visit(page, `${at('/not-me')}#not-a-secret-that-we-know`);
  await shoot('not-me');
  await page.locator('main button').click();
  await page.locator('main a').first().waitFor();
  await shoot('not-me-expired');
  await page.goto(at('/nothing/here'));
  await page.locator('main svg').waitFor();
  await shoot('not-found');
}
