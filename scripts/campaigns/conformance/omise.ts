import { basic, createRecorder, idOf, type Target } from './calls';
import type { Response } from './shapes';

/** Test cards of https://docs.omise.co/api-testing. */
const GOOD_CARD = '4242424242424242';
const POOR_CARD = '4111111111140011';
/** Satang. */
const AMOUNT = 20_00;
const PART = 5_00;

export interface GatewayTarget extends Target {
  vaultUrl: string;
  publicKey: string;
  secretKey: string;
}

/**
 * Makes, declines, refunds and reads back charges in a test account: the calls of `src/server/gateways/omise`. Leaves
 * charges there, but no customer.
 */
export async function callGateway(target: GatewayTarget): Promise<Response[]> {
  const recorder = createRecorder(target);
  const headers = { ...basic(target.secretKey), 'omise-version': '2019-05-29' };
  const call = (step: string, method: string, path: string, json?: unknown) =>
    recorder.call(step, { method, path, headers, json });
  const customer = `/customers/${idOf(await call('create a customer', 'POST', '/customers', { description: 'conformance' }))}`;
  const addCard = async (step: string, number: string) => {
    const token = await recorder.call(
      `token of ${step}`,
      { method: 'POST', path: '/tokens', headers: basic(target.publicKey), json: cardOf(number) },
      target.vaultUrl,
    );
    await call(`attach ${step}`, 'PATCH', customer, { card: idOf(token) });
    const list = await call(`read ${step}`, 'GET', `${customer}/cards?order=reverse_chronological&limit=1`);
    return idOf((list.data as Record<string, unknown>[])[0] ?? {});
  };
  const charge = (step: string, card: string) =>
    call(step, 'POST', '/charges', { ...orderOf(customer), card, transaction_indicator: 'MIT' });
  const good = await addCard('a card', GOOD_CARD);
  const paid = `/charges/${idOf(await charge('charge', good))}`;
  await call('read a charge', 'GET', paid);
  await call('refund a part', 'POST', `${paid}/refunds`, {
    amount: PART,
    metadata: { refundId: 'conformance' },
  });
  await call('refund more than is left', 'POST', `${paid}/refunds`, { amount: AMOUNT });
  await call('read the refunds', 'GET', `${paid}/refunds?order=chronological&limit=100&offset=0`);
  await call('read a charge with a refund', 'GET', paid);
  await charge('decline', await addCard('a card without money', POOR_CARD));
  const source = { type: 'promptpay' };
  const qr = await call('create a QR code', 'POST', '/charges', { amount: AMOUNT, currency: 'thb', source });
  await call('expire a QR code', 'POST', `/charges/${idOf(qr)}/expire`);
  await call('pay a QR code', 'POST', `/charges/${idOf(qr)}/mark_as_paid`);
  const inApp = await call('create a payment in an app', 'POST', '/charges', {
    ...orderOf(customer),
    customer: undefined,
    source: { type: 'mobile_banking_kbank', platform_type: 'ANDROID' },
  });
  await call('expire a payment in an app', 'POST', `/charges/${idOf(inApp)}/expire`);
  await call('read the capability', 'GET', '/capability');
  const link = await call('start the link of a bank account', 'POST', '/linked_accounts', {
    type: 'direct_debit_kbank',
    return_uri: 'https://example.com/return',
    metadata: { bankAccountId: 'conformance' },
  });
  await call('read a link', 'GET', `/linked_accounts/${idOf(link)}`);
  await call('attach a link that is not registered', 'PATCH', customer, { linked_account: idOf(link) });
  await call('delete a link', 'DELETE', `/linked_accounts/${idOf(link)}`);
  await call('read an unknown link', 'GET', '/linked_accounts/lnac_test_000000000000000000');
  await call('list charges', 'GET', '/charges?order=reverse_chronological&limit=1');
  await call('read an unknown charge', 'GET', '/charges/chrg_test_000000000000000000');
  await call('edit a card', 'PATCH', `${customer}/cards/${good}`, { name: 'CONFORMANCE' });
  await call('delete a card', 'DELETE', `${customer}/cards/${good}`);
  await call('delete a customer', 'DELETE', customer);
  const wrong = basic('skey_test_000000000000000000');
  await recorder.call('call with a wrong key', { method: 'GET', path: '/charges', headers: wrong });
  return recorder.responses;
}

const cardOf = (number: string) => ({
  card: { name: 'CONFORMANCE', number, expiration_month: 12, expiration_year: 2040, security_code: '123' },
});

const orderOf = (customer: string) => ({
  amount: AMOUNT,
  currency: 'thb',
  customer: customer.split('/').at(-1),
  description: 'conformance',
  metadata: { attemptId: 'conformance' },
  recurring_reason: 'subscription',
  return_uri: 'https://example.com/return',
});
