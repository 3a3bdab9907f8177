import { call, newCaller, registerUpToPayment, subscribe } from './support/subscribers';
import { expect, test } from './support/test';
import { path, t } from './support/words';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('questions, menu and log-in work, and three taps propose a box', async ({ page }) => {
    await page.goto(path('/faq'));
    const question = page.locator('details', { hasText: t('faq.orders.skip.q') });
    await question.locator('summary').click();
    await expect(question.getByText(t('faq.orders.skip.a'))).toBeVisible();
    const menu = page.getByRole('navigation', { name: t('common.mainNavigation') });
    await expect(menu).toBeHidden();
    await page.getByLabel(t('pages.menu'), { exact: true }).click();
    await menu.getByRole('link', { name: t('site.nav.plans') }).click();
    await expect(page).toHaveURL(path('/plans'));
    await expect(menu).toBeHidden();

    const quiz = page.getByRole('region', { name: t('pages.quiz.title') });
    const proposal = (plan: string) => quiz.getByText(t('pages.quiz.result', { plan }), { exact: true });
    const answer = (name: string, value: string) =>
      quiz.locator('label', { has: page.locator(`[name=${name}][value=${value}]`) }).click();
    const sent: string[] = [];
    page.on('request', (request) => {
      // The browser loads the icon of the page when it has time.
      if (!request.url().endsWith('/icon.svg')) sent.push(request.url());
    });
    await answer('days', 'light');
    await answer('nights', 'light');
    for (const plan of ['Light', 'Regular', 'Heavy']) await expect(proposal(plan)).toBeHidden();
    await answer('length', 'light');
    await expect(proposal('Light')).toBeVisible();
    await answer('length', 'heavy');
    await expect(proposal('Regular')).toBeVisible();
    await expect(proposal('Light')).toBeHidden();
    await answer('nights', 'medium');
    await expect(proposal('Heavy')).toBeVisible();
    await answer('length', 'medium');
    await expect(proposal('Regular')).toBeVisible();
    await answer('days', 'heavy');
    await expect(proposal('Heavy')).toBeVisible();
    await expect(proposal('Regular')).toBeHidden();
    expect(sent).toEqual([]);
    await expect(quiz.getByRole('link')).toHaveAttribute('href', path('/register?plan=heavy'));

    await page
      .getByRole('banner')
      .getByRole('link', { name: t('common.logIn') })
      .click();
    await expect(page).toHaveURL(path('/login'));
  });
});

test('a kept page is revalidated by its tag, is the same for every query, and differs by language only', async ({
  request,
}) => {
  const page = await request.get('/plans');
  const { etag = '', vary, 'cache-control': cached } = page.headers();
  expect([vary, cached]).toEqual([
    'accept-encoding',
    'public, max-age=0, must-revalidate, s-maxage=10, stale-if-error=60',
  ]);
  // At once: another test may change what the page says, such as an incident.
  expect((await request.get('/plans', { headers: { 'if-none-match': etag } })).status()).toBe(304);
  const same = await request.get('/plans?utm_source=a&_rsc=1', { headers: { rsc: '1' } });
  expect(await same.text()).toBe(await page.text());
  expect((await request.get('/th/plans', { headers: { 'if-none-match': etag } })).status()).toBe(200);
  const rules = await request.get('/prefetch.json');
  expect(rules.headers()['content-type']).toBe('application/speculationrules+json');
  const invitation = await request.get('/invite/IRA-NONE99');
  expect(invitation.headers()['cache-control']).toBe('private, no-store');
  expect(await invitation.text()).not.toMatch(/__next_f/);
});

test('a public page shows the way to the account, and none after logging out', async ({ page }) => {
  await subscribe(page);
  const sessionRead = () => page.waitForResponse((response) => response.url().endsWith('/api/me'));
  const read = sessionRead();
  await page.goto('/faq');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: t('common.account') })).toBeVisible();
  await expect(banner.getByRole('link', { name: t('common.logIn') })).toBeHidden();
  expect((await read).status()).toBe(200);
  const readAgain = sessionRead();
  await banner.getByRole('link', { name: t('common.account') }).click();
  await expect(page).toHaveURL('/account');
  // A later answer would find no session, and lead to the log-in.
  await readAgain;

  await call(page, '/api/logout', {});
  await page.goto('/faq');
  await expect(banner.getByRole('link', { name: t('common.logIn') })).toBeVisible();
});

test('a page of registration or log-in has a nonce of its own, and the data of no other visitor', async ({
  request,
}) => {
  const visitors = await Promise.all(
    [1, 2].map(async () => {
      const own = await newCaller();
      const person = await registerUpToPayment(own);
      const read = async () => (await own.request.get('/register')).text();
      return { secrets: [person.email, person.accountId], read };
    }),
  );
  const secrets = visitors.flatMap((visitor) => visitor.secrets);
  const shownIn = (html: string) => secrets.filter((secret) => html.includes(secret));
  for (const { secrets: own, read } of visitors) {
    const found = shownIn(await read());
    expect(found.length).toBeGreaterThan(0);
    expect(own).toEqual(expect.arrayContaining(found));
  }
  const nonces = new Set<string>();
  for (const path of ['/register', '/login', '/th/login', '/forgot-password', '/register', '/login']) {
    const response = await request.get(path);
    const nonce = /'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '')?.[1] ?? '';
    const html = await response.text();
    expect(shownIn(html), path).toEqual([]);
    expect(new Set(html.match(/(?<=nonce=")[^"]+/g)), path).toEqual(new Set([nonce]));
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(6);
});

test('the progress bar runs while a link of a public page loads slowly @deep', async ({ page }) => {
  await page.goto('/');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/terms', async (route) => {
    await released;
    await route.continue();
  });
  await page.exposeFunction('barRuns', () => release());
  await page.locator('[data-progress]').evaluate((bar) => {
    const { barRuns } = window as unknown as { barRuns: () => void };
    new MutationObserver(() => bar.hasAttribute('data-running') && barRuns()).observe(bar, {
      attributes: true,
    });
  });
  // The page arrives only after the progress bar has appeared.
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('pages.footer.terms') })
    .click();
  await expect(page).toHaveURL('/terms');
  await expect(page.locator('[data-progress][data-running]')).toHaveCount(0);
});
