import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { askGraphql } from '@/testing/graphql';
import { viewerField, wholeViewer } from '@/testing/graphql-selection';
import { createSubscriber, registerUpToPayment, type Browser } from '@/testing/browser';
import { queriesOf } from '@/testing/queries';
import { withWorld } from '@/testing/with-world';
import { LIMITS } from './limits';

let person: Browser;
const world = withWorld();
beforeAll(async () => {
  ({ browser: person } = await createSubscriber(world));
});

const PATH = '/api/graphql';
const ask = (query: string, variables?: Record<string, unknown>, headers: Record<string, string> = {}) =>
  askGraphql(world, query, variables, { cookie: person.cookie(), ...headers });
const send = (body: unknown, headers: Record<string, string> = {}) =>
  world.request('POST', PATH, body, { cookie: person.cookie(), ...headers });
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code;

describe('public GraphQL queries', () => {
  test("return products in the caller's language, plans and cancel reasons", async () => {
    const query = '{ products { code name pieces listPrice price } plans { code items { productCode } } }';
    const { data, errors } = await askGraphql(world, query, {}, { 'accept-language': 'th' });
    expect(errors).toBeUndefined();
    expect(data?.products).toContainEqual({
      code: 'day-pads',
      name: 'ผ้าอนามัยกลางวัน',
      pieces: 10,
      listPrice: 14_900,
      price: 11_175,
    });
    const reasons = await askGraphql(world, '{ cancelReasons { code label { en th } } }');
    expect(reasons.data?.cancelReasons).toHaveLength(8);
  });

  test('need no session, even if one is sent', async () => {
    const sent = await queriesOf(world.db, () => ask('{ cancelReasons { code } }'));
    expect(sent).toEqual([]);
  });
});

describe('the viewer', () => {
  test.each([
    '{ viewer { points } }',
    '{ viewer { cards { cardId } } }',
    '{ viewer { ... on Viewer { points } } }',
  ])('without a session is null and NOT_LOGGED_IN, with the status 200: %s', async (query) => {
    const { status, data, errors } = await askGraphql(world, query);
    expect([status, data]).toEqual([200, { viewer: null }]);
    expect(errors).toEqual([
      {
        message: 'Please log in to continue.',
        path: ['viewer'],
        locations: [{ line: 1, column: 3 }],
        extensions: { code: 'NOT_LOGGED_IN' },
      },
    ]);
  });

  test('equals /api/me', async () => {
    const { data } = (await person.get('/api/me')).body;
    const { account, subscription, points } = data;
    const query = `{ viewer { points
      account { id firstName lastName email emailVerified locale lineLinked }
      subscription { status registering frequency paymentDay paymentMethod version items { productCode quantity } boxPrice
        deliveryFee pointsPerOrder bankAccount { bank } pause { until } priceNotice { firstDate } } } }`;
    expect((await ask(query)).data).toEqual({ viewer: { account, subscription, points } });
  });

  /** Whether a statement is not the one that reads the prices again, at most every two seconds. */
  const isNoPrice = (statement: string) => !statement.includes('product_prices');

  test('costs only the queries of its fields, and one for the session unless a field reads it', async () => {
    const few = await queriesOf(world.db, () => ask('{ viewer { upcomingOrders { nodes { orderId } } } }'));
    expect(few).toHaveLength(2);
    const own = await queriesOf(world.db, () =>
      ask('{ viewer { ...Head } } fragment Head on Viewer { account { id } subscription { status } points }'),
    );
    expect(own.filter(isNoPrice)).toHaveLength(1);
    const page = await queriesOf(world.db, () =>
      ask('{ viewer { previousOrders(first: 10) { nodes { orderId } pageInfo { hasNextPage } } } }'),
    );
    expect(page).toHaveLength(2);
    const all = await queriesOf(world.db, () =>
      ask(`{ viewer { account { id } subscription { status } points pendingPayment { status }
        upcomingOrders { nodes { orderId } } previousOrders { nodes { orderId } } } }`),
    );
    expect(all.filter(isNoPrice)).toHaveLength(4);
  });

  test('shows three orders ahead as a connection', async () => {
    const query = `query ($first: Int!) { viewer { upcomingOrders(first: $first) {
      edges { cursor node { paymentDate } } pageInfo { hasNextPage hasPreviousPage endCursor } } } }`;
    const connection = async (first: number) => {
      const { data } = await ask(query, { first });
      return (data?.viewer as { upcomingOrders: { edges: { cursor: string }[]; pageInfo: object } })
        .upcomingOrders;
    };
    const two = await connection(2);
    expect(two.edges).toHaveLength(2);
    expect(two.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      endCursor: two.edges[1]?.cursor,
    });
    const three = await connection(3);
    expect([three.edges.length, three.pageInfo]).toMatchObject([3, { hasNextPage: false }]);
  });

  test.each([0, -1, 51])('refuses a slice of %i orders', async (first) => {
    const { data, errors } = await ask(
      `{ viewer { points upcomingOrders(first: ${first}) { nodes { orderId } } } }`,
    );
    expect(errors?.[0]?.extensions).toEqual({
      code: 'INPUT_INVALID',
      fieldErrors: { first: ['Invalid input'] },
    });
    expect(data).toMatchObject({ viewer: { points: expect.any(Number) as number, upcomingOrders: null } });
  });
});

describe('an invalid operation', () => {
  test.each([
    ['{', 'Syntax Error'],
    ['', 'Syntax Error'],
    ['{ viewer { pointz } }', 'Cannot query field "pointz" on type "Viewer".'],
    ['{ viewer { points } } query B { viewer { points } }', 'only defined operation'],
    ['query A { viewer { points } } query B { viewer { points } }', 'operation name'],
    ['subscription { viewer { points } }', 'subscription'],
    ['subscription { status }', 'subscription'],
    ['mutation { skipOrder { order { orderId } } }', 'orderId'],
  ])('%j is INPUT_INVALID with the status 200 and the reason', async (query, detail) => {
    const { status, errors, data } = await ask(query);
    expect([status, data ?? null]).toEqual([200, null]);
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'INPUT_INVALID' } });
    expect(errors?.[0]?.extensions.detail).toContain(detail);
    expect(errors?.[0]?.message).toBe(`Invalid input: ${errors?.[0]?.extensions.detail as string}`);
    expect(errors?.[0]?.extensions.detail).not.toContain('Did you mean');
  });

  test("is refused in the caller's language", async () => {
    const { errors } = await ask('{', {}, { 'accept-language': 'th' });
    expect(errors?.[0]?.message).toMatch(/^ข้อมูลไม่ถูกต้อง: Syntax Error/);
  });

  test('names the line and column of a syntax error, and of an unknown field', async () => {
    const places = async (query: string) => (await ask(query)).errors?.[0]?.locations;
    expect(await places('{\n  plans {')).toEqual([{ line: 2, column: 10 }]);
    expect(await places('{\n  nothing\n}')).toEqual([{ line: 2, column: 3 }]);
    expect(await places(`{\n  nothing\n}${' '.repeat(5_000)}`)).toBeUndefined();
  });
});

describe('a document beyond the limits is INPUT_INVALID with the limit, without a query', () => {
  const deep = (depth: number) => '{ viewer '.repeat(depth) + '{ points }' + ' }'.repeat(depth);
  test.each([
    ['depth', 'Depth limit', deep(LIMITS.depth + 1)],
    ['depth of 50', 'Depth limit', deep(50)],
    [
      'depth through fragments',
      'Depth limit',
      'query { viewer { ...a } } fragment a on Viewer { upcomingOrders { edges { node { ...b } } } } ' +
        'fragment b on Order { items { ...c } } fragment c on OrderItem { a: x { x { x { x { x } } } } }',
    ],
    [
      'aliases',
      'Alias limit',
      `{ ${Array.from({ length: LIMITS.aliases + 1 }, (_, n) => `a${n}: products { code }`).join(' ')} }`,
    ],
    [
      'a thousand aliases',
      'tokens',
      `{ ${Array.from({ length: 1000 }, (_, n) => `a${n}: products { code }`).join(' ')} }`,
    ],
    ['one field five thousand times', 'tokens', `{ ${'__typename '.repeat(5_000)} }`],
    ['one field again and again', 'Repetition limit', `{ ${'products { code } '.repeat(245)} }`],
    ['directives', 'tokens', `{ products ${'@a'.repeat(2_000)} { code } }`],
    [
      'a circle of fragments',
      'itself',
      '{ viewer { ...a } } fragment a on Viewer { ...b } fragment b on Viewer { ...a }',
    ],
    [
      'fragments that multiply',
      'Repetition limit',
      // Searching all five hundred million combinations would not end within the test.
      `{ viewer { ...f0 } } ${Array.from({ length: 30 }, (_, n) => `fragment f${n} on Viewer { ${n < 29 ? `...f${n + 1} ...f${n + 1}` : 'points'} }`).join(' ')}`,
    ],
  ])('%s', async (_what, limit, query) => {
    const sent = await queriesOf(world.db, async () => {
      const { status, code, errors } = await askGraphql(world, query);
      expect([status, code]).toEqual([200, 'INPUT_INVALID']);
      expect(errors?.map(({ extensions }) => extensions.detail)).toEqual([
        expect.stringContaining(limit) as string,
      ]);
    });
    expect(sent).toEqual([]);
  });

  test('a list of operations is refused', async () => {
    const response = await send(JSON.stringify([{ query: '{ products { code } }' }]));
    expect([response.status, await codeOf(response)]).toEqual([400, 'INPUT_INVALID']);
  });
});

describe('the largest request', () => {
  test('may contain the whole viewer in the largest slices, written out or by a variable', async () => {
    const literal = await ask(`{ ${wholeViewer('50')} }`);
    const variable = await ask(`query ($n: Int!) { ${wholeViewer('$n')} }`, { n: 50 });
    for (const { errors, data } of [literal, variable]) {
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({ viewer: { previousOrders: { nodes: [{ status: 'previous' }] } } });
    }
  });

  const orders = (first: string) => viewerField('previousOrders', first);
  const three = (first: string) => `{ a: ${orders(first)} b: ${orders(first)} c: ${orders(first)} }`;
  test.each<[string, string, Record<string, unknown>?]>([
    ['written out', `{ viewer ${three('50')} }`],
    ['by a variable', `query ($n: Int!) { viewer ${three('$n')} }`, { n: 50 }],
    ['by a variable’s default', `query ($n: Int! = 50) { viewer ${three('$n')} }`],
    [
      'by a variable in a fragment',
      `query ($n: Int!) { viewer { ...a } } fragment a on Viewer ${three('$n')}`,
      { n: 50 },
    ],
  ])('may not contain three times fifty orders with all fields: %s', async (_how, query, variables) => {
    const sent = await queriesOf(world.db, async () => {
      const { status, errors } = await askGraphql(world, query, variables);
      expect([status, errors?.[0]?.extensions.code]).toEqual([200, 'INPUT_INVALID']);
      expect(errors?.[0]?.extensions.detail).toContain('Cost limit');
    });
    expect(sent).toEqual([]);
  });

  test('may contain three small slices by a variable, and the same document no large ones', async () => {
    const query = `query ($n: Int!) { viewer ${three('$n')} }`;
    const small = () => ask(query, { n: 3 });
    expect((await small()).errors).toBeUndefined();
    expect((await small()).errors).toBeUndefined();
    const { errors } = await askGraphql(world, query, { n: 50 });
    expect(errors?.[0]?.extensions.detail).toContain('Cost limit');
  });
});

describe('the GraphQL endpoint', () => {
  test.each(['PUT', 'PATCH', 'DELETE'])('refuses %s with 405 and Allow', async (method) => {
    const response = await world.request(method, `${PATH}?query=%7Bproducts%7Bcode%7D%7D`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  test.each(['text/plain', 'application/graphql', 'multipart/form-data; boundary=x', ''])(
    'refuses a body of type %j with 415',
    async (type) => {
      const response = await send('{"query":"{ products { code } }"}', { 'content-type': type });
      expect([response.status, await codeOf(response)]).toEqual([415, 'NOT_JSON']);
    },
  );

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('refuses a page of another site (%j)', async (headers) => {
    const response = await send({ query: 'mutation { deleteAccount(password: "x") }' }, headers);
    expect([response.status, await codeOf(response)]).toEqual([403, 'NOT_ALLOWED']);
  });

  test.each(['{', 'null', '7', '{}', '{"query":7}', '{"query":"{ plans { code } }","batch":1}'])(
    'refuses %s with 400',
    async (body) => {
      const response = await send(body);
      expect([response.status, await codeOf(response)]).toEqual([400, 'INPUT_INVALID']);
    },
  );

  test('refuses more than 64 kB with 413', async () => {
    expect((await send({ query: ' '.repeat(70_000) })).status).toBe(413);
  });

  test('responds with JSON that must not be cached', async () => {
    const { headers } = await ask('{ plans { code } }', {}, { accept: 'text/html' });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('refuses a card number anywhere without repeating it', async () => {
    const inline = await ask('mutation { addCard(cardToken: "4242 4242 4242 4242") { cards { cardId } } }');
    const variable = await ask('{ plans { code } }', { note: ['4242424242424242'] });
    for (const { status, code, text } of [inline, variable]) {
      expect([status, code]).toEqual([200, 'CARD_DATA_REFUSED']);
      expect(text).not.toContain('4242');
    }
  });

  test('allows introspection outside production', async () => {
    const { errors, data } = await ask(getIntrospectionQuery());
    expect(errors).toBeUndefined();
    expect(data).toHaveProperty('__schema');
  });
});

describe('a registration in progress', () => {
  test('sees its own data, and subscriber fields are refused one by one', async () => {
    const { browser } = await registerUpToPayment(world);
    const query = '{ viewer { account { firstName } subscription { status } } }';
    const { data } = await askGraphql(world, query, {}, { cookie: browser.cookie() });
    expect(data).toEqual({
      viewer: { account: { firstName: 'Mali' }, subscription: { status: 'awaiting_payment' } },
    });
  });
});
