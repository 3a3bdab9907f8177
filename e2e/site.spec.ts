import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible';
import { expect, heading, test } from './support/test';
import { byLanguage, path, t, thai } from './support/words';

/** Returns the structured data (JSON-LD) of the page. */
const machineText = (page: Page) =>
  page
    .locator('script[type="application/ld+json"]')
    .evaluate((script) => JSON.parse(script.textContent) as Record<string, unknown>);

test('products show their prices in a box and without one, next to the other products of the shop @thai', async ({
  page,
  sandbox,
}) => {
  await page.goto(path('/products'));
  await expect(page.locator('#facts')).toHaveCount(0);
  const card = page.locator('#day-pads');
  await expect(card).toContainText('฿111.75');
  await expect(card).toContainText('฿149.00');
  const name = byLanguage('Day pads', 'ผ้าอนามัยกลางวัน');
  await expect(card.getByRole('link', { name: t('pages.products.buy', { product: name }) })).toHaveAttribute(
    'href',
    `${sandbox.url}/ecwid/shop/4001`,
  );
  const odds = page.getByRole('region', { name: t('pages.products.odds') });
  await expect(odds).toContainText('฿129.00');
  await expect(odds).toContainText(t('pages.products.soldOut'));
  const { itemListElement } = await machineText(page);
  expect(itemListElement).toHaveLength(7);
  const pictures = (itemListElement as { item: { image: string } }[]).map(({ item }) => item.image);
  expect(new Set(pictures).size).toBe(7);
  for (const picture of pictures) expect((await page.request.get(picture)).status(), picture).toBe(200);

  await card.getByRole('link', { name: t('pages.products.start', { product: name }) }).click();
  await expect(page).toHaveURL(path('/register'));
  const contents = `1 × ${name}`;
  await expect(page.getByRole('img', { name: t('box.pictured', { contents }) }).first()).toBeVisible();
});

test('the menu works by keyboard alone, and leads to a plan that fills the box', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('฿193.50').first()).toBeVisible();
  const button = page.getByLabel(t('pages.menu'), { exact: true });
  const menu = page.getByRole('navigation', { name: t('common.mainNavigation') });
  await expect(menu).toBeHidden();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await expectAccessible(page, 'site-menu');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: t('site.nav.plans') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/plans');
  await expect(menu).toBeHidden();
  const heavy = page.getByRole('main').getByRole('listitem').nth(2);
  await expect(heavy).toContainText('฿543.75');
  await expect(heavy).toContainText(t('site.plans.free'));
  await heavy.getByRole('link', { name: t('site.plans.choose', { plan: 'Heavy' }) }).click();
  await expect(page).toHaveURL('/register');
  await expect(page.getByRole('img', { name: /2 × Day pads/ }).first()).toBeVisible();
});

test('the language switch shows the same page, and a plan selected there fills the box', async ({ page }) => {
  await page.goto('/?from=a#plans');
  await page.getByRole('link', { name: t('common.otherLanguageLabel') }).click();
  await expect(page).toHaveURL('/th?from=a#plans');
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await expect(page.getByRole('heading', { name: thai.t('site.plans.title') })).toBeInViewport();
  const [chosen] = (await page.context().cookies()).filter(({ name }) => name === 'language');
  expect(chosen?.value).toBe('th');
  await page.goto('/en');
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: t('site.plans.choose', { plan: 'Regular' }) }).click();
  await expect(heading(page, t('register.plan.heading'))).toBeVisible();
  await expect(page.getByRole('button', { name: /^Regular/ })).toHaveAttribute('aria-pressed', 'true');
});

test('an answer opens by keyboard, and the header lists the pages @desktop', async ({ page }) => {
  await page.goto('/faq');
  const question = page.locator('details', { hasText: t('faq.paying.failed.q') });
  await question.locator('summary').focus();
  await page.keyboard.press('Enter');
  const answer = t('faq.paying.failed.a', { days: '1, 3, 5, 7 and 13' });
  await expect(question.getByText(answer)).toBeVisible();
  await expectAccessible(page, 'site-faq-open');
  const { mainEntity } = await machineText(page);
  expect(JSON.stringify(mainEntity)).toContain(JSON.stringify(answer).slice(1, -1));

  const bar = page.getByRole('banner').getByRole('navigation', { name: t('common.mainNavigation') });
  await expect(page.getByLabel(t('pages.menu'), { exact: true })).toBeHidden();
  await bar.getByRole('link', { name: t('site.nav.products') }).click();
  await expect(page).toHaveURL('/products');
  await expectAccessible(page, 'site-products');
});

test('search engines find every public page in both languages, and no personal ones', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots.match(/^Disallow: .*$/gm)).toEqual(['Disallow: /api/']);
  const personal = [
    '/login',
    '/th/login',
    '/register',
    '/forgot-password',
    '/verify-email',
    '/not-me',
    '/unsubscribe',
    '/invite/NOBODY',
  ];
  for (const path of personal) {
    const page = await (await request.get(path)).text();
    expect(page, path).toMatch(/<meta name="robots" content="noindex/);
  }
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const found = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  expect(found).toHaveLength(16);
  expect(found).toEqual(expect.arrayContaining(['/', '/th', '/faq', '/th/privacy']));
  expect(sitemap).toMatch(/hreflang="th"/);
  expect(sitemap).toMatch(/hreflang="x-default"/);
  expect(sitemap.match(/<lastmod>\d{4}-\d\d-\d\d/g)).toHaveLength(16);
});

test('ira can be installed: each page names a manifest that starts in its language and names no product', async ({
  request,
}) => {
  for (const [path, address, start] of [
    ['/', '/app.webmanifest', '/account'],
    ['/th/login', '/th/app.webmanifest', '/th/account'],
  ] as const) {
    expect(await (await request.get(path)).text(), path).toContain(`rel="manifest" href="${address}"`);
    const response = await request.get(address);
    expect(response.headers()['content-type']).toMatch(/^application\/manifest\+json/);
    const manifest = (await response.json()) as { name: string; start_url: string; icons: { src: string }[] };
    expect([manifest.name, manifest.start_url]).toEqual(['ira', start]);
    for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
  }
});
