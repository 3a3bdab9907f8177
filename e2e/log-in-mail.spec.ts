import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible';
import {
  logInByApi,
  endSession,
  logIn,
  me,
  newCaller,
  registerUpToPayment,
  subscribe,
} from './support/subscribers';
import { sandbox } from './support/sandbox';
import { waitUntilInteractive, showTabAgain, expect, test, heading } from './support/test';
import { path, speak, t } from './support/words';

/** Browsers write error statuses and failed requests to the console. */
test.use({ expectedErrors: /status of (400|401|404|409|429)|net::ERR_/ });

const summary = (page: Page) => page.getByRole('alert', { name: t('auth.summaryTitle') });
const emailField = (page: Page) => page.getByLabel(t('auth.email'), { exact: true });
const codeField = (page: Page) => page.getByLabel(t('auth.sent.code'));

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}

/** Fills in the e-mail and requests a magic link. */
async function askForLink(page: Page, email: string): Promise<void> {
  await expect(heading(page, t('auth.link.heading'))).toBeVisible();
  await waitUntilInteractive(page);
  await emailField(page).fill(email);
  await press(page, t('auth.withLink'));
}

/** Requests a magic link and returns the link and the code of its mail. */
async function getLink(page: Page, email: string, before?: { code: string }) {
  await page.goto(path('/login/magic-link'));
  await askForLink(page, email);
  await expect(heading(page, t('auth.sent.title'))).toBeFocused();
  return mailedLink(email, before);
}

/**
 * Returns the link and the code of the newest mail to a recipient.
 * @param before an earlier mail; waits for a mail with another code
 */
async function mailedLink(email: string, before?: { code: string }) {
  let [link, code] = ['', ''];
  await expect(async () => {
    const mail = await sandbox.mail(email, new RegExp(t('emails.magicLink.subject')));
    link = mail.links.find((url) => url.includes('/login/link')) ?? '';
    code = /(?<!\d)\d{6}(?!\d)/.exec(mail.text.replace(/https?:\S+/g, ''))?.[0] ?? '';
    expect(code).not.toBe(before?.code ?? '');
  }).toPass({ timeout: 30_000 });
  expect(new URL(link).search, 'no secret where servers see it').not.toMatch(/[\w-]{40}/);
  return { link, code };
}

const isLoggedIn = async (page: Page) => (await page.request.get('/api/me')).ok();

test('a magic link logs in once in the requesting browser, on the page where the session had ended @everywhere', async ({
  page,
  context,
}, { project }) => {
  const person = await subscribe(page);
  await endSession(page, context);
  await page.goto('/account/rewards?page=2');
  await waitUntilInteractive(page);
  await emailField(page).fill(person.email);
  // The address is typed once.
  await page.getByRole('link', { name: t('auth.withLink') }).click();
  await expect(heading(page, t('auth.sent.title'))).toBeFocused();
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByRole('button', { name: t('auth.sent.again') })).toBeHidden();
  await expectAccessible(page, 'magic-link-sent');
  expect(page.url()).not.toContain(encodeURIComponent(person.email));

  const { link } = await mailedLink(person.email);
  const opened = await context.newPage();
  const response = await opened.goto(link);
  expect(response?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(opened).toHaveURL('/account/rewards?page=2');
  expect((await me(opened)).account).toMatchObject({ email: person.email, emailVerified: true });
  await opened.evaluate(() => sessionStorage.getItem('ira-log-in')).then((kept) => expect(kept).toBeNull());
  // The tab that waits for the magic link continues, too.
  if (project.name === 'desktop') await showTabAgain(page);
  await expect(page).toHaveURL('/account/rewards?page=2');

  await opened.goto('about:blank');
  await endSession(page, context);
  await opened.goto(link);
  await expect(heading(opened, t('auth.used'))).toBeFocused();
  await expect(opened).not.toHaveURL(/#/);
  await expectAccessible(opened, 'link-expired');
  await opened.getByRole('link', { name: t('auth.open.another') }).click();
  await expect(opened).toHaveURL(/\/login\/magic-link\?next=%2Faccount%2Frewards/);
  expect(await isLoggedIn(opened)).toBe(false);
});

test('a magic link that a mail scanner or another device opens is not used; the code in it logs in the first device, or a tap the other @deep', async ({
  page,
  browser,
  context,
}) => {
  speak('th');
  const person = await subscribe(page);
  await endSession(page, context);
  const asked = await getLink(page, person.email);
  const { link, code } = asked;
  expect(new URL(link).pathname).toBe('/th/login/link');
  for (const method of ['HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
  const phone = await (await browser.newContext()).newPage();
  for (let times = 0; times < 2; times++) {
    await phone.goto('about:blank');
    await phone.goto(link);
    await expect(heading(phone, t('auth.open.heading'))).toBeFocused();
  }
  await expect(phone).not.toHaveURL(/#/);
  await expect(phone.getByText([...code].join(' '))).toBeAttached();
  await expect(phone.getByText(person.email)).toBeHidden();
  await expectAccessible(phone, 'link-elsewhere');
  expect(await isLoggedIn(phone)).toBe(false);

  // Phones discard background pages. The reload simulates this.
  await page.reload();
  await waitUntilInteractive(page);
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await codeField(page).fill(code.replace(/\d/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'[Number(digit)] ?? ''));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path('/account'));

  await press(phone, t('auth.open.hereSubmit'));
  await expect(heading(phone, t('auth.used'))).toBeFocused();
  expect(await isLoggedIn(phone)).toBe(false);

  await endSession(page, context);
  const next = await getLink(page, person.email, asked);
  await phone.goto('about:blank');
  await phone.goto(next.link);
  await waitUntilInteractive(phone);
  await phone.getByRole('button', { name: t('auth.open.hereSubmit') }).dblclick();
  await expect(phone).toHaveURL(path('/account'));
  await phone.context().close();
});

test('the right code is rejected after five wrong ones, and a new mail works @deep', async ({
  page,
  context,
}) => {
  const person = await registerUpToPayment(page);
  await endSession(page, context);
  const dead = await getLink(page, person.email);
  const { code } = dead;
  const wrong = code === '000000' ? '111111' : '000000';
  await codeField(page).fill('123');
  await press(page, t('auth.submit'));
  await expect(page.locator('#code-code-error')).toHaveText(t('validation.loginCode'));
  for (let tries = 0; tries < 5; tries++) {
    await codeField(page).fill(wrong);
    const answered = page.waitForResponse(/useMagicLink/);
    await press(page, t('auth.submit'));
    await answered;
    if (tries === 0) {
      await expect(page.locator('#code-code-error')).toHaveText(t('errors.LOGIN_CODE_INCORRECT'));
      await expect(summary(page)).toBeFocused();
      await expect(codeField(page)).toHaveValue(wrong);
      await expectAccessible(page, 'magic-link-code-wrong');
    }
  }
  if (await codeField(page).isVisible()) {
    await codeField(page).fill(code);
    await press(page, t('auth.submit'));
  }
  await expect(page.getByRole('alert').filter({ hasText: t('auth.expired') })).toBeVisible();
  await expect(emailField(page)).toHaveValue(person.email);
  await expectAccessible(page, 'magic-link-expired');
  expect(await isLoggedIn(page)).toBe(false);

  await press(page, t('auth.withLink'));
  await expect(heading(page, t('auth.sent.title'))).toBeFocused();
  await codeField(page).fill((await mailedLink(person.email, dead)).code);
  await press(page, t('auth.submit'));
  await expect(page).toHaveURL('/register/payment');
});

test('an unknown e-mail and a lost connection are reported, and the typed e-mail is shared by all log-in forms @deep', async ({
  page,
  context,
}) => {
  const email = `nobody-${randomUUID().slice(0, 8)}@example.test`;
  await page.goto('/login/magic-link');
  await askForLink(page, 'not an e-mail');
  await expect(page.locator('#link-email-error')).toHaveText(t('validation.email'));
  await context.setOffline(true);
  await emailField(page).fill(email);
  await press(page, t('auth.withLink'));
  await expect(page.getByRole('alert', { name: t('common.formAnswerLost') })).toBeFocused();
  await context.setOffline(false);
  await press(page, t('auth.withLink'));
  await expect(page.locator('#link-email-error')).toHaveText("Sorry, we don't recognize that email");
  await expect(emailField(page)).toHaveValue(email);
  await expectAccessible(page, 'magic-link-unknown');

  await page.getByRole('link', { name: t('auth.withPassword') }).click();
  await expect(heading(page, t('auth.heading'))).toBeVisible();
  await expect(emailField(page)).toHaveValue(email);
  await page.getByRole('link', { name: t('auth.forgotten') }).click();
  await expect(heading(page, t('auth.forgot.title'))).toBeVisible();
  await expect(emailField(page)).toHaveValue(email);
  // The response must not reveal whether an account with this e-mail exists.
  await press(page, t('auth.forgot.submit'));
  await expect(heading(page, t('auth.sent.title'))).toBeFocused();
  await expectAccessible(page, 'forgot-password-sent');
});

test('a password reset logs in here and logs out other devices @thai @everywhere', async ({ page }) => {
  const other = await newCaller();
  const person = await subscribe(other);

  await page.goto(path('/login'));
  await page.getByRole('link', { name: t('auth.forgotten') }).click();
  await expect(heading(page, t('auth.forgot.title'))).toBeVisible();
  await waitUntilInteractive(page);
  await emailField(page).fill(person.email);
  await press(page, t('auth.forgot.submit'));
  await expect(heading(page, t('auth.sent.title'))).toBeFocused();

  const mail = await sandbox.mail(person.email, new RegExp(t('emails.passwordReset.subject')));
  const link = mail.links.find((url) => url.includes('/reset-password#')) ?? '';
  await page.goto(link);
  await waitUntilInteractive(page);
  await expect(page).toHaveURL(path('/reset-password'));
  const wanted = page.getByLabel(t('auth.reset.password'), { exact: true });
  const repeat = page.getByLabel(t('auth.reset.repeat'), { exact: true });
  await wanted.fill('a better sentence');
  await repeat.fill('another sentence');
  await press(page, t('auth.reset.submit'));
  await expect(page.locator('#reset-confirmPassword-error')).toHaveText(t('validation.passwordsMatch'));
  await expectAccessible(page, 'reset-password-refused');
  await repeat.fill('a better sentence');
  await press(page, t('auth.reset.submit'));
  await expect(heading(page, t('auth.reset.done'))).toBeFocused();
  await expectAccessible(page, 'reset-password-done');
  await page.getByRole('link', { name: t('auth.reset.goOn'), exact: true }).click();
  await expect(page).toHaveURL(path('/account'));

  await expect(me(other)).rejects.toThrow('401');
  await expect(logInByApi(other, person)).rejects.toThrow('LOGIN_INCORRECT');
  await logInByApi(other, { ...person, password: 'a better sentence' });

  await page.goto(link);
  await waitUntilInteractive(page);
  await wanted.fill('a third sentence');
  await repeat.fill('a third sentence');
  await press(page, t('auth.reset.submit'));
  await expect(heading(page, t('auth.used'))).toBeFocused();
  await expectAccessible(page, 'reset-password-expired');
});

test('an expired link to confirm an e-mail offers a new one @deep', async ({ page, context }) => {
  const person = await registerUpToPayment(page);
  await sandbox.mail(person.email, /confirm your email/);
  await endSession(page, context);
  await page.goto('/verify-email#an-old-secret');
  await press(page, t('register.confirmEmail.submit'));
  await expect(heading(page, t('register.confirmEmail.expired'))).toBeFocused();
  await page
    .getByRole('link', { name: t('auth.verify.logIn'), exact: true })
    .last()
    .click();
  await logIn(page, person);
  await expect(page).toHaveURL('/verify-email');
  await waitUntilInteractive(page);
  await press(page, t('auth.verify.again'));
  await expect(page.getByText(t('auth.verify.sent', { email: person.email }))).toBeVisible();
  await expectAccessible(page, 'verify-email-sent');
});

test('each result of a LINE round trip is shown with the next step @deep', async ({ page }) => {
  for (const [ending, said, way] of [
    ['denied', 'LINE permissions were not accepted.', t('auth.line.logIn')],
    [
      'not_linked',
      'No account is linked with this LINE profile. Did you mean to log in with email and password?',
      t('auth.line.register'),
    ],
    ['unfinished', 'LINE login wasn’t completed', t('auth.line.again')],
    ['failed', 'Something went wrong, please try again.', t('auth.line.logIn')],
  ] as const) {
    await page.goto(`/login?line=${ending}&next=%2Faccount%2Frewards`);
    await expect(page.getByText(said, { exact: true })).toBeVisible();
    const onward = new URL(
      (await page.getByRole('link', { name: way }).getAttribute('href')) ?? '',
      page.url(),
    );
    expect(onward.pathname).toBe('/api/auth/line/start');
    expect(onward.searchParams.get('intent')).toBe(ending === 'not_linked' ? 'register' : 'login');
    if (ending !== 'not_linked') expect(onward.searchParams.get('next')).toBe('/account/rewards');
    expect(onward.searchParams.get('again')).toBe(ending === 'unfinished' ? '1' : null);
  }
  await expectAccessible(page, 'login-line-failed');
});
