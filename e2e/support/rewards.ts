import { randomInt } from 'node:crypto';
import { GOOD_CARD, type Card } from './cards';
import { call, newCaller, subscribe, type Caller, type Registered } from './subscribers';
import { newPerson, type Person } from './registration';

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

/** Registers a subscriber with a referral code and pays the first order. The caller has the session afterwards. */
export async function joinAsFriend(code: string, caller?: Caller): Promise<Registered> {
  return subscribe(caller ?? (await newCaller()), { person: newFriend(), code, card: newFriendsCard() });
}
