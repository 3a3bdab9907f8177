import { randomInt } from 'node:crypto';
import { expect, type Browser } from '@playwright/test';
import { GOOD_CARD, type Card } from './cards';
import { call, cardToken, me, type Caller } from './subscribers';
import { newPerson, type Person } from './registration';
import { english, type Language } from './words';

const randomDigits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

/** Returns a card with a new number. A first order gets no discount if its card has paid before. */
export function newFriendsCard(): Card {
  const digits = `5454${randomDigits(11)}`;
  const sum = [...digits].reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  const number = `${digits}${(10 - (sum % 10)) % 10}`.replaceAll(/(?<=^(?:.{4})+)(?=.)/g, ' ');
  return { ...GOOD_CARD, number, name: 'NOK DEE' };
}

/** Returns details with a new phone number and a new postal address. */
export function newFriend(): Person {
  return {
    ...newPerson('friend'),
    phone: `089 9${randomDigits(2)} ${randomDigits(4)}`,
    address: `${randomDigits(6)} Soi Sukhumvit 26`,
  };
}

/** Generates and returns the referral code of a subscriber. */
export async function referralCode(caller: Caller): Promise<string> {
  const { code } = await call<{ code: string }>(caller, '/api/referral-codes/generate', {});
  return code;
}

interface Joined {
  accountId: string;
  /** The id of the paid first order. */
  orderId: string;
}

/** Completes a registration up to the delivery step through the API. */
export async function registerAsFriend(caller: Caller, { locale }: Language, code?: string): Promise<Person> {
  const friend = newFriend();
  const { email, password, firstName, lastName, phone } = friend;
  await call(caller, '/api/register', {
    plan: { frequency: 1, paymentDay: 31, items: [{ productCode: 'day-pads', quantity: 3 }] },
    details: { firstName, lastName, phone: phone.replaceAll(' ', '') },
    consent: true,
    locale,
    email,
    password,
    code,
  });
  return friend;
}

/** Sets the delivery address through the API. The next step is the payment. */
export async function deliverToFriend(caller: Caller, { address, postalCode }: Person): Promise<void> {
  await call(caller, '/api/register/delivery', { address, province: 'Bangkok', postalCode });
}

/** Registers a subscriber with a referral code and pays the first order. The caller has the session afterwards. */
export async function joinAsFriend(caller: Caller, code: string): Promise<Joined> {
  await deliverToFriend(caller, await registerAsFriend(caller, english, code));
  const card = { cardToken: await cardToken(caller, newFriendsCard()) };
  const paid = await call<{ outcome: string; orderId: string }>(caller, '/api/register/payment/card', card);
  expect(paid.outcome).toBe('paid');
  return { orderId: paid.orderId, accountId: (await me(caller)).account.id };
}

/** Registers a subscriber with a referral code in a new browser. */
export async function joinInNewBrowser(browser: Browser, code: string): Promise<void> {
  const context = await browser.newContext();
  await joinAsFriend(context, code);
  await context.close();
}
