import { settings } from '@/settings/settings';

/** A test card of the gateway. Some names make the sandbox refuse the card or delay its response. */
export interface TestCard {
  number: string;
  name?: string;
  expiryMonth?: number;
  expiryYear?: number;
}

/** Creates a single-use token for a test card at the vault, as the card form in a browser does. */
export async function createCardToken(card: TestCard): Promise<string> {
  const { OMISE_VAULT_URL, OMISE_PUBLIC_KEY } = settings();
  const response = await fetch(`${OMISE_VAULT_URL}/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${OMISE_PUBLIC_KEY}:`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      card: {
        name: card.name ?? 'TEST PERSON',
        number: card.number,
        expiration_month: card.expiryMonth ?? 12,
        expiration_year: card.expiryYear ?? 2040,
        security_code: '123',
      },
    }),
  });
  const body = (await response.json()) as { id?: string; code?: string };
  if (!body.id) throw new Error(`the vault gave no token: ${body.code ?? response.status}`);
  return body.id;
}
