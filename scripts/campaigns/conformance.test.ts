import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountsOf, PROVIDERS, requireAccounts, startSandbox } from './conformance/providers';
import { compareResponses, compareRuns } from './conformance/shapes';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.stop());

const statusesOf = async (provider: 'omise' | 'line' | 'mycloud') => {
  const responses = await accountsOf(sandbox.env)[provider].call();
  return responses.map(({ step, status }) => `${status} ${step}`).filter((step) => !step.startsWith('200'));
};

describe('the calls of npm run task -- conformance', () => {
  test('do at the card gateway what they say: only the wrong ones are refused', async () => {
    expect(await statusesOf('omise')).toEqual([
      '400 refund more than is left',
      '400 expire a QR code',
      '400 attach a link that is not registered',
      '404 read an unknown link',
      '404 read an unknown charge',
      '401 call with a wrong key',
    ]);
  });

  test('send one message by LINE, and are refused for an empty one and a wrong token', async () => {
    expect(await statusesOf('line')).toEqual([
      '409 send it again with the same key',
      '400 send an empty message',
      '401 send with a wrong token',
    ]);
  });

  test('create parcels, also a second one of the same order, which the courier does not refuse', async () => {
    expect(await statusesOf('mycloud')).toEqual([
      '401 token with a wrong key',
      '404 read an unknown parcel',
      '401 read with a wrong token',
    ]);
  });

  test.each(PROVIDERS)('find no difference between two runs of %s in the sandbox', async (provider) => {
    const account = accountsOf(sandbox.env)[provider];
    const steps = compareRuns(await account.call(), await account.call());
    expect(steps.length).toBeGreaterThan(4);
    expect(steps.filter(({ differences }) => differences.length > 0)).toEqual([]);
  });

  test('are not made while a setting is missing, which the refusal names', () => {
    const env = { OMISE_SECRET_KEY: 'skey_test_1', OMISE_PUBLIC_KEY: '' };
    expect(() => requireAccounts(env, PROVIDERS)).toThrow(
      [
        'No provider was called. Set the values of test accounts:',
        '  omise: OMISE_PUBLIC_KEY',
        '  line: LINE_LOGIN_CHANNEL_SECRET, LINE_MESSAGING_ACCESS_TOKEN, LINE_FRIEND',
        '  mycloud: MYCLOUD_API_KEY, MYCLOUD_SECRET_KEY, MYCLOUD_SKU',
      ].join('\n'),
    );
    expect(() => requireAccounts({ ...env, OMISE_PUBLIC_KEY: 'pkey_test_1' }, ['omise'])).not.toThrow();
  });

  test('go to the real services once keys are set, and never with a live key', () => {
    const keys = {
      OMISE_SECRET_KEY: 'skey_test_1',
      OMISE_PUBLIC_KEY: 'pkey_test_1',
      LINE_LOGIN_CHANNEL_SECRET: 'x',
      MYCLOUD_SECRET_KEY: 'x',
    };
    const { omise, line, mycloud } = accountsOf(keys);
    expect([omise.host, line.host, mycloud.host]).toEqual([
      'api.omise.co',
      'api.line.me',
      'api.mycloudfulfillment.com',
    ]);
    expect(() => accountsOf({ ...keys, OMISE_SECRET_KEY: 'skey_1' })).toThrow(
      'OMISE_SECRET_KEY is a live key',
    );
  });
});

describe('a response is the same as in the sandbox', () => {
  const step = 'charge';
  const body = { object: 'charge', id: 'chrg_1', amount: 2000, refunds: { data: [{ id: 'a' }] }, card: null };
  const compare = (status: number, other: unknown) =>
    compareResponses({ step, status: 200, body }, { step, status, body: other });

  test('with other ids, further fields, null and empty lists', () => {
    expect(compare(200, { ...body, id: 'chrg_2', refunds: { data: [] }, card: {}, more: 1 })).toEqual([]);
    expect(compare(200, { ...body, id: null })).toEqual([]);
  });

  test.each([
    ['another status', 201, body, 'status 201, not 200'],
    ['a missing field', 200, { ...body, id: undefined }, 'id is missing'],
    ['another type', 200, { ...body, refunds: [] }, 'refunds is of type array, not object'],
    ['another amount', 200, { ...body, amount: 20 }, 'amount is 20, not 2000'],
    ['a missing field in a list', 200, { ...body, refunds: { data: [{}] } }, 'refunds.data[0].id is missing'],
    ['no JSON', 200, 'text', 'the response is of type string, not object'],
  ])('but not with %s', (_, status, other, difference) => {
    expect(compare(status, other)).toEqual([difference]);
  });

  test('but not without a response', () => {
    expect(compareResponses({ step, status: 200, body }, undefined)).toEqual(['no response']);
  });
});
