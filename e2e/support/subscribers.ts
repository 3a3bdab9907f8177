import {
  expect,
  request,
  test,
  type APIRequestContext,
  type BrowserContext,
  type Page,
} from '@playwright/test';
import type { Locale } from '@/domain/locale';
import { GOOD_CARD, type Card } from './cards';
import { newPerson, type Person } from './registration';
import { waitUntilInteractive } from './test';
import { locale, t } from './words';

/** A page, or a browser context, with a session. */
export interface Caller {
  request: APIRequestContext;
}

/** Returns a caller of its own, without a page. */
export async function newCaller(userAgent?: string): Promise<Caller> {
  const { baseURL } = test.info().project.use;
  return { request: await request.newContext({ baseURL, userAgent }) };
}

/** Calls a REST path with the session of the caller. This is faster than using the pages. */
export async function call<T>({ request }: Caller, path: string, data?: object): Promise<T> {
  // The server may close an idle connection when the client uses it again.
  const maxRetries = 1;
  const response = await (data
    ? request.post(path, { data, maxRetries })
    : request.get(path, { maxRetries }));
  const answer = (await response.json()) as { data: T };
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${JSON.stringify(answer)}`);
  return answer.data;
}

export interface Me {
  expiresInMinutes: number;
  account: { id: string; email: string };
  subscription: { status: string } | null;
  points: number;
}

/** Returns the account of the caller's session. */
export const me = (caller: Caller) => call<Me>(caller, '/api/me');

export interface Registered extends Person {
  accountId: string;
  /** The first three payment dates. */
  dates: [string, string, string];
}

interface Choices {
  person?: Person;
  paymentDay?: number;
  /** Default: the language of the running test. */
  speaks?: Locale;
  /** A discount code. */
  code?: string;
}

/** Completes a registration up to the payment. The caller has the session afterwards. */
export async function registerUpToPayment(
  caller: Caller,
  { person = newPerson(), paymentDay = 31, speaks = locale(), code }: Choices = {},
): Promise<Registered> {
  const { email, password, firstName, lastName, phone, address, postalCode } = person;
  await call(caller, '/api/register', {
    plan: {
      frequency: 1,
      paymentDay,
      items: [
        { productCode: 'day-pads', quantity: 2 },
        { productCode: 'night-pads', quantity: 1 },
      ],
    },
    details: { firstName, lastName, phone: phone.replaceAll(' ', '') },
    email,
    password,
    locale: speaks,
    consent: true,
    code,
  });
  const { dates } = await call<Pick<Registered, 'dates'>>(caller, '/api/register/delivery', {
    address,
    subdistrict: 'Khlong Toei',
    district: 'Khlong Toei',
    province: 'Bangkok',
    postalCode,
  });
  return { ...person, dates, accountId: (await me(caller)).account.id };
}

/** Creates a subscriber who has paid the first order. The caller has the session afterwards. */
export async function subscribe(
  caller: Caller,
  { card = GOOD_CARD, ...choices }: Choices & { card?: Card } = {},
): Promise<Registered> {
  const registered = await registerUpToPayment(caller, choices);
  await payFirst(caller, card);
  return registered;
}

/** Returns the paid order of a subscriber who has paid once. */
export async function paidOrder(caller: Caller): Promise<{ orderId: string; orderNumber: number }> {
  const { orders } = await call<{ orders: { orderId: string; orderNumber: number }[] }>(
    caller,
    '/mycloud/orders',
  );
  return orders[0]!;
}

/** Pays the first order of the caller's registration by card. */
export async function payFirst(caller: Caller, card = GOOD_CARD): Promise<void> {
  const outcome = await call<{ outcome: string }>(caller, '/api/register/payment/card', {
    cardToken: await cardToken(caller, card),
  });
  expect(outcome.outcome).toBe('paid');
}

/** Creates a single-use card token, as the gateway's form does. */
export async function cardToken(caller: Caller, card: Card): Promise<string> {
  const { omiseVaultUrl, omisePublicKey } = await call<Record<string, string>>(caller, '/api/settings');
  const response = await fetch(`${omiseVaultUrl}/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${omisePublicKey}:`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      card: {
        name: card.name,
        number: card.number.replaceAll(' ', ''),
        expiration_month: Number(card.expiry.slice(0, 2)),
        expiration_year: 2000 + Number(card.expiry.slice(3)),
        security_code: card.code,
      },
    }),
  });
  return ((await response.json()) as { id: string }).id;
}

/** Ends the session on an empty page. A page of the site would redirect to the log-in. */
export async function endSession(page: Page, context: BrowserContext): Promise<void> {
  await page.goto('about:blank');
  await context.clearCookies();
}

/** Logs in through the API. */
export async function logInByApi(
  caller: Caller,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await call(caller, '/api/login', { email, password });
}

/** Logs in with e-mail and password on the log-in page. */
export async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: t('auth.heading') })).toBeVisible();
  await waitUntilInteractive(page);
  await page.getByLabel(t('auth.email'), { exact: true }).fill(email);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('auth.submit'), exact: true }).click();
}
