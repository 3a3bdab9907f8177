import { expect, type Browser } from '@playwright/test';
import { GOOD_CARD, type Card } from './cards';
import { call, cardToken, me, type Caller } from './people';
import { newPerson, type Person } from './registration';

/** Another card than the referrer's: whoever pays with the same one is refused as a friend. */
export const FRIENDS_CARD: Card = { ...GOOD_CARD, number: '5555 5555 5555 4444' };

/** Somebody with another phone number than everybody else of these tests. */
export function newFriend(): Person {
  return { ...newPerson('friend'), phone: '089 876 5432' };
}

/** The referral code of a subscriber. */
export async function referralCode(caller: Caller): Promise<string> {
  const { code } = await call<{ code: string }>(caller, '/api/referral-codes/generate', {});
  return code;
}

interface Joined {
  accountId: string;
  /** The first order, which is paid. */
  orderId: string;
}

/** A friend registers with the code and pays, quicker than by hand; the caller is left with that session. */
export async function joinAsFriend(caller: Caller, code: string): Promise<Joined> {
  const { email, password, firstName, lastName, phone, address, postalCode } = newFriend();
  await call(caller, '/api/register', {
    plan: { frequency: 1, paymentDay: 31, items: [{ productCode: 'day-pads', quantity: 3 }] },
    details: { firstName, lastName, phone: phone.replaceAll(' ', '') },
    locale: 'en',
    consent: true,
    email,
    password,
    code,
  });
  await call(caller, '/api/register/delivery', { address, province: 'Bangkok', postalCode });
  const card = { cardToken: await cardToken(caller, FRIENDS_CARD) };
  const paid = await call<{ outcome: string; orderId: string }>(caller, '/api/register/payment/card', card);
  expect(paid.outcome).toBe('paid');
  return { orderId: paid.orderId, accountId: (await me(caller)).account.id };
}

/** The same in a browser of their own. */
export async function befriend(browser: Browser, code: string): Promise<void> {
  const context = await browser.newContext();
  await joinAsFriend(context, code);
  await context.close();
}
