import { randomUUID } from 'node:crypto';
import { expectAccessible } from './support/accessible';
import {
  call,
  logInByApi,
  endSession,
  logIn,
  me,
  newCaller,
  payFirst,
  subscribe,
} from './support/subscribers';
import { fillDelivery, fillPlan, newPerson, next } from './support/registration';
import { waitUntilInteractive, expect, test, heading } from './support/test';
import type { Browser, Locator, Page } from '@playwright/test';
import { locale, path, speak, t } from './support/words';

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

/** A LINE user. The sandbox creates a user that it does not know. */
interface LinePerson {
  name: string;
  email: string;
}

/** A decision on LINE's consent page. `auto_login_failure`: the automatic log-in of the LINE app's browser fails. */
type ConsentAction = 'allow' | 'allow_add_friend' | 'cancel' | 'auto_login_failure';

/** Returns a new LINE user, who is not linked to an account. */
function newLinePerson(): LinePerson {
  return { name: 'Mali Suksan', email: `line-${randomUUID().slice(0, 8)}@example.test` };
}

/**
 * Follows a link to LINE and submits the consent page as the given user. Uses the page itself: the decision
 * cannot reach another test that runs at the same time.
 */
async function walkToLine(
  page: Page,
  link: Locator,
  { name, email }: LinePerson,
  action: ConsentAction = 'allow',
): Promise<void> {
  await link.click();
  await expect(page).toHaveURL(/\/line\/access\//);
  await page.getByRole('radio', { name: /Somebody new/ }).check();
  await page.locator('input[name=name]').fill(name);
  await page.locator('input[name=email]').fill(email);
  if (action === 'auto_login_failure') await page.locator('summary').click();
  await page.locator(`button[name=action][value=${action}]`).click();
}

/** Returns the link with this name that leads to LINE. */
const lineLink = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true });

/** Completes steps 1 and 2 of the registration with LINE. The delivery step is open afterwards. */
async function registerWithLine(page: Page, person: LinePerson): Promise<void> {
  await page.goto(path('/register'));
  await fillPlan(page);
  await next(page, 'details').click();
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
async function subscribeWithLine(page: Page): Promise<LinePerson> {
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
    locale: locale(),
  });
  await call(page, '/api/register/delivery', { address, province: 'Bangkok', postalCode });
  await payFirst(page);
  return person;
}

/** Opens a page in another browser, without a session. */
async function elsewhere(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
}

test.describe('in LINE’s own browser', () => {
  test.use(IN_LINE);

  test('a visitor registers and logs in with LINE, without a password @thai', async ({ page, context }) => {
    const person = newLinePerson();
    await registerWithLine(page, person);
    await expect(page.getByLabel(t('register.details.firstName'), { exact: true })).toHaveValue('Mali');
    await expect(page.getByLabel(t('register.details.lastName'), { exact: true })).toHaveValue('Suksan');
    await expect(page.getByLabel(t('register.details.email'), { exact: true })).toHaveValue(person.email);
    await expect(page.getByLabel(t('register.details.password'), { exact: true })).toBeHidden();
    await expectAccessible(page, 'register-line');
    await next(page, 'delivery').click();
    await expect(heading(page, t('register.delivery.heading'))).toBeFocused();
    await fillDelivery(page, newPerson());
    await next(page, 'payment').click();
    await expect(heading(page, t('register.payment.heading'))).toBeVisible();

    await endSession(page, context);
    await page.goto(path('/login'));
    await walkToLine(page, lineLink(page, t('auth.line.logIn')), person);
    await expect(page).toHaveURL(path('/register/payment'));
  });

  test('a failed automatic log-in of LINE is retried once without it @deep', async ({ page }) => {
    await page.goto('/register');
    await fillPlan(page);
    await next(page, 'details').click();
    const person = newLinePerson();
    await walkToLine(page, lineLink(page, t('register.line.button')), person, 'auto_login_failure');
    await expect(page).toHaveURL('/register/details?line=unfinished');
    await expect(page.getByText(t('auth.line.unfinished'))).toBeVisible();
    await expectAccessible(page, 'register-line-unfinished');
    const asked = page.waitForRequest((request) => request.url().includes('/oauth2/v2.1/authorize'));
    await walkToLine(page, lineLink(page, t('auth.line.again')), person);
    expect(new URL((await asked).url()).searchParams.get('disable_auto_login')).toBe('true');
    await expect(page.getByText(t('register.line.done', { name: person.name }))).toBeVisible();
  });
});

test('a linked LINE user is sent from registration to log-in, cannot be linked to another account, and cannot log in after unlinking @deep', async ({
  page,
  browser,
}) => {
  await subscribe(page);
  const { account } = await me(page);
  const person = newLinePerson();
  await page.goto(path('/account/details/line'));
  await walkToLine(page, lineLink(page, t('details.line.link')), person);
  await expect(page.getByText(t('details.line.done'))).toBeVisible();
  await expect(page.getByText('Log in with LINE instead')).toBeVisible();
  await expect(page.getByText(t('details.line.friend'))).toBeVisible();
  await expectAccessible(page, 'line-linked');

  const phone = await elsewhere(browser);
  await phone.goto('/register');
  await fillPlan(phone);
  await next(phone, 'details').click();
  await walkToLine(phone, lineLink(phone, t('register.line.button')), person);
  await expect(phone.getByText(t('errors.LINE_TAKEN'))).toBeVisible();
  await expectAccessible(phone, 'register-line-taken');
  await walkToLine(phone, lineLink(phone, t('register.line.logIn')), person);
  await expect(phone).toHaveURL('/account');
  expect((await me(phone)).account.id).toBe(account.id);

  const other = await elsewhere(browser);
  await subscribe(other);
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
  for (const tab of [phone, other]) await tab.context().close();
});

test('a denied consent at LINE is reported, and the input is kept @deep', async ({ page }) => {
  speak('th');
  const person = newLinePerson();
  await page.goto(path('/register'));
  await fillPlan(page);
  await next(page, 'details').click();
  await page.getByLabel(t('register.details.firstName'), { exact: true }).fill('มาลี');
  await walkToLine(page, lineLink(page, t('register.line.button')), person, 'cancel');
  await expect(page.getByText(t('errors.LINE_DENIED'))).toBeVisible();
  await expect(page.getByLabel(t('register.details.firstName'), { exact: true })).toHaveValue('มาลี');
  await expectAccessible(page, 'register-line-denied');

  await subscribe(page);
  await page.goto(path('/account/details/line'));
  await walkToLine(page, lineLink(page, t('details.line.link')), person, 'cancel');
  await expect(page.getByText(t('errors.LINE_DENIED'))).toBeVisible();
  await expectAccessible(page, 'line-denied');
});

test('LINE cannot be unlinked as the only login method until a password is set @deep', async ({
  page,
  context,
}) => {
  const person = await subscribeWithLine(page);
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
  await logIn(page, { ...newPerson(), email: person.email, password: 'a short sentence' });
  await expect(page).toHaveURL('/account');
});

test('the list of sessions shows all sessions and ends them one by one or together', async ({ page }) => {
  const person = await subscribe(page);
  const [mac, line] = [await newCaller(MAC), await newCaller(IN_LINE.userAgent)];
  await logInByApi(mac, person);
  await logInByApi(line, person);
  await page.goto('/account/details/sessions');
  await waitUntilInteractive(page);
  const devices = page.getByRole('list', { name: t('details.sessions.title') }).getByRole('listitem');
  await expect(devices).toHaveCount(3);
  await expect(devices.first()).toContainText(t('details.sessions.now'));
  await expectAccessible(page, 'sessions');
  await page.getByRole('button', { name: t('details.sessions.endOf', { device: 'Chrome on Mac' }) }).click();
  await expect(devices).toHaveCount(2);
  await expect(page.getByRole('list', { name: t('details.sessions.title') })).toBeFocused();
  await expect(me(mac)).rejects.toThrow('401');
  await me(line);
  await page.getByRole('button', { name: t('details.sessions.endOthers') }).click();
  await expect(page.getByText(t('details.sessions.alone'))).toBeVisible();
  await expect(me(line)).rejects.toThrow('401');
});
