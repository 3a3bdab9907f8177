import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible';
import { logInByApi, endSession, logIn, me, registerUpToPayment, subscribe } from './support/subscribers';
import { sandbox } from './support/sandbox';
import { waitUntilInteractive, showTabAgain, expect, test } from './support/test';
import { english, journeyLanguages, type Language, thai } from './support/words';

/** Browsers write error statuses and failed requests to the console. */
test.use({ expectedErrors: /status of (400|401|404|409|429)|net::ERR_/ });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const summary = (page: Page, { t }: Language) => page.getByRole('alert', { name: t('auth.summaryTitle') });
const emailField = (page: Page, { t }: Language) => page.getByLabel(t('auth.email'), { exact: true });
const codeField = (page: Page, { t }: Language) => page.getByLabel(t('auth.sent.code'));

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}

/** Fills in the e-mail and requests a magic link. */
async function askForLink(page: Page, words: Language, email: string): Promise<void> {
  const { t } = words;
  await expect(heading(page, t('auth.link.heading'))).toBeVisible();
  await waitUntilInteractive(page);
  await emailField(page, words).fill(email);
  await press(page, t('auth.withLink'));
}

/** Requests a magic link and returns the link and the code of its mail. */
async function getLink(page: Page, words: Language, email: string, before?: { code: string }) {
  await page.goto(words.path('/login/magic-link'));
  await askForLink(page, words, email);
  await expect(heading(page, words.t('auth.sent.title'))).toBeFocused();
  return mailedLink(email, words, before);
}

/**
 * Returns the link and the code of the newest mail to a recipient.
 * @param before an earlier mail; waits for a mail with another code
 */
async function mailedLink(email: string, { t }: Language, before?: { code: string }) {
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

async function elsewhere(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

const isLoggedIn = async (page: Page) => (await page.request.get('/api/me')).ok();

test(
  'a magic link logs in once in the requesting browser, on the page where the session had ended',
  { tag: '@everywhere' },
  async ({ page, context }, { project }) => {
    const { t } = english;
    const person = await subscribe(page, english);
    await endSession(page, context);
    await page.goto('/account/rewards?page=2');
    await waitUntilInteractive(page);
    await emailField(page, english).fill(person.email);
    // The address is typed once.
    await page.getByRole('link', { name: t('auth.withLink') }).click();
    await expect(heading(page, t('auth.sent.title'))).toBeFocused();
    await expect(page.getByText(person.email)).toBeVisible();
    await expect(page.getByRole('button', { name: t('auth.sent.again') })).toBeHidden();
    await expectAccessible(page, `${project.name}-magic-link-sent`);
    expect(page.url()).not.toContain(encodeURIComponent(person.email));

    const { link } = await mailedLink(person.email, english);
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
    await expectAccessible(opened, `${project.name}-link-expired`);
    await opened.getByRole('link', { name: t('auth.open.another') }).click();
    await expect(opened).toHaveURL(/\/login\/magic-link\?next=%2Faccount%2Frewards/);
    expect(await isLoggedIn(opened)).toBe(false);
  },
);

test(
  'a mail scanner that opens a magic link does not use it',
  { tag: '@deep' },
  async ({ page, browser, context }) => {
    const { t } = english;
    const person = await registerUpToPayment(page, english);
    await endSession(page, context);
    const { link } = await getLink(page, english, person.email);
    for (const method of ['HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
    const scanner = await elsewhere(browser);
    for (let times = 0; times < 2; times++) {
      await scanner.goto('about:blank');
      await scanner.goto(link);
      await expect(heading(scanner, t('auth.open.heading'))).toBeFocused();
    }
    expect(await isLoggedIn(scanner)).toBe(false);
    await scanner.context().close();

    await page.goto(link);
    await expect(page).toHaveURL('/register/payment');
    expect((await me(page)).account.email).toBe(person.email);
  },
);

test(
  'a magic link opened on another device shows the code for the first one, or logs in there by a tap',
  { tag: ['@deep', '@everywhere'] },
  async ({ page, browser, context }, { project }) => {
    const { t } = english;
    const person = await subscribe(page, english);
    await endSession(page, context);
    const asked = await getLink(page, english, person.email);
    const { link, code } = asked;
    const phone = await elsewhere(browser);
    await phone.goto(link);
    await expect(heading(phone, t('auth.open.heading'))).toBeFocused();
    await expect(phone).not.toHaveURL(/#/);
    await expect(phone.getByText([...code].join(' '))).toBeAttached();
    await expect(phone.getByText(person.email)).toBeHidden();
    await expectAccessible(phone, `${project.name}-link-elsewhere`);

    // Phones discard background pages. The reload simulates this.
    await page.reload();
    await waitUntilInteractive(page);
    await expect(codeField(page, english)).toHaveAttribute('autocomplete', 'one-time-code');
    await codeField(page, english).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/account');

    await press(phone, t('auth.open.hereSubmit'));
    await expect(heading(phone, t('auth.used'))).toBeFocused();
    expect(await isLoggedIn(phone)).toBe(false);

    await endSession(page, context);
    const next = await getLink(page, english, person.email, asked);
    await phone.goto('about:blank');
    await phone.goto(next.link);
    await waitUntilInteractive(phone);
    await phone.getByRole('button', { name: t('auth.open.hereSubmit') }).dblclick();
    await expect(phone).toHaveURL('/account');
    await phone.context().close();
  },
);

test(
  'the right code is rejected after five wrong ones, and a new mail works',
  { tag: '@deep' },
  async ({ page, context }) => {
    const { t } = english;
    const person = await registerUpToPayment(page, english);
    await endSession(page, context);
    const dead = await getLink(page, english, person.email);
    const { code } = dead;
    const wrong = code === '000000' ? '111111' : '000000';
    await codeField(page, english).fill('123');
    await press(page, t('auth.submit'));
    await expect(page.locator('#code-code-error')).toHaveText(t('validation.loginCode'));
    for (let tries = 0; tries < 5; tries++) {
      await codeField(page, english).fill(wrong);
      const answered = page.waitForResponse(/useMagicLink/);
      await press(page, t('auth.submit'));
      await answered;
      if (tries === 0) {
        await expect(page.locator('#code-code-error')).toHaveText(t('errors.LOGIN_CODE_INCORRECT'));
        await expect(summary(page, english)).toBeFocused();
        await expect(codeField(page, english)).toHaveValue(wrong);
        await expectAccessible(page, 'magic-link-code-wrong');
      }
    }
    if (await codeField(page, english).isVisible()) {
      await codeField(page, english).fill(code);
      await press(page, t('auth.submit'));
    }
    await expect(page.getByRole('alert').filter({ hasText: t('auth.expired') })).toBeVisible();
    await expect(emailField(page, english)).toHaveValue(person.email);
    await expectAccessible(page, 'magic-link-expired');
    expect(await isLoggedIn(page)).toBe(false);

    await press(page, t('auth.withLink'));
    await expect(heading(page, t('auth.sent.title'))).toBeFocused();
    await codeField(page, english).fill((await mailedLink(person.email, english, dead)).code);
    await press(page, t('auth.submit'));
    await expect(page).toHaveURL('/register/payment');
  },
);

test(
  'an unknown e-mail and a lost connection are reported, and the typed e-mail is shared by all log-in forms',
  { tag: '@deep' },
  async ({ page, context }) => {
    const { t } = english;
    const email = `nobody-${randomUUID().slice(0, 8)}@example.test`;
    await page.goto('/login/magic-link');
    await askForLink(page, english, 'not an e-mail');
    await expect(page.locator('#link-email-error')).toHaveText(t('validation.email'));
    await context.setOffline(true);
    await emailField(page, english).fill(email);
    await press(page, t('auth.withLink'));
    await expect(page.getByRole('alert', { name: t('common.formAnswerLost') })).toBeFocused();
    await context.setOffline(false);
    await press(page, t('auth.withLink'));
    await expect(page.locator('#link-email-error')).toHaveText("Sorry, we don't recognize that email");
    await expect(emailField(page, english)).toHaveValue(email);
    await expectAccessible(page, 'magic-link-unknown');

    await page.getByRole('link', { name: t('auth.withPassword') }).click();
    await expect(heading(page, t('auth.heading'))).toBeVisible();
    await expect(emailField(page, english)).toHaveValue(email);
    await page.getByRole('link', { name: t('auth.forgotten') }).click();
    await expect(heading(page, t('auth.forgot.title'))).toBeVisible();
    await expect(emailField(page, english)).toHaveValue(email);
    // The response must not reveal whether an account with this e-mail exists.
    await press(page, t('auth.forgot.submit'));
    await expect(heading(page, t('auth.sent.title'))).toBeFocused();
    await expectAccessible(page, 'forgot-password-sent');
  },
);

for (const words of journeyLanguages) {
  test(
    `a password reset sets a new password, logs in here and logs out every other device (${words.locale})`,
    { tag: words === english ? '@everywhere' : [] },
    async ({ page, browser, context }, { project }) => {
      const { t, path, locale } = words;
      const shot = (name: string) => expectAccessible(page, `${project.name}-${name}-${locale}`);
      const isFirst = words === english && project.name === 'phone';
      const person = await subscribe(page, words);
      await endSession(page, context);
      const other = await elsewhere(browser);
      await logInByApi(other, person);

      await page.goto(path('/login'));
      await page.getByRole('link', { name: t('auth.forgotten') }).click();
      await expect(heading(page, t('auth.forgot.title'))).toBeVisible();
      await waitUntilInteractive(page);
      await emailField(page, words).fill(person.email);
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
      await shot('reset-password-refused');
      await repeat.fill('a better sentence');
      await press(page, t('auth.reset.submit'));
      await expect(heading(page, t('auth.reset.done'))).toBeFocused();
      if (isFirst) await shot('reset-password-done');
      expect(await isLoggedIn(page)).toBe(true);
      await page.getByRole('link', { name: t('auth.reset.goOn'), exact: true }).click();
      await expect(page).toHaveURL(path('/account'));

      await other.goto(path('/account'));
      await expect(other).toHaveURL(/\/login\?next=/);
      await logIn(other, words, person);
      await expect(other.getByRole('alert', { name: t('errors.LOGIN_INCORRECT') })).toBeFocused();
      await logIn(other, words, { ...person, password: 'a better sentence' });
      await expect(other).toHaveURL(path('/account'));
      await other.context().close();

      await page.goto(link);
      await waitUntilInteractive(page);
      await wanted.fill('a third sentence');
      await repeat.fill('a third sentence');
      await press(page, t('auth.reset.submit'));
      await expect(heading(page, t('auth.used'))).toBeFocused();
      if (isFirst) await shot('reset-password-expired');
    },
  );
}

test('a code logs in on the Thai pages', { tag: '@deep' }, async ({ page, context }) => {
  const { t } = thai;
  const person = await subscribe(page, thai);
  await endSession(page, context);
  await page.goto('/th/account/details');
  await waitUntilInteractive(page);
  await page.getByRole('link', { name: t('auth.withLink') }).click();
  await askForLink(page, thai, person.email);
  await expect(heading(page, t('auth.sent.title'))).toBeFocused();
  await expectAccessible(page, 'magic-link-sent-th');
  const { link, code } = await mailedLink(person.email, thai);
  expect(new URL(link).pathname).toBe('/th/login/link');
  await codeField(page, thai).fill(code.replace(/\d/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'[Number(digit)] ?? ''));
  await press(page, t('auth.submit'));
  await expect(page).toHaveURL('/th/account/details');
});

test('an expired link to confirm an e-mail offers a new one', { tag: '@deep' }, async ({ page, context }) => {
  const { t } = english;
  const person = await registerUpToPayment(page, english);
  await sandbox.mail(person.email, /confirm your email/);
  await endSession(page, context);
  await page.goto('/verify-email#an-old-secret');
  await press(page, t('register.confirmEmail.submit'));
  await expect(heading(page, t('register.confirmEmail.expired'))).toBeFocused();
  await page
    .getByRole('link', { name: t('auth.verify.logIn'), exact: true })
    .last()
    .click();
  await logIn(page, english, person);
  await expect(page).toHaveURL('/verify-email');
  await waitUntilInteractive(page);
  await press(page, t('auth.verify.again'));
  await expect(page.getByText(t('auth.verify.sent', { email: person.email }))).toBeVisible();
  await expectAccessible(page, 'verify-email-sent');
});

test('each result of a LINE round trip is shown with the next step', { tag: '@deep' }, async ({ page }) => {
  const { t } = english;
  for (const [ending, words, way] of [
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
    await expect(page.getByText(words, { exact: true })).toBeVisible();
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
