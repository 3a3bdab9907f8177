import { expect, test } from 'vitest';
import { keyedHash } from '@/server/platform/keyed-hash';
import { subscriber } from '@/testing/callers';
import { askGraphql } from '@/testing/graphql';
import { ordersOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld();

const SKIP =
  'mutation ($orderId: ID!, $skip: Boolean) { skipOrder(orderId: $orderId, skip: $skip) { order { skipped } } }';
const CARD = 'mutation { addCard(cardToken: "tokn_test_none") { cards { cardId } } }';
const CANCEL = 'mutation { cancelSubscription(reason: "other") { subscription { status } } }';

let keys = 0;
const newKey = () => ({ 'idempotency-key': `graphql-${(keys += 1)}` });

const stored = (key: Record<string, string>) => keyedHash('idempotency key', key['idempotency-key'] ?? '');

async function somebody() {
  const caller = await subscriber(world);
  const upcoming = (await ordersOf(world, caller.account!.accountId)).find(
    (one) => one.status === 'upcoming',
  );
  const ask = (query: string, variables: Record<string, unknown>, headers: Record<string, string>) =>
    askGraphql(world, query, variables, { cookie: caller.cookie, ...headers });
  const send = (body: string, headers: Record<string, string>) =>
    world.request('POST', '/api/graphql', body, { cookie: caller.cookie, ...headers });
  return { ask, send, orderId: upcoming?.id ?? '' };
}

test('the same mutation with the same key returns the first response and is not run again', async () => {
  const { ask, orderId } = await somebody();
  const key = newKey();
  const first = await ask(SKIP, { orderId }, key);
  expect(first.data).toEqual({ skipOrder: { order: { skipped: true } } });
  await ask(SKIP, { orderId, skip: false }, {});
  const again = await ask(SKIP, { orderId }, key);
  expect([again.status, again.text]).toEqual([200, first.text]);
  const seen = await ask('{ viewer { upcomingOrders { nodes { skipped } } } }', {}, {});
  expect(JSON.stringify(seen.data)).not.toContain('true');
});

test('another mutation with the same key is refused', async () => {
  const { ask, orderId } = await somebody();
  const key = newKey();
  await ask(SKIP, { orderId }, key);
  const other = await ask(SKIP, { orderId, skip: false }, key);
  expect([other.status, JSON.parse(other.text)]).toMatchObject([409, { code: 'IDEMPOTENCY_KEY_REUSED' }]);
});

test('twenty repeats at once run once', async () => {
  const { ask } = await somebody();
  const key = newKey();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(CANCEL, {}, key)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.data).toEqual({ cancelSubscription: { subscription: { status: 'cancelled' } } });
});

test('a refusal by a rule is stored, one for a missing session is not', async () => {
  const { ask } = await somebody();
  const key = newKey();
  const first = await ask(CARD, {}, key);
  expect(first.code).toBe('CARD_DECLINED');
  expect((await ask(CARD, {}, key)).text).toBe(first.text);
  const nobody = newKey();
  const refused = await askGraphql(world, CARD, {}, nobody);
  expect(refused.code).toBe('NOT_LOGGED_IN');
  const kept = await world.db.query.idempotencyRecords.findMany();
  expect(kept.map((one) => one.key)).not.toContain(stored(nobody));
});

test('a query ignores the key', async () => {
  const { ask, orderId } = await somebody();
  const key = newKey();
  const query = '{ viewer { subscription { version } } }';
  const before = await ask(query, {}, key);
  await ask(SKIP, { orderId }, {});
  expect((await ask(query, {}, key)).text).not.toBe(before.text);
});

test.each([
  'mutation { downloadMyData }',
  'mutation { mine: downloadMyData again: downloadMyData }',
  'mutation { ...all } fragment all on Mutation { ... { downloadMyData } }',
])('personal data is not stored under a key: %s', async (query) => {
  const { ask } = await somebody();
  const key = newKey();
  expect((await ask(query, {}, key)).text).toContain('"account":{');
  const kept = await world.db.query.idempotencyRecords.findMany();
  expect(kept.map((one) => one.key)).not.toContain(stored(key));
});

test.each([
  'mutation { downloadMyData generateReferralCode { code } }',
  'mutation { generateReferralCode { code } mine: downloadMyData }',
  'mutation { ...all } fragment all on Mutation { generateReferralCode { code } ... { downloadMyData } }',
])('an operation that can be neither stored nor repeated refuses a key: %s', async (query) => {
  const { ask } = await somebody();
  const before = await world.db.query.referralCodes.findMany();
  const { status, text } = await ask(query, {}, newKey());
  expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'INPUT_INVALID' }]);
  expect(await world.db.query.referralCodes.findMany()).toEqual(before);
  expect((await ask(query, {}, {})).text).toContain('"account":{');
});

test('fragments that contain each other are refused, with and without a key', async () => {
  const { ask } = await somebody();
  const query = 'mutation { ...a } fragment a on Mutation { ...b } fragment b on Mutation { ...a }';
  const { status, text } = await ask(query, {}, newKey());
  expect([status, text]).toEqual([200, expect.stringContaining('"errors"')]);
});

test('endless nesting or card data is refused before any comparison', async () => {
  const { ask, send } = await somebody();
  const key = newKey();
  const query = JSON.stringify(SKIP);
  for (const [open, shut] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const deep = `${open.repeat(10_000)}1${shut.repeat(10_000)}`;
    const response = await send(`{"query":${query},"variables":{"orderId":${deep}}}`, key);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('"code":"INPUT_INVALID"'),
    ]);
  }
  expect((await ask(SKIP, { orderId: '4242424242424242' }, key)).code).toBe('CARD_DATA_REFUSED');
  const kept = await world.db.query.idempotencyRecords.findMany();
  expect(kept.map((one) => one.key)).not.toContain(stored(key));
});

test('an invalid key is refused', async () => {
  const { ask } = await somebody();
  const { status, text } = await ask(CANCEL, {}, { 'idempotency-key': 'x'.repeat(300) });
  expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'INPUT_INVALID' }]);
});
