import type { IraClient } from 'ira-client';

export interface Registration {
  email: string;
  password: string;
  /** A card token from Omise's vault. */
  cardToken: string;
}

/**
 * Registers a subscriber and pays for the first box by card.
 * @returns the id of the paid order, or the URL of the 3-D Secure page to open; null while the outcome is pending
 */
export async function register(client: IraClient, { email, password, cardToken }: Registration) {
  const started = await client.POST('/api/register', {
    body: {
      plan: { frequency: 1, paymentDay: 31, items: [{ productCode: 'day-pads', quantity: 3 }] },
      details: { firstName: 'Mali', lastName: 'Suk', phone: '0812345678' },
      locale: 'th',
      consent: true,
      email,
      password,
    },
  });
  if (started.error) throw new Error(started.error.message);

  const delivery = await client.POST('/api/register/delivery', {
    body: { address: '1 Soi 2 Sukhumvit Road', province: 'Bangkok', postalCode: '10110' },
  });
  if (delivery.error) throw new Error(delivery.error.message);

  // The total that the subscriber has seen. Another total is refused with TOTAL_CHANGED.
  const expectedTotal = delivery.data.data.totals.total;
  const paid = await client.POST('/api/register/payment/card', { body: { cardToken, expectedTotal } });
  if (paid.error) throw new Error(paid.error.message);
  const payment = paid.data.data;
  if (payment.outcome === 'action_required') return payment.authorizeUri;
  return payment.outcome === 'paid' ? payment.orderId : null;
}
