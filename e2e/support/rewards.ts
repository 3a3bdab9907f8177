import { expect, type Browser, type Page } from '@playwright/test';
import { GOOD_CARD, type Card } from './cards';
import { cardToken } from './people';
import { newPerson, type Person } from './registration';

/** Another card than the referrer's: whoever pays with the same one is refused as a friend. */
export const FRIENDS_CARD: Card = { ...GOOD_CARD, number: '5555 5555 5555 4444' };

/** Somebody with another phone number than everybody else of these tests. */
export function newFriend(): Person {
  return { ...newPerson('friend'), phone: '089 876 5432' };
}

async function post<T>(page: Page, path: string, data: object): Promise<T> {
  const response = await page.request.post(path, { data });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return ((await response.json()) as { data: T }).data;
}

/** The referral code of the page's subscriber. */
export async function referralCode(page: Page): Promise<string> {
  const { code } = await post<{ code: string }>(page, '/api/referral-codes/generate', {});
  return code;
}

/** A friend registers with the code and pays, in a browser of their own and quicker than by hand. */
export async function befriend(browser: Browser, code: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const { email, password, firstName, lastName, phone, address, postalCode } = newFriend();
  await post(page, '/api/register', {
    plan: { frequency: 1, paymentDay: 31, items: [{ productCode: 'day-pads', quantity: 3 }] },
    details: { firstName, lastName, phone: phone.replaceAll(' ', '') },
    locale: 'en',
    consent: true,
    email,
    password,
    code,
  });
  await post(page, '/api/register/delivery', { address, province: 'Bangkok', postalCode });
  const card = { cardToken: await cardToken(page, FRIENDS_CARD) };
  const { outcome } = await post<{ outcome: string }>(page, '/api/register/payment/card', card);
  expect(outcome).toBe('paid');
  await context.close();
}
