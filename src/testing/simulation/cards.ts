import { OUTSIDE } from './outside';
import type { SimulatedWorld } from './world';

/** The gateway's own test numbers that are refused; everybody else's card is accepted. */
export const POOR = '4111111111140011';
export const STOLEN = '4111111111130012';

const DIGITS = 15;

/** The last digit that makes a card number a good one. */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((all, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** One of a person's own cards: nobody else has that number. */
export function cardOf(person: number, which: number): string {
  const digits = `4242${String(person).padStart(8, '0')}${which}`.padEnd(DIGITS, '0');
  return `${digits}${checkDigit(digits)}`;
}

/** What a card form gets for a card. */
export async function tokenFor(world: SimulatedWorld, number: string): Promise<string> {
  const answer = await world.sandbox.fetch(`${OUTSIDE}/omise/vault/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('pkey_test_ira_sandbox:').toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      card: {
        // Each simulated subscriber is the holder of their own cards.
        name: `PERSON ${number.slice(4, 12)}`,
        ...{ number, expiration_month: 12, expiration_year: 2090, security_code: '123' },
      },
    }),
  });
  return ((await answer.json()) as { id: string }).id;
}
