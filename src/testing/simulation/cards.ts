import { SANDBOX_VALUES } from '@/settings/sandbox-values.mjs';
import { SANDBOX_URL } from './network';
import type { SimulatedWorld } from './world';

/** Test card numbers that the gateway declines. The gateway accepts every other card. */
export const DECLINED_CARD = '4111111111140011';
export const STOLEN_CARD = '4111111111130012';

const DIGITS = 15;

/** Returns the Luhn check digit of a card number. */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((all, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** Returns a card number. Each pair of subscriber and `which` has a different number. */
export function cardOf(subscriber: number, which: number): string {
  const digits = `4242${String(subscriber).padStart(8, '0')}${which}`.padEnd(DIGITS, '0');
  return `${digits}${checkDigit(digits)}`;
}

/** Creates a card token at the sandbox, as the card form does. */
export async function tokenFor(world: SimulatedWorld, number: string): Promise<string> {
  const response = await world.sandbox.fetch(`${SANDBOX_URL}/omise/vault/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${SANDBOX_VALUES.OMISE_PUBLIC_KEY}:`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      card: {
        // A separate holder name for each subscriber.
        name: `PERSON ${number.slice(4, 12)}`,
        number,
        expiration_month: 12,
        expiration_year: 2090,
        security_code: '123',
      },
    }),
  });
  return ((await response.json()) as { id: string }).id;
}
