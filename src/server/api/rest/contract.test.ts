import { beforeAll, describe, expect, test } from 'vitest';
import { registerUpToPayment, type Browser } from '@/testing/browser';
import { withWorld } from '@/testing/with-world';
import { handleApi } from '../handler';

const GET_ROWS = ['/api/me', '/api/refresh', '/api/settings', '/api/health', '/api/ready'];
/** The paths whose response is the same for every caller. */
const PUBLIC_ROWS = ['/api/settings'];
const PUBLIC = 'public, max-age=0, must-revalidate';
const POST_ROWS = [
  '/api/login',
  '/api/logout',
  '/api/register',
  '/api/register/email-auth',
  '/api/register/delivery',
  '/api/register/payment/card',
  '/api/omise/schedule-payments',
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A browser with a registration in progress and the operator's token, which may call every row. */
let person: Browser;
const world = withWorld();
beforeAll(async () => {
  ({ browser: person } = await registerUpToPayment(world));
});

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await world.request(method, path, body, {
    cookie: person.cookie(),
    ...world.operator,
    ...headers,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const codeIn = (text: string) => (JSON.parse(text) as { code?: string }).code;

describe.each(GET_ROWS)('%s', (path) => {
  test('responds to GET with {"status":"ok","data":{…}}, as JSON that must not be cached unless it is public', async () => {
    const { status, headers, text } = await ask('GET', path);
    expect(status).toBe(200);
    const body = JSON.parse(text) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(['status', 'data']);
    expect(body.status).toBe('ok');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe(PUBLIC_ROWS.includes(path) ? PUBLIC : 'no-store');
    const shared = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
    expect(shared).toEqual(PUBLIC_ROWS.includes(path) ? ['access-control-allow-origin'] : []);
  });

  test('responds to HEAD as to GET, without the body', async () => {
    const { status, headers, text } = await ask('HEAD', path);
    expect([status, text]).toEqual([200, '']);
    expect(headers.get('content-type')).toContain('application/json');
    const { text: body } = await ask('GET', path);
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  });

  test('responds the same with a trailing slash', async () => {
    expect((await ask('GET', `${path}/`)).status).toBe(200);
  });

  test.each(METHODS.filter((method) => method !== 'GET'))(
    'refuses %s with 405 and Allow: GET, HEAD',
    async (method) => {
      const { status, headers, text } = await ask(method, path);
      expect([status, headers.get('allow'), codeIn(text)]).toEqual([405, 'GET, HEAD', 'METHOD_NOT_ALLOWED']);
    },
  );
});

describe.each(POST_ROWS)('%s', (path) => {
  test.each(METHODS.filter((method) => method !== 'POST'))(
    'refuses %s with 405 and Allow: POST',
    async (method) => {
      const { status, headers, text } = await ask(method, path);
      expect([status, headers.get('allow'), codeIn(text)]).toEqual([405, 'POST', 'METHOD_NOT_ALLOWED']);
    },
  );

  test('refuses HEAD with 405 and no body', async () => {
    const { status, headers, text } = await ask('HEAD', path);
    expect([status, headers.get('allow'), text]).toEqual([405, 'POST', '']);
  });

  test('refuses an unknown field by name', async () => {
    const { status, text } = await ask('POST', path, { points: 100, email: 'a@example.test' });
    expect([status, codeIn(text)]).toEqual([400, 'INPUT_INVALID']);
    const { fieldErrors } = JSON.parse(text) as { fieldErrors: Record<string, string[]> };
    expect(fieldErrors.points).toEqual(['Invalid input']);
  });

  test('refuses a field called __proto__ and pollutes nothing', async () => {
    const { status, text } = await ask('POST', path, '{"__proto__":{"polluted":true}}');
    expect([status, codeIn(text)]).toEqual([400, 'INPUT_INVALID']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('refuses %s with 415', async (type) => {
    const { status, text } = await ask('POST', path, '{}', { 'content-type': type });
    expect([status, codeIn(text)]).toEqual([415, 'NOT_JSON']);
  });

  test('refuses a body without a type with 415', async () => {
    const body = new TextEncoder().encode('{}');
    const typeless = await handleApi(new Request(`http://localhost:3999${path}`, { method: 'POST', body }));
    expect(typeless.status).toBe(415);
  });

  test.each(['{', '[]', '"text"', '7', 'null', '\u0000', '{"a":1}}'])('refuses %j with 400', async (body) => {
    const { status, text } = await ask('POST', path, body);
    expect([status, codeIn(text)]).toEqual([400, 'INPUT_INVALID']);
    expect(JSON.parse(text)).toMatchObject({ status: 'error', message: 'Invalid input' });
  });

  test('refuses more than 64 kB with 413', async () => {
    const { status, text } = await ask('POST', path, { email: 'x'.repeat(70_000) });
    expect([status, codeIn(text)]).toEqual([413, 'TOO_LARGE']);
  });

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://shop.ira.example' },
    { origin: 'null' },
  ])('refuses a browser on another site with 403 (%j), without a query', async (headers) => {
    const { status, text } = await ask('POST', path, { note: '4242424242424242' }, headers);
    expect([status, codeIn(text)]).toEqual([403, 'NOT_ALLOWED']);
  });

  test('refuses a card number anywhere in it', async () => {
    const body = { details: { note: ['4242 4242 4242 4242'] } };
    const { status, text } = await ask('POST', path, body);
    expect([status, codeIn(text)]).toEqual([400, 'CARD_DATA_REFUSED']);
    expect(text).not.toContain('4242');
  });
});

describe('an unknown path', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api//me',
    '/api/me/x.js',
    '/api/me;.css',
    '/api/ME',
    '/api/%6de',
    '/api/register/payment',
    '/api/constructor',
    '/api/__proto__',
    '/api/_control/clock',
    '/api/trpc',
    '/api/health/x',
  ])('%s is 404 in the envelope', async (path) => {
    for (const method of ['GET', 'POST']) {
      const { status, headers, text } = await ask(method, path, method === 'POST' ? {} : undefined);
      expect([status, codeIn(text)]).toEqual([404, 'NOT_FOUND']);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('/api/webhooks/omise', () => {
  const path = '/api/webhooks/omise';

  test('is 401 without a signature and with a wrong one, and stores nothing', async () => {
    const timestamp = String(Math.floor(world.now().getTime() / 1000));
    const forged = { 'omise-signature': 'ab'.repeat(32), 'omise-signature-timestamp': timestamp };
    for (const headers of [{}, forged]) {
      const { status, text } = await ask('POST', path, { object: 'event' }, headers);
      expect([status, codeIn(text)]).toEqual([401, 'NOT_LOGGED_IN']);
    }
    expect(await world.db.query.providerEvents.findMany()).toEqual([]);
  });

  test('accepts POST only, and at most 64 kB', async () => {
    const { status, headers } = await ask('GET', path);
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    expect((await ask('POST', path, 'x'.repeat(70_000))).status).toBe(413);
  });
});

test('the public settings contain what the browser needs and no secret', async () => {
  const { text } = await ask('GET', '/api/settings');
  const { data } = JSON.parse(text) as { data: Record<string, unknown> };
  expect(data).toMatchObject({
    omisePublicKey: 'pkey_test_ira_sandbox',
    omiseVaultUrl: `${world.sandboxUrl}/omise/vault`,
    lineChannelId: '1650000000',
    offlineRegistration: true,
    contact: { email: 'hello@ira.test' },
    social: expect.objectContaining({ facebook: null }) as unknown,
  });
  expect(text).not.toMatch(/skey_|postgres:|operator-token|c29mdC1/);
});
