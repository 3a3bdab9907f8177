import { expectAccessible } from './support/accessible';
import {
  call,
  cardToken,
  logInByApi,
  endSession,
  logIn,
  me,
  subscribe,
  type Registered,
} from './support/subscribers';
import { GOOD_CARD } from './support/cards';
import { lineLink, newLinePerson, walkToLine, type LinePerson } from './support/line';
import { fillDelivery, fillPlan, newPerson, next } from './support/registration';
import { waitUntilInteractive, expect, test } from './support/test';
import { english, journeyLanguages, type Language, thai } from './support/words';
import type { Browser, Page } from '@playwright/test';

/** The browser inside the LINE app on a small phone. Its bars take a part of the screen. */
const IN_LINE = {
  viewport: { width: 360, height: 640 },
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; SM-A155F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 Line/14.20.0/IAB',
};
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Browsers write error statuses to the console. A page may call the API after the end of its session. */
test.use({ expectedErrors: /status of 401/ });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Completes steps 1 and 2 of the registration with LINE. The delivery step is open afterwards. */
async function registerWithLine(page: Page, words: Language, person: LinePerson): Promise<void> {
  const { t, path } = words;
  await page.goto(path('/register'));
  await fillPlan(page, words);
  await next(page, words, 'details').click();
  await expect(heading(page, t('register.details.heading'))).toBeFocused();
  await page.getByLabel(t('register.details.phone')).fill('081 234 5678');
  await walkToLine(page, lineLink(page, t('register.line.button')), person, 'allow_add_friend');
  await expect(page.getByText(t('register.line.done', { name: person.name }))).toBeVisible();
  await waitUntilInteractive(page);
  await expect(page.getByLabel(t('register.details.phone'))).toHaveValue('081 234 5678');
  await page.getByLabel(t('register.details.consent')).check();
  await page.getByLabel(t('register.details.chargingConsent')).check();
}

/** Creates a subscriber who can log in only with LINE. The page has the subscriber's session. */
async function subscribeWithLine(page: Page, { t, locale, path }: Language): Promise<LinePerson> {
  const person = newLinePerson();
  await page.goto(path('/login?line=not_linked'));
  await walkToLine(page, page.getByRole('link', { name: t('auth.line.register') }), person);
  // The details step redirects to the plan step if no plan is chosen.
  await expect(heading(page, t('register.plan.heading'))).toBeVisible();
  const { firstName, lastName, phone, address, postalCode } = newPerson();
  await call(page, '/api/register', {
    plan: { frequency: 1, paymentDay: 31, items: [{ productCode: 'day-pads', quantity: 3 }] },
    details: { firstName, lastName, phone: phone.replaceAll(' ', '') },
    email: person.email,
    consent: true,
    locale,
  });
  await call(page, '/api/register/delivery', { address, province: 'Bangkok', postalCode });
  await call(page, '/api/register/payment/card', { cardToken: await cardToken(page, GOOD_CARD) });
  return person;
}

/** Links a new LINE user to the account of this page. */
async function link(page: Page, { t, path }: Language): Promise<LinePerson> {
  const person = newLinePerson();
  await page.goto(path('/account/details/line'));
  await walkToLine(page, lineLink(page, t('details.line.link')), person);
  await expect(page.getByText(t('details.line.done'))).toBeVisible();
  return person;
}

/** Opens a page in another browser, without a session. */
async function elsewhere(browser: Browser, options: { userAgent?: string } = {}): Promise<Page> {
  return (await browser.newContext({ ...options, viewport: { width: 360, height: 740 } })).newPage();
}

async function logInElsewhere(browser: Browser, person: Registered, userAgent?: string): Promise<Page> {
  const page = await elsewhere(browser, { userAgent });
  await logInByApi(page, person);
  return page;
}

test.describe('in LINE’s own browser', () => {
  test.use(IN_LINE);

  for (const words of journeyLanguages) {
    test(`a visitor registers and logs in with LINE, without a password (${words.locale})`, async ({
      page,
      context,
    }) => {
      const { t, path, locale } = words;
      const person = newLinePerson();
      await registerWithLine(page, words, person);
      await expect(page.getByLabel(t('register.details.firstName'), { exact: true })).toHaveValue('Mali');
      await expect(page.getByLabel(t('register.details.lastName'), { exact: true })).toHaveValue('Suksan');
      await expect(page.getByLabel(t('register.details.email'), { exact: true })).toHaveValue(person.email);
      await expect(page.getByLabel(t('register.details.password'), { exact: true })).toBeHidden();
      await expectAccessible(page, `register-line-${locale}`);
      await next(page, words, 'delivery').click();
      await expect(heading(page, t('register.delivery.heading'))).toBeFocused();
      await fillDelivery(page, words, newPerson());
      await next(page, words, 'payment').click();
      await expect(heading(page, t('register.payment.heading'))).toBeVisible();

      await endSession(page, context);
      await page.goto(path('/login'));
      await walkToLine(page, lineLink(page, t('auth.line.logIn')), person);
      await expect(page).toHaveURL(path('/register/payment'));
    });
  }

  test('a failed automatic log-in of LINE is retried once without it', { tag: '@deep' }, async ({ page }) => {
    const { t } = english;
    await page.goto('/register');
    await fillPlan(page, english);
    await next(page, english, 'details').click();
    const person = newLinePerson();
    await walkToLine(page, lineLink(page, t('register.line.button')), person, 'auto_login_failure');
    await expect(page).toHaveURL('/register/details?line=unfinished');
    await expect(page.getByText(t('auth.line.unfinished'))).toBeVisible();
    await expectAccessible(page, 'register-line-unfinished');
    const asked = page.waitForRequest((request) => request.url().includes('/oauth2/v2.1/authorize'));
    await walkToLine(page, lineLink(page, t('auth.line.again')), person);
    expect(new URL((await asked).url()).searchParams.get('disable_auto_login')).toBe('true');
    await expect(page.getByText(t('register.line.done', { name: person.name }))).toBeVisible();

    await page.goto('/login');
    await walkToLine(page, lineLink(page, t('auth.line.logIn')), person, 'auto_login_failure');
    await expect(page.getByText(t('auth.line.unfinished'))).toBeVisible();
    await expectAccessible(page, 'login-line-unfinished');
    await walkToLine(page, lineLink(page, t('auth.line.again')), person);
    await expect(page.getByText(t('errors.LINE_NOT_LINKED'))).toBeVisible();
  });
});

test(
  'a linked LINE user logs in, cannot be linked to another account, and cannot log in after unlinking',
  { tag: '@deep' },
  async ({ page, browser }) => {
    const { t } = english;
    await subscribe(page, english);
    const { account } = await me(page);
    const person = await link(page, english);
    await expect(page.getByText('Log in with LINE instead')).toBeVisible();
    await expect(page.getByText(t('details.line.friend'))).toBeVisible();
    await expectAccessible(page, 'line-linked');

    const phone = await elsewhere(browser);
    await phone.goto('/login?next=%2Faccount%2Frewards');
    await walkToLine(phone, lineLink(phone, t('auth.line.logIn')), person);
    await expect(phone).toHaveURL('/account/rewards');
    expect((await me(phone)).account.id).toBe(account.id);

    const other = await elsewhere(browser);
    await subscribe(other, english);
    await other.goto('/account/details/line');
    await walkToLine(other, lineLink(other, t('details.line.link')), person);
    await expect(other.getByText(t('errors.LINE_LINKED_ELSEWHERE'))).toBeVisible();
    await expectAccessible(other, 'line-linked-elsewhere');

    await waitUntilInteractive(page);
    await page.getByRole('button', { name: t('details.line.unlink') }).click();
    await page.getByRole('button', { name: t('details.line.unlinkYes') }).dblclick();
    await expect(lineLink(page, t('details.line.link'))).toBeVisible();
    await endSession(phone, phone.context());
    await phone.goto('/login');
    await walkToLine(phone, lineLink(phone, t('auth.line.logIn')), person);
    await expect(phone.getByText(t('errors.LINE_NOT_LINKED'))).toBeVisible();
    await expectAccessible(phone, 'login-line-not-linked');
    for (const { context } of [phone, other].map((tab) => ({ context: tab.context() })))
      await context.close();
  },
);

test(
  'a denied consent at LINE is reported on the previous page, and the input is kept',
  { tag: '@deep' },
  async ({ page }) => {
    const { t, path } = thai;
    const person = newLinePerson();
    await page.goto(path('/login'));
    await walkToLine(page, lineLink(page, t('auth.line.logIn')), person, 'cancel');
    await expect(page.getByText(t('errors.LINE_DENIED'))).toBeVisible();

    await page.goto(path('/register'));
    await fillPlan(page, thai);
    await next(page, thai, 'details').click();
    await page.getByLabel(t('register.details.firstName'), { exact: true }).fill('มาลี');
    await walkToLine(page, lineLink(page, t('register.line.button')), person, 'cancel');
    await expect(page.getByText(t('errors.LINE_DENIED'))).toBeVisible();
    await expect(page.getByLabel(t('register.details.firstName'), { exact: true })).toHaveValue('มาลี');
    await expectAccessible(page, 'register-line-denied');

    await subscribe(page, thai);
    await page.goto(path('/account/details/line'));
    await walkToLine(page, lineLink(page, t('details.line.link')), person, 'cancel');
    await expect(page.getByText(t('errors.LINE_DENIED'))).toBeVisible();
    await expectAccessible(page, 'line-denied');
  },
);

test(
  'a LINE user with an account is sent from registration to log-in',
  { tag: '@deep' },
  async ({ page, context }) => {
    const { t } = english;
    await subscribe(page, english);
    const person = await link(page, english);
    await endSession(page, context);
    await page.goto('/register');
    await fillPlan(page, english);
    await next(page, english, 'details').click();
    await walkToLine(page, lineLink(page, t('register.line.button')), person);
    await expect(page.getByText(t('errors.LINE_TAKEN'))).toBeVisible();
    await expectAccessible(page, 'register-line-taken');
    await walkToLine(page, lineLink(page, t('register.line.logIn')), person);
    await expect(page).toHaveURL('/account');
  },
);

test(
  'LINE cannot be unlinked as the only login method until a password is set',
  { tag: '@deep' },
  async ({ page, context }) => {
    const { t } = english;
    const person = await subscribeWithLine(page, english);
    await page.goto('/account/details/line');
    await waitUntilInteractive(page);
    await page.getByRole('button', { name: t('details.line.unlink') }).click();
    await expect(page.getByText(t('errors.LAST_WAY_IN'))).toBeVisible();
    await expectAccessible(page, 'line-last-way-in');
    await page.getByRole('link', { name: t('details.line.lastPassword') }).click();
    await expect(heading(page, t('details.password.headingFirst'))).toBeVisible();
    await page.getByLabel(t('auth.password'), { exact: true }).fill('a short sentence');
    await page.getByLabel(t('details.password.repeatFirst'), { exact: true }).fill('a short sentence');
    await expectAccessible(page, 'password-first');
    await page.getByRole('button', { name: t('details.password.submitFirst') }).click();
    await expect(heading(page, t('details.title'))).toBeFocused();

    await page.goto('/account/details/line');
    await waitUntilInteractive(page);
    await page.getByRole('button', { name: t('details.line.unlink') }).click();
    await page.getByRole('button', { name: t('details.line.unlinkYes') }).click();
    await expect(lineLink(page, t('details.line.link'))).toBeVisible();
    await endSession(page, context);
    await page.goto('/login');
    await logIn(page, english, { ...newPerson(), email: person.email, password: 'a short sentence' });
    await expect(page).toHaveURL('/account');
  },
);

test.describe('the list of sessions', () => {
  test('shows all sessions and ends them one by one or together', async ({ page, browser }) => {
    const { t } = english;
    const person = await subscribe(page, english);
    await page.goto('/account/details/sessions');
    await expect(page.getByText(t('details.sessions.alone'))).toBeVisible();

    const mac = await logInElsewhere(browser, person, MAC);
    const line = await logInElsewhere(browser, person, IN_LINE.userAgent);
    await mac.goto('/account/details/personal');
    await page.reload();
    await waitUntilInteractive(page);
    const devices = page.getByRole('list', { name: t('details.sessions.title') }).getByRole('listitem');
    await expect(devices).toHaveCount(3);
    await expect(devices.first()).toContainText(t('details.sessions.now'));
    await expectAccessible(page, 'sessions');
    await page
      .getByRole('button', { name: t('details.sessions.endOf', { device: 'Chrome on Mac' }) })
      .click();
    await expect(devices).toHaveCount(2);
    await expect(page.getByRole('list', { name: t('details.sessions.title') })).toBeFocused();

    await waitUntilInteractive(mac);
    await mac.getByLabel(t('register.details.firstName'), { exact: true }).fill('Malee');
    await mac.getByRole('button', { name: t('details.save') }).click();
    await expect(mac).toHaveURL('/login?next=%2Faccount%2Fdetails%2Fpersonal');

    await page.getByRole('button', { name: t('details.sessions.endOthers') }).click();
    await expect(page.getByText(t('details.sessions.alone'))).toBeVisible();
    await line.goto('/account');
    await expect(line).toHaveURL('/login?next=%2Faccount');
    for (const context of [mac.context(), line.context()]) await context.close();
  });
});
