import { expectAccessible } from './support/accessible';
import { holdScripts } from './support/hold-scripts';
import { endSession, logIn, registerUpToPayment, subscribe } from './support/subscribers';
import { waitUntilInteractive, showTabAgain, expect, test } from './support/test';
import { english, journeyLanguages } from './support/words';
import type { Page } from '@playwright/test';

/** Console messages of expected error statuses. Browsers write every error status to the console. */
const LOGGED_OUT = /status of 401/;

/**
 * Changes the remaining minutes of the session in the responses of the API.
 * @returns a function that sets the minutes
 */
async function answerMinutes(page: Page): Promise<(minutes: number) => void> {
  let left = 60;
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, expiresInMinutes: left } } });
  });
  return (minutes) => void (left = minutes);
}

const asked = (page: Page, path: string) => page.waitForResponse((response) => response.url().endsWith(path));

test.describe('the session', () => {
  test.use({ expectedErrors: LOGGED_OUT });

  test('is read on load and when the tab becomes visible, and extended at ten minutes or less', async ({
    page,
  }) => {
    await subscribe(page, english);
    const setMinutes = await answerMinutes(page);
    const refreshes: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/refresh')) refreshes.push(request.method());
    });
    const onLoad = asked(page, '/api/me');
    await page.goto('/account');
    await onLoad;

    setMinutes(11);
    const notYet = asked(page, '/api/me');
    await showTabAgain(page);
    await notYet;
    setMinutes(10);
    const extended = asked(page, '/api/refresh');
    await showTabAgain(page);
    const answer = (await (await extended).json()) as { status: string; data: { expiresInMinutes: number } };
    expect(answer).toMatchObject({ status: 'ok', data: { expiresInMinutes: 60 } });
    expect(refreshes).toEqual(['GET']);

    await page.unroute('**/api/me');
    await page.context().clearCookies();
    await showTabAgain(page);
    await expect(page).toHaveURL('/login?next=%2Faccount');
  });

  test('that ended does not affect a page that needs none', async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto('/');
    await showTabAgain(page);
    await page.waitForLoadState('networkidle');
    expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([]);
  });
});

test.describe('a visitor who is not logged in', () => {
  test.use({ expectedErrors: LOGGED_OUT });

  for (const words of journeyLanguages) {
    const path = '/account?do=pause';
    test(`logs in and returns to ${words.path(path)}`, async ({ page, context }) => {
      const person = await subscribe(page, words);
      await endSession(page, context);
      await page.goto(words.path(path));
      await expect(page).toHaveURL(`${words.path('/login')}?next=${encodeURIComponent(words.path(path))}`);
      await expect(page.getByText(words.t('auth.next'))).toBeVisible();
      await expectAccessible(page, `login-next-${words.locale}`);
      await logIn(page, words, { ...person, password: 'not the password' });
      await expect(page.getByRole('alert', { name: words.t('errors.LOGIN_INCORRECT') })).toBeFocused();
      await expectAccessible(page, `login-incorrect-${words.locale}`);
      await logIn(page, words, person);
      await expect(page).toHaveURL(words.path(path));
    });
  }

  test('is never redirected to another site or to an API call', async ({ page, context }) => {
    const person = await subscribe(page, english);
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      '/api/logout',
      '/th/api/logout',
    ]) {
      const address = `/login?next=${encodeURIComponent(next)}`;
      const { location } = (await page.request.get(address, { maxRedirects: 0 })).headers();
      expect(location, next).toBe('/account');
    }
    await endSession(page, context);
    await page.goto(`/login?next=${encodeURIComponent('//evil.example')}`);
    await logIn(page, english, person);
    await expect(page).toHaveURL('/account');
  });
});

test('text typed before hydration is kept', async ({ page, context }) => {
  const person = await subscribe(page, english);
  await context.clearCookies();
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel(english.t('auth.email'), { exact: true }).fill(person.email);
  release();
  await waitUntilInteractive(page);
  await page.getByLabel(english.t('auth.password'), { exact: true }).fill(person.password);
  await page.getByRole('button', { name: english.t('auth.submit'), exact: true }).click();
  await expect(page).toHaveURL('/account');
});

test('an unpaid registration continues at its step', async ({ page, context }) => {
  const person = await registerUpToPayment(page, english);
  await endSession(page, context);
  await page.goto('/login');
  await logIn(page, english, person);
  await expect(page).toHaveURL('/register/payment');
  await page.goto('/account');
  await expect(page).toHaveURL('/register/payment');
});

test.describe('the link of the welcome mail', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('confirms the e-mail once', async ({ page, context, sandbox }) => {
    const { t } = english;
    const { email } = await registerUpToPayment(page, english);
    const { links } = await sandbox.mail(email, /confirm your email/);
    const link = links.find((url) => url.includes('/verify-email')) ?? '';
    expect(new URL(link).hash).not.toBe('');
    await page.goto(link);
    await expect(
      page.getByRole('heading', { level: 1, name: t('register.confirmEmail.done') }),
    ).toBeVisible();
    await expect(page).toHaveURL('/verify-email');
    await expectAccessible(page, 'verify-email');
    // A logged-in subscriber with a verified e-mail sees a confirmation. Any other visitor sees that the link
    // was used.
    await page.goto('/');
    await page.goto(link);
    await expect(
      page.getByRole('heading', { level: 1, name: t('register.confirmEmail.done') }),
    ).toBeVisible();
    await endSession(page, context);
    await page.goto(link);
    await waitUntilInteractive(page);
    await page.getByRole('button', { name: t('register.confirmEmail.submit') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('auth.used') })).toBeVisible();
    await expectAccessible(page, 'verify-email-expired');
  });

  test(
    'needs a tap to confirm in a browser without a session',
    { tag: '@deep' },
    async ({ page, browser, sandbox }) => {
      const { t } = english;
      const { email } = await registerUpToPayment(page, english);
      const { links } = await sandbox.mail(email, /confirm your email/);
      const link = links.find((url) => url.includes('/verify-email')) ?? '';
      const elsewhere = await browser.newContext();
      const opened = await elsewhere.newPage();
      await opened.goto(link);
      await waitUntilInteractive(opened);
      const confirm = opened.getByRole('button', { name: t('register.confirmEmail.submit') });
      await expect(confirm).toBeVisible();
      await expectAccessible(opened, 'verify-email-ask');
      await page.goto('/verify-email');
      await expect(page.getByRole('heading', { level: 1, name: t('auth.verify.heading') })).toBeVisible();
      await confirm.click();
      await expect(
        opened.getByRole('heading', { level: 1, name: t('register.confirmEmail.done') }),
      ).toBeVisible();
      await page.reload();
      await expect(
        page.getByRole('heading', { level: 1, name: t('register.confirmEmail.done') }),
      ).toBeVisible();
      await elsewhere.close();
    },
  );
});
