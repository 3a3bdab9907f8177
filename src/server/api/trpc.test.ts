import superjson from 'superjson';
import { beforeAll, describe, expect, test } from 'vitest';
import { countThrottled } from '@/server/platform/throttle';
import { transaction } from '@/server/db';
import { throttles } from '@/server/db/schema';
import { createBrowser, DELIVERY, registerUpToPayment, registration, type Browser } from '@/testing/browser';
import { pass } from '@/testing/subscribers';
import { queriesOf } from '@/testing/queries';
import { withWorld } from '@/testing/with-world';
import { handleApi } from './handler';

let person: Browser;
const world = withWorld();
beforeAll(async () => {
  ({ browser: person } = await registerUpToPayment(world));
});

interface Refusal {
  message: string;
  data: {
    code: string;
    httpStatus: number;
    appCode: string;
    reason?: string;
    fieldErrors?: Record<string, string[]>;
  };
}

async function ask(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const all = { cookie: person.cookie(), ...headers };
  const response = await world.request(method, `/api/trpc/${path}`, body, all);
  const text = await response.text();
  const parsed = JSON.parse(text) as { error?: { json: Refusal }; result?: { data: { json: unknown } } };
  return {
    status: response.status,
    headers: response.headers,
    text,
    error: parsed.error?.json,
    data: parsed.result?.data.json,
  };
}

const command = (path: string, input: unknown, headers?: Record<string, string>) =>
  ask('POST', path, superjson.serialize(input), headers);

describe('a refusal by tRPC', () => {
  test("has code, fields and message in the page's language, and no internals", async () => {
    const { status, error, text } = await command(
      'registration.setDelivery',
      { ...DELIVERY, postalCode: '1' },
      { 'x-ira-locale': 'th' },
    );
    expect(status).toBe(400);
    expect(error).toMatchObject({
      message: 'รหัสไปรษณีย์ต้องเป็นตัวเลข 5 หลัก',
      data: {
        code: 'BAD_REQUEST',
        httpStatus: 400,
        appCode: 'POSTCODE_INVALID',
        fieldErrors: { postalCode: ['รหัสไปรษณีย์ต้องเป็นตัวเลข 5 หลัก'] },
      },
    });
    expect(text).not.toMatch(/stack|\.ts|node_modules/);
  });

  test('of a schema is the same as by REST', async () => {
    const requested = { ...registration(), email: 'mali', consent: undefined };
    const { error } = await command('registration.start', requested);
    const { body } = await person.post('/api/register', requested);
    expect(error?.data.fieldErrors).toEqual(body.fieldErrors);
    expect(error?.message).toBe(body.message);
    expect(error?.data.appCode).toBe(body.code);
  });

  test("without a preference is in the account's language", async () => {
    const { browser } = await registerUpToPayment(world, { locale: 'th' });
    const cookie = browser.cookie();
    const { error } = await command(
      'auth.logIn',
      { email: 'nobody@example.test', password: 'x' },
      { cookie },
    );
    expect(error?.message).toBe('อีเมลหรือรหัสผ่านไม่ถูกต้อง');
  });

  test.each([
    ['401', 'account.home', 401, 'NOT_LOGGED_IN'],
    ['404 for a procedure that is not there', 'account.nothing', 404, 'NOT_FOUND'],
    ['404 for the prototype’s', 'constructor', 404, 'NOT_FOUND'],
  ])('is %s', async (_what, path, status, appCode) => {
    const answer = await ask('GET', path, undefined, { cookie: '' });
    expect([answer.status, answer.error?.data.appCode]).toEqual([status, appCode]);
  });

  test('contains the seconds to wait', async () => {
    await countThrottled(world.db, 'logInAddress', '203.0.113.7');
    await transaction(world.db, (tx) => tx.update(throttles).set({ count: 1_000_000 }));
    const { status, headers, error } = await command('auth.logIn', { email: 'a@b.test', password: 'x' });
    expect([status, error?.data.appCode]).toEqual([429, 'THROTTLED']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await transaction(world.db, (tx) => tx.delete(throttles));
  });
});

describe('the tRPC endpoint', () => {
  test('responds with the headers of every other call', async () => {
    const { headers } = await ask('GET', 'catalogue.settings');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('refuses a mutation by GET', async () => {
    const { status, error } = await ask('GET', 'auth.logOut');
    expect([status, error?.data.appCode]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect((await person.get('/api/me')).status).toBe(200);
  });

  test('refuses a mutation from another site', async () => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ];
    for (const headers of foreign) {
      const response = await world.request('POST', '/api/trpc/auth.logOut', '{}', {
        cookie: person.cookie(),
        ...headers,
      });
      expect(response.status).toBe(403);
    }
    expect((await person.get('/api/me')).status).toBe(200);
  });

  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/octet-stream', ''])(
    'refuses a body of type %j with 415',
    async (type) => {
      const response = await world.request('POST', '/api/trpc/auth.logOut', '{}', { 'content-type': type });
      expect(response.status).toBe(415);
    },
  );

  test.each(['PUT', 'PATCH', 'DELETE', 'HEAD'])('refuses %s with 405', async (method) => {
    const response = await world.request(method, '/api/trpc/auth.me');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });

  test('cuts off an endless body', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(32)),
    });
    const request = new Request('http://localhost:3999/api/trpc/auth.logIn', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: endless,
      ...({ duplex: 'half' } as object),
    });
    expect((await handleApi(request)).status).toBe(413);
  });

  test('accepts ten calls at once and no more, before any query', async () => {
    const batch = (n: number) =>
      ask('GET', `${Array.from({ length: n }, () => 'auth.me').join(',')}?batch=1&input=%7B%7D`);
    const ten = JSON.parse((await batch(10)).text) as { result: unknown }[];
    expect(ten.filter(({ result }) => result)).toHaveLength(10);
    for (const path of [`${'auth.me,'.repeat(10)}auth.me`, ','.repeat(5000)]) {
      const sent = await queriesOf(world.db, async () => {
        const response = await world.request('GET', `/api/trpc/${path}?batch=1`, undefined, {
          cookie: person.cookie(),
        });
        expect(response.status).toBe(400);
        expect(await response.text()).toContain('INPUT_INVALID');
      });
      expect(sent).toEqual([]);
    }
  });

  test('returns the same for auth.refresh as GET /api/refresh', async () => {
    const { browser } = await registerUpToPayment(world);
    await pass(world, { minutes: 30 });
    const minutes = async (headers: Record<string, string>) => {
      const { data } = await ask('GET', 'auth.refresh', undefined, { cookie: browser.cookie(), ...headers });
      return (data as { expiresInMinutes: number }).expiresInMinutes;
    };
    expect(await minutes({ 'sec-fetch-site': 'cross-site' })).toBeLessThanOrEqual(30);
    expect(await minutes({ 'sec-fetch-site': 'same-origin' })).toBe(60);
  });
});

describe('a hostile payload is 400 and changes nothing', () => {
  const plain = { email: 'a@example.test', password: 'x' };
  const typed = (json: unknown, values: unknown) => ({ json, meta: { values } });
  const deep = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

  test.each<[string, unknown]>([
    ['no JSON', '{'],
    ['a bare string', '"x"'],
    ['nothing inside', '{}'],
    ['null', 'null'],
    ['a Map', typed({ email: [['a', 'b']], password: 'x' }, { email: ['map'] })],
    ['a Set', typed({ email: ['a'], password: 'x' }, { email: ['set'] })],
    ['a RegExp', typed({ email: '/(a+)+$/', password: 'x' }, { email: ['regexp'] })],
    ['a Date', typed({ email: '2026-01-01T00:00:00Z', password: 'x' }, { email: ['Date'] })],
    ['a bigint', typed({ email: '1', password: 'x' }, { email: ['bigint'] })],
    ['an Error', typed({ email: { name: 'E', message: 'm' }, password: 'x' }, { email: ['Error'] })],
    ['undefined', typed({ email: null, password: 'x' }, { email: ['undefined'] })],
    [
      'undefined beyond a list’s end',
      typed({ email: [], password: 'x' }, { 'email.4294967294': ['undefined'] }),
    ],
    ['undefined that says it was something', typed(plain, { email: ['undefined'] })],
    ['undefined all the way down', typed(plain, { [`email${'.x'.repeat(20_000)}`]: ['undefined'] })],
    ['bytes', typed(plain, { email: [['typed-array', 'Uint8Array']] })],
    ['a symbol', typed(plain, { email: [['symbol', 'evil']] })],
    [
      'a value within a value',
      typed({ email: [null], password: 'x' }, { email: ['set', { 0: ['undefined'] }] }),
    ],
    ['NaN', typed({ email: 'NaN', password: 'x' }, { email: ['number'] })],
    ['a URL', typed({ email: 'http://a.test', password: 'x' }, { email: ['URL'] })],
    ['a type that is not there', typed(plain, { email: ['custom', 'evil'] })],
    ['a class that is not there', typed(plain, { email: [['class', 'Evil']] })],
    ['a path to the prototype', typed(plain, { '__proto__.polluted': ['Date'] })],
    ['a path to the constructor', typed(plain, { 'constructor.prototype.polluted': ['Date'] })],
    [
      'the prototype by reference',
      { json: plain, meta: { referentialEqualities: { email: ['__proto__.x'] } } },
    ],
    ['a knot', { json: { email: {}, password: 'x' }, meta: { referentialEqualities: [['email.a']] } }],
    ['values that are no values', { json: plain, meta: { values: 'evil' } }],
    ['a prototype in the open', '{"json":{"email":"a","password":"x","__proto__":{"polluted":1}}}'],
    ['a constructor', { json: { ...plain, constructor: 1 } }],
    ['another prototype', { json: { ...plain, prototype: 1 } }],
    ['depth', `{"json":${deep(30_000)}}`],
    ['depth in the types', `{"json":{},"meta":{"values":${deep(30_000)}}}`],
  ])('%s', async (_what, body) => {
    const { status, error } = await ask('POST', 'auth.logIn', body);
    expect([status, error?.data.appCode]).toEqual([400, 'INPUT_INVALID']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('as three bytes, or a hundred million of them, in a public URL', async () => {
    for (const length of [3, 100_000_000]) {
      const input = JSON.stringify(typed(length, [['typed-array', 'Uint8Array']]));
      const { status, error } = await ask('GET', `catalogue.settings?input=${encodeURIComponent(input)}`);
      expect([status, error?.data.appCode]).toEqual([400, 'INPUT_INVALID']);
    }
  });

  test('as a card number', async () => {
    const { status, error, text } = await command('registration.payByCard', {
      cardToken: '4242424242424242',
    });
    expect([status, error?.data.appCode]).toEqual([400, 'CARD_DATA_REFUSED']);
    expect(text).not.toContain('4242');
  });

  test('as an input in the URL that is not JSON', async () => {
    const { status, error } = await ask('GET', 'orders.previous?input=%7B');
    expect([status, error?.data.appCode]).toEqual([400, 'INPUT_INVALID']);
  });

  test('as a URL that cannot be decoded', async () => {
    const response = await world.request('GET', '/api/trpc/%E0%A4%A');
    expect(response.status).toBe(404);
  });

  test('as mutations and queries in one batch', async () => {
    const { status } = await ask('POST', 'auth.me,auth.logOut?batch=1', '{}');
    expect(status).toBe(400);
    expect((await createBrowser(world).get('/api/me', { cookie: person.cookie() })).status).toBe(200);
  });
});
