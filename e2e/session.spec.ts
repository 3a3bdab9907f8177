import { expectAccessible } from './support/accessible';
import { holdScripts } from './support/hold-scripts';
import { endSession, logIn, newCaller, registerUpToPayment, subscribe } from './support/subscribers';
import { waitUntilInteractive, showTabAgain, expect, heading, test } from './support/test';
import { path, t } from './support/words';

/** Browsers write every error status to the console. */
test.use({ expectedErrors: /status of (400|401)/ });

test('the session is read on load and when the tab becomes visible, once for many tab switches, and extended at ten minutes or less', async ({
  page,
}) => {
  await subscribe(page);
  let left = 60;
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, expiresInMinutes: left } } });
  });
  const asked = (of: string) => page.waitForResponse((response) => response.url().endsWith(of));
  const onLoad = asked('/api/me');
  await page.goto('/account');
  await onLoad;
  await page.waitForLoadState('networkidle');
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));

  left = 11;
  const notYet = asked('/api/me');
  await showTabAgain(page);
  await notYet;
  left = 10;
  const extended = asked('/api/refresh');
  await page.evaluate(async () => {
    for (let looks = 0; looks < 200; looks++) {
      document.dispatchEvent(new Event('visibilitychange'));
      if (looks % 10 === 0) await new Promise((resolve) => window.setTimeout(resolve, 20));
    }
  });
  expect(await (await extended).json()).toMatchObject({ status: 'ok', data: { expiresInMinutes: 60 } });
  await page.waitForLoadState('networkidle');
  expect(calls.filter((of) => of.startsWith('/api/'))).toEqual(['/api/me', '/api/me', '/api/refresh']);

  await page.unroute('**/api/me');
  await page.context().clearCookies();
  await showTabAgain(page);
  await expect(page).toHaveURL('/login?next=%2Faccount');
});

test('a visitor who is not logged in logs in with an e-mail that was typed before hydration, and returns to the page @thai', async ({
  page,
  context,
}) => {
  const person = await subscribe(page);
  await endSession(page, context);
  const wanted = path('/account?do=pause');
  const release = await holdScripts(page);
  await page.goto(wanted, { waitUntil: 'commit' });
  await expect(page).toHaveURL(`${path('/login')}?next=${encodeURIComponent(wanted)}`);
  const email = page.getByLabel(t('auth.email'), { exact: true });
  await email.fill(person.email);
  release();
  await waitUntilInteractive(page);
  await expect(email).toHaveValue(person.email);
  await expect(page.getByText(t('auth.next'))).toBeVisible();
  await page.getByLabel(t('auth.password'), { exact: true }).fill('not the password');
  await page.getByRole('button', { name: t('auth.submit'), exact: true }).click();
  await expect(page.getByRole('alert', { name: t('errors.LOGIN_INCORRECT') })).toBeFocused();
  await expectAccessible(page, 'login-incorrect');
  await logIn(page, person);
  await expect(page).toHaveURL(wanted);
});

test('a log-in never redirects to another site or to an API call', async ({ request }) => {
  await subscribe({ request });
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
    const { location } = (await request.get(address, { maxRedirects: 0 })).headers();
    expect(location, next).toBe('/account');
  }
});

test('the link of the welcome mail confirms the e-mail once, with a tap in a browser without a session', async ({
  page,
  context,
  sandbox,
}) => {
  const linkOf = async (email: string) =>
    (await sandbox.mail(email, /confirm your email/)).links.find((url) => url.includes('/verify-email')) ??
    '';
  const link = await linkOf((await registerUpToPayment(page)).email);
  expect(new URL(link).hash).not.toBe('');
  const done = heading(page, t('register.confirmEmail.done'));
  await page.goto(link);
  await expect(done).toBeVisible();
  await expect(page).toHaveURL('/verify-email');
  await expectAccessible(page, 'verify-email');
  // A logged-in subscriber with a verified e-mail sees a confirmation. Any other visitor sees that the link was used.
  await page.goto('/');
  await page.goto(link);
  await expect(done).toBeVisible();
  await endSession(page, context);
  await page.goto(link);
  await waitUntilInteractive(page);
  const confirm = page.getByRole('button', { name: t('register.confirmEmail.submit') });
  await confirm.click();
  await expect(heading(page, t('auth.used'))).toBeVisible();
  await expectAccessible(page, 'verify-email-expired');

  await page.goto('about:blank');
  await page.goto(await linkOf((await registerUpToPayment(await newCaller())).email));
  await waitUntilInteractive(page);
  await confirm.click();
  await expect(done).toBeVisible();
});
