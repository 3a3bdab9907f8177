import { expectAccessible } from './support/accessible';
import { expect, test } from './support/test';
import { english, journeyLanguages, thai } from './support/words';

for (const words of journeyLanguages) {
  test(
    `the home page has its description and prices as text and as structured data (${words.locale})`,
    { tag: words === english ? '@everywhere' : [] },
    async ({ page, request }, { project }) => {
      const { t, path, locale } = words;
      await page.goto(path('/'));
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page).toHaveTitle('ira subscription');
      await expect(page.getByRole('heading', { level: 1, name: t('site.hero.title') })).toBeInViewport();
      await expect(page.getByText('฿193.50').first()).toBeVisible();
      const question = page.locator('details', { hasText: t('site.questions.cancel.q') });
      await question.getByText(t('site.questions.cancel.q')).click();
      await expect(question.getByText(t('site.questions.cancel.a'))).toBeVisible();
      await expectAccessible(page, `${project.name}-home-${locale}`);

      const meta = (name: string) =>
        page.locator(`meta[property="${name}"], meta[name="${name}"]`).first().getAttribute('content');
      const link = (hreflang: string) =>
        page.locator(`link[rel=alternate][hreflang=${hreflang}]`).getAttribute('href');
      const site = new URL(page.url()).origin;
      expect(await meta('description')).toBe(t('site.description'));
      expect(await meta('og:type')).toBe('website');
      expect(await meta('og:title')).toBe('ira subscription');
      expect(await meta('twitter:card')).toBe('summary_large_image');
      expect(
        [await link('en'), await link('th'), await link('x-default')].map((url) => new URL(url ?? '').href),
      ).toEqual([`${site}/`, `${site}/th`, `${site}/`]);
      const image = await request.get((await meta('og:image')) ?? '');
      expect(image.status()).toBe(200);
      expect(image.headers()['content-type']).toBe('image/png');
    },
  );
}

test('the language switch shows the same page, and a plan selected there fills the box', async ({ page }) => {
  await page.goto('/?from=a#plans');
  await page.getByRole('link', { name: english.t('common.otherLanguageLabel') }).click();
  await expect(page).toHaveURL('/th?from=a#plans');
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await expect(page.getByRole('heading', { name: thai.t('site.plans.title') })).toBeInViewport();
  const [chosen] = (await page.context().cookies()).filter(({ name }) => name === 'language');
  expect(chosen?.value).toBe('th');
  await page.goto('/en');
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: english.t('site.plans.choose', { plan: 'Regular' }) }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: english.t('register.plan.heading') }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Regular/ })).toHaveAttribute('aria-pressed', 'true');
});
