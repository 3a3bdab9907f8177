// The official Omise SDK for Node against the sandbox's card gateway.
import http from 'node:http';
import createOmise from 'omise';
import { checkEqual, checkTrue, place } from './place.mjs';

// The SDK's settings have a host, but neither port nor path.
const { hostname, port } = new URL(place.sandbox);
const send = http.request;
http.request = (options) =>
  send({ ...options, host: hostname, port, path: `/omise/${options.host}${options.path}` });

const keys = { ...place.omise, omiseVersion: '2019-05-29' };
const hosts = { host: 'api', vaultHost: 'vault', scheme: 'http' };
const omise = createOmise({ ...keys, ...hosts });
const codeOf = (work) =>
  work.then(
    () => 'ok',
    ({ code }) => code,
  );
const tokenOf = async (number, more = {}) => {
  const card = {
    name: 'MALI SUK',
    number,
    expiration_month: 12,
    expiration_year: 2040,
    security_code: '123',
  };
  return omise.tokens.create({ card: { ...card, ...more } });
};
const charge = async (more) => omise.charges.create({ amount: 37_525, currency: 'thb', ...more });

const capability = await omise.capability.retrieve();
checkEqual('capability', [capability.object, capability.country], ['capability', 'TH']);
const token = await tokenOf('4242424242424242');
checkEqual('a token', [token.object, token.card.last_digits, token.used], ['token', '4242', false]);
checkEqual('the token again', (await omise.tokens.retrieve(token.id)).id, token.id);
checkEqual('a number that is no card', await codeOf(tokenOf('1234567890123456')), 'invalid_card');

const customer = await omise.customers.create({ email: 'mali@clients.test', card: token.id });
checkEqual('a customer with a card', [customer.object, customer.cards.data.length], ['customer', 1]);
checkEqual('the used token', await codeOf(charge({ card: token.id })), 'used_token');
const second = await tokenOf('5555555555554444');
await omise.customers.update(customer.id, { card: second.id, description: 'two cards' });
const cards = await omise.customers.listCards(customer.id);
checkEqual('two cards', [cards.object, cards.total], ['list', 2]);
const [card] = cards.data;
checkEqual('one card', (await omise.customers.retrieveCard(customer.id, card.id)).id, card.id);
const changed = await omise.customers.updateCard(customer.id, card.id, {
  expiration_month: 11,
  expiration_year: 2041,
});
checkEqual('a changed card', [changed.expiration_month, changed.expiration_year], [11, 2041]);
await omise.customers.destroyCard(customer.id, second.card.id);
checkEqual('a removed card', (await omise.customers.listCards(customer.id)).total, 1);
checkTrue(
  'the customers',
  (await omise.customers.list()).data.some(({ id }) => id === customer.id),
);

const metadata = { orderId: 'ord_clients' };
const paid = await charge({ customer: customer.id, metadata, description: 'a box' });
checkEqual(
  'a charge',
  [paid.status, paid.paid, paid.amount, paid.currency],
  ['successful', true, 37_525, 'THB'],
);
checkEqual('its metadata', paid.metadata, metadata);
checkEqual('the charge again', (await omise.charges.retrieve(paid.id)).status, 'successful');
checkEqual('a changed charge', (await omise.charges.update(paid.id, { description: 'b' })).description, 'b');
checkTrue(
  'the charges',
  (await omise.charges.list({ limit: 5, order: 'reverse_chronological' })).data.length > 0,
);
checkEqual('a search', (await omise.search.list({ scope: 'charge', query: 'b' })).object, 'search');
const refund = await omise.charges.createRefund(paid.id, { amount: 10_000 });
checkEqual('a refund', [refund.object, refund.amount], ['refund', 10_000]);
checkEqual('the refunds', (await omise.charges.listRefunds(paid.id)).total, 1);
checkEqual('one refund', (await omise.charges.retrieveRefund(paid.id, refund.id)).id, refund.id);
checkTrue(
  'too large a refund',
  (await codeOf(omise.charges.createRefund(paid.id, { amount: 99_999 }))) !== 'ok',
);

const poor = await tokenOf('4111111111140011');
const declined = await charge({ card: poor.id });
checkEqual('a declined charge', [declined.status, declined.failure_code], ['failed', 'insufficient_fund']);
const secure = await tokenOf('4242424242424242', { name: 'FAKE 3DS' });
const pending = await charge({ card: secure.id, return_uri: 'https://ira.test/back' });
checkEqual('3-D Secure', [pending.status, typeof pending.authorize_uri], ['pending', 'string']);
checkEqual('an expired charge', (await omise.charges.expire(pending.id)).status, 'expired');

const source = await omise.sources.create({ type: 'promptpay', amount: 37_525, currency: 'thb' });
checkEqual('a source', [source.object, source.type, source.flow], ['source', 'promptpay', 'offline']);
const qr = await charge({ source: source.id });
checkTrue('a QR code', qr.source.scannable_code.image.download_uri.startsWith('http'));
const events = await omise.events.list({ order: 'reverse_chronological' });
checkTrue(
  'the events',
  events.data.some(({ key }) => key === 'charge.create'),
);
checkEqual('one event', (await omise.events.retrieve(events.data[0].id)).object, 'event');

checkEqual(
  'capture: false',
  await codeOf(charge({ customer: customer.id, capture: false })),
  'invalid_charge',
);
checkEqual(
  'too small an amount',
  await codeOf(charge({ amount: 1, customer: customer.id })),
  'invalid_amount',
);
checkEqual('an unknown charge', await codeOf(omise.charges.retrieve('chrg_test_none')), 'not_found');
const wrong = createOmise({ ...keys, ...hosts, secretKey: 'skey_test_other' });
checkEqual('a wrong key', await codeOf(wrong.charges.list()), 'authentication_failure');
const gone = await omise.customers.destroy(customer.id);
checkEqual('a removed customer', gone.deleted, true);
