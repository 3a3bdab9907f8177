import type { IraClient } from 'ira-client';

export interface Skipping {
  email: string;
  password: string;
  orderId: string;
}

/**
 * Logs in and skips an upcoming order. A repeated call with the same key skips once.
 * @returns the days of the next three orders, with those that are skipped
 */
export async function skipOrder(client: IraClient, { email, password, orderId }: Skipping) {
  const session = await client.POST('/api/login', { body: { email, password } });
  if (session.error) throw new Error(session.error.message);

  const skipped = await client.POST('/api/orders/skip', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: { orderId, skip: true },
  });
  if (skipped.error) {
    switch (skipped.error.code) {
      // The message is in the language of the client, and says until when the order could be skipped.
      case 'SKIP_TOO_LATE':
        return skipped.error.message;
      case 'INPUT_INVALID':
        throw new Error(
          Object.values(skipped.error.fieldErrors ?? {})
            .flat()
            .join(' '),
        );
      default:
        throw new Error(skipped.error.message);
    }
  }
  return skipped.data.data.upcoming.map(({ paymentDate, status }) => `${paymentDate} ${status}`).join(', ');
}
