import type { Page } from '@playwright/test';
import { keepTogether } from '@/locales/keep-together';
import { LEGAL_TEXTS } from '@/locales/legal/texts';
import { expectAccessible } from './support/accessible';
import { fillPlan, next } from './support/registration';
import { expect, test } from './support/test';
import { english, thai, type Language } from './support/words';

/** Path, title and heading of each information page. Another test checks the home page. */
const pagesIn = ({ t, locale }: Language) => [
  { at: '/how-it-works', title: t('pages.how.title'), heading: t('pages.how.heading') },
  { at: '/plans', title: t('pages.plans.title'), heading: t('pages.plans.heading') },
  { at: '/products', title: t('pages.products.title'), heading: t('pages.products.heading') },
  { at: '/faq', title: t('faq.title'), heading: t('faq.heading') },
  ...(['privacy', 'terms'] as const).map((name) => {
    const { title } = LEGAL_TEXTS[name][locale];
    return { at: `/${name}`, title, heading: keepTogether(title) };
  }),
];

const linked = (page: Page, selector: string) =>
  page.locator(`head link${selector}`).evaluate((link) => (link as HTMLLinkElement).href);

/** Returns the structured data (JSON-LD) of the page. */
const machineText = (page: Page) =>
  page
    .locator('script[type="application/ld+json"]')
    .evaluate((script) => JSON.parse(script.textContent) as Record<string, unknown>);

for (const words of [english, thai]) {
  const { t, path, locale } = words;

  test(`every information page has its title, one heading, an address in each language, and no accessibility violation (${locale})`, async ({
    page,
  }) => {
    for (const { at, title, heading } of pagesIn(words)) {
      const response = await page.goto(path(at));
      expect(response?.status(), at).toBe(200);
      const site = new URL(page.url()).origin;
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page).toHaveTitle(`${title} · ira`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      expect(await linked(page, '[rel=canonical]')).toBe(site + path(at));
      expect(await linked(page, '[rel=alternate][hreflang=en]')).toBe(site + at);
      expect(await linked(page, '[rel=alternate][hreflang=th]')).toBe(`${site}/th${at}`);
      expect(await linked(page, '[rel=alternate][hreflang=x-default]')).toBe(site + at);
      const image = page.locator('meta[property="og:image"]');
      await expect(image).toHaveAttribute('content', new RegExp(`/og/${locale}\\.png$`));
      await expectAccessible(page, `site-${at.slice(1)}-${locale}`);
    }
  });

  test(`products show their prices in a box and without one, next to the shop's other products (${locale})`, async ({
    page,
    sandbox,
  }) => {
    await page.goto(path('/products'));
    await expect(page.locator('#facts')).toHaveCount(0);
    const card = page.locator('#day-pads');
    await expect(card).toContainText('฿111.75');
    await expect(card).toContainText('฿149.00');
    const name = locale === 'en' ? 'Day pads' : 'ผ้าอนามัยกลางวัน';
    await expect(
      card.getByRole('link', { name: t('pages.products.buy', { product: name }) }),
    ).toHaveAttribute('href', `${sandbox.url}/ecwid/shop/4001`);
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
}

test('a plan selected from the list fills the box of the registration', async ({ page }) => {
  const { t } = english;
  await page.goto('/plans');
  const heavy = page.getByRole('main').getByRole('listitem').nth(2);
  await expect(heavy).toContainText('฿543.75');
  await expect(heavy).toContainText(t('site.plans.free'));
  await heavy.getByRole('link', { name: t('site.plans.choose', { plan: 'Heavy' }) }).click();
  await expect(page).toHaveURL('/register');
  await expect(page.getByRole('img', { name: /2 × Day pads/ }).first()).toBeVisible();
});

test('an answer opens by keyboard and is part of the structured data', async ({ page }) => {
  const { t } = english;
  await page.goto('/faq');
  const question = page.locator('details', { hasText: t('faq.paying.failed.q') });
  await question.locator('summary').focus();
  await page.keyboard.press('Enter');
  const answer = t('faq.paying.failed.a', { days: '1, 3, 5, 7 and 13' });
  await expect(question.getByText(answer)).toBeVisible();
  await expectAccessible(page, 'site-faq-open');
  const { mainEntity } = await machineText(page);
  expect(JSON.stringify(mainEntity)).toContain(JSON.stringify(answer).slice(1, -1));
});

test('the menu works by keyboard alone', async ({ page }) => {
  const { t } = english;
  await page.goto('/');
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
});

test('the header lists the pages on a desktop', { tag: '@desktop' }, async ({ page }) => {
  const { t } = english;
  await page.goto('/faq');
  const bar = page.getByRole('banner').getByRole('navigation', { name: t('common.mainNavigation') });
  await expect(page.getByLabel(t('pages.menu'), { exact: true })).toBeHidden();
  await bar.getByRole('link', { name: t('site.nav.products') }).click();
  await expect(page).toHaveURL('/products');
  await expectAccessible(page, 'site-products-desktop');
});

test('the registration links to the privacy policy and the terms', async ({ page }) => {
  const { t } = english;
  await page.goto('/register');
  await fillPlan(page, english);
  await next(page, english, 'details').click();
  const papers = page.getByRole('main');
  await expect(papers.getByRole('link', { name: t('register.details.terms') })).toHaveAttribute(
    'href',
    '/terms',
  );
  await papers.getByRole('link', { name: t('register.details.privacy') }).click();
  await expect(page.getByRole('heading', { level: 1, name: LEGAL_TEXTS.privacy.en.title })).toBeVisible();
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
  expect(found).toHaveLength(14);
  expect(found).toEqual(expect.arrayContaining(['/', '/th', '/faq', '/th/privacy']));
  expect(sitemap).toMatch(/hreflang="th"/);
  expect(sitemap).toMatch(/hreflang="x-default"/);
  expect(sitemap.match(/<lastmod>\d{4}-\d\d-\d\d/g)).toHaveLength(14);
});

/** Returns the matches of the patterns on the page that are broken across lines. */
const brokenTexts = (page: Page, patterns: readonly string[]) =>
  page.evaluate((sources) => {
    const broken: string[] = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      for (const { 0: found, index } of sources.flatMap((source) => [
        ...node.data.matchAll(RegExp(source, 'g')),
      ])) {
        range.setStart(node, index);
        range.setEnd(node, index + found.length);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        if (lines.size > 1) broken.push(found);
      }
    }
    return broken;
  }, patterns);

test('no Thai page breaks a date, the packs of a product or a compound word', async ({ page }) => {
  const patterns = [
    ...['ผ้า?อนามัย', 'แผ่น?อนามัย', 'ความ?เป็น?ส่วน?ตัว', 'รหัส?ผ่าน', 'ทุก?รอบ'].map((word) =>
      word.replaceAll('?', '\u2060?'),
    ),
    '\\d+\\s×\\sผ้า\u2060?อนามัย',
    '\\d{1,2}\\s\\S{2,5}\\.\\s\\d{4}',
  ];
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    for (const { at } of [{ at: '/' }, ...pagesIn(thai), { at: '/register' }, { at: '/login' }]) {
      await page.goto(thai.path(at));
      if (at === '/register') await fillPlan(page, thai);
      await page.evaluate(() => document.fonts.ready);
      expect(await brokenTexts(page, patterns), `${at} at ${width} px`).toEqual([]);
    }
  }
});
