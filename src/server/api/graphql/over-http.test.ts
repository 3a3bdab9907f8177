import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSubscriber, type Browser } from '@/testing/browser';
import { queriesOf } from '@/testing/queries';
import { withWorld } from '@/testing/with-world';
import { LIMITS } from './limits';

/* Tests the parts of "GraphQL over HTTP" that are not about a POST with application/json. */
let person: Browser;
const world = withWorld();
beforeAll(async () => {
  ({ browser: person } = await createSubscriber(world));
});

const PATH = '/api/graphql';
const RESPONSE_TYPE = 'application/graphql-response+json';
type Parameters = Record<string, string>;
interface Body {
  code?: string;
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions: { code: string } }[];
}

async function get(parameters: Parameters, headers: Record<string, string> = {}, method = 'GET') {
  const url = `${PATH}?${new URLSearchParams(parameters)}`;
  const all = { cookie: person.cookie(), 'accept-language': 'en', ...headers };
  const response = await world.request(method, url, undefined, all);
  const text = await response.text();
  return { response, status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Body };
}

describe('a query by GET', () => {
  test('returns the same as by POST, and must not be cached', async () => {
    const query = 'query A($n: Int!) { viewer { points upcomingOrders(first: $n) { nodes { orderId } } } }';
    const variables = { n: 2 };
    const { response, body } = await get({ query, variables: JSON.stringify(variables), operationName: 'A' });
    expect(body.data).toMatchObject({ viewer: { upcomingOrders: { nodes: [{}, {}] } } });
    expect(response.headers.get('cache-control')).toBe('no-store');
    const posted = await world.request('POST', PATH, { query, variables }, { cookie: person.cookie() });
    expect(await posted.json()).toEqual(body);
  });

  test('by HEAD has the headers and no body', async () => {
    const { status, response } = await get({ query: '{ plans { code } }' }, {}, 'HEAD');
    expect([status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  });

  test('runs no mutation: 405 with Allow, also for one of several operations', async () => {
    const several = 'query B { plans { code } } mutation A { generateReferralCode { code } }';
    const mutations: Parameters[] = [
      { query: 'mutation { generateReferralCode { code } }' },
      { query: several, operationName: 'A' },
    ];
    for (const one of mutations) {
      const { status, response, body } = await get(one);
      expect([status, response.headers.get('allow'), body.code]).toEqual([405, 'POST', 'METHOD_NOT_ALLOWED']);
    }
    expect((await get({ query: several, operationName: 'B' })).body.data).toHaveProperty('plans');
    const { body } = await get({ query: '{ viewer { referralCode } }' });
    expect(body.data).toEqual({ viewer: { referralCode: null } });
  });

  test.each<Parameters>([
    {},
    { query: '{ plans { code } }', batch: '1' },
    { query: '{ plans { code } }', variables: '{' },
    { query: '{ plans { code } }', variables: '[]' },
    { query: '{ plans { code } }', extensions: '7' },
  ])('with %j is refused with 400', async (parameters) => {
    const { status, body } = await get(parameters);
    expect([status, body.code]).toEqual([400, 'INPUT_INVALID']);
  });

  test('has the limits of a POST, and is refused without a statement', async () => {
    const aliases = Array.from({ length: LIMITS.aliases + 1 }, (_, n) => `a${n}: products { code }`).join(
      ' ',
    );
    const sent = await queriesOf(world.db, async () => {
      const { body } = await get({ query: `{ ${aliases} }` });
      expect(body.errors?.[0]).toMatchObject({ message: expect.stringContaining('Alias limit') as string });
      const card = await get({ query: '{ plans { code } }', variables: '{"note":"4242 4242 4242 4242"}' });
      expect(card.body.errors?.[0]?.extensions.code).toBe('CARD_DATA_REFUSED');
    });
    expect(sent).toEqual([]);
  });

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ])('from a page of another site is refused before it costs a statement (%j)', async (headers) => {
    const sent = await queriesOf(world.db, async () => {
      const { status, body } = await get({ query: '{ viewer { points } }' }, headers);
      expect([status, body.code]).toEqual([403, 'NOT_ALLOWED']);
    });
    expect(sent).toEqual([]);
  });
});

describe(`a caller that prefers ${RESPONSE_TYPE}`, () => {
  const ask = async (body: unknown, accept = `${RESPONSE_TYPE}, application/json`) => {
    const response = await world.request('POST', PATH, body, { accept });
    const type = response.headers.get('content-type')?.split(';')[0];
    return { status: response.status, type, body: (await response.json()) as Body };
  };

  test('gets 200 with data, also with a refused field', async () => {
    expect(await ask({ query: '{ plans { code } }' })).toMatchObject({ status: 200, type: RESPONSE_TYPE });
    const refused = await ask({ query: '{ viewer { points } }' });
    expect(refused).toMatchObject({ status: 200, body: { data: { viewer: null } } });
  });

  test.each([
    '{',
    '{ nothing }',
    'query ($n: Int!) { viewer { upcomingOrders(first: $n) { nodes { orderId } } } }',
  ])('gets 400 without data for a document that is not run: %j', async (query) => {
    const { status, body } = await ask({ query });
    expect([status, 'data' in body, body.errors?.[0]?.extensions.code]).toEqual([
      400,
      false,
      'INPUT_INVALID',
    ]);
  });

  test('gets a list of errors for an invalid request too', async () => {
    const { status, type, body } = await ask({ query: 7 });
    expect([status, type, body.errors?.[0]?.extensions.code]).toEqual([400, RESPONSE_TYPE, 'INPUT_INVALID']);
  });

  test.each(['application/json', 'text/html', '*/*', `${RESPONSE_TYPE};q=0.1, application/json`])(
    'is not one with Accept: %s',
    async (accept) => {
      expect(await ask({ query: '{' }, accept)).toMatchObject({ status: 200, type: 'application/json' });
    },
  );
});

test('the schema is a public text, equal to the committed one', async () => {
  const response = await world.request('GET', `${PATH}/schema.graphql`);
  expect(response.headers.get('content-type')).toBe('application/graphql; charset=utf-8');
  expect(await response.text()).toBe(await readFile(`${import.meta.dirname}/schema.graphql`, 'utf8'));
});
