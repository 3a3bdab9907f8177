import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createCardToken } from '@/testing/cards';
import {
  createBrowser,
  createSubscriber,
  DELIVERY,
  GOOD_CARD,
  DECLINED_CARD,
  registerUpToPayment,
  registration,
  type Browser,
} from '@/testing/browser';
import { pass } from '@/testing/subscribers';
import { plantMember } from '@/testing/desk';
import { withWorld } from '@/testing/with-world';
import { transaction } from '../../db';
import { keyedHash } from '../../platform/keyed-hash';
import { createToken } from '../../login/staff/api-tokens';
import { apiContext } from '../context';
import { okResponse } from './responses';
import { respondOnce, readKey } from './idempotency';

const world = withWorld();

const REGISTER = '/api/register';
const DELIVER = '/api/register/delivery';
const PAY = '/api/register/payment/card';

let keys = 0;
const newKey = () => ({ 'idempotency-key': `key-${(keys += 1)}` });

async function countOf(table: 'accounts' | 'sessions' | 'idempotency_records', email?: string) {
  const whose = email
    ? sql` where ${table === 'accounts' ? sql`id` : sql`account_id`} = (select id from accounts where email = ${email})`
    : sql``;
  const [row] = await world.db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)}${whose}`,
  );
  return row?.n ?? 0;
}

const stored = (key: Record<string, string>) => keyedHash('idempotency key', key['idempotency-key'] ?? '');

const record = async (key: Record<string, string>) => {
  const [row] = await world.db.execute<{ scope: string; status: number | null; text: string | null }>(
    sql`select scope, status, body ->> 'text' as text from idempotency_records where key = ${stored(key)}`,
  );
  return row;
};

describe('registering with a key', () => {
  test('twenty times at once makes one registration, and gives all twenty a session of it', async () => {
    const requested = registration();
    const key = newKey();
    const accounts = await countOf('accounts');
    const browsers = Array.from({ length: 20 }, () => createBrowser(world));
    const answers = await Promise.all(browsers.map((browser) => browser.post(REGISTER, requested, key)));
    const texts = new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`));
    expect([...texts]).toEqual([expect.stringMatching(/^200 .*"registrationId":"reg_/)]);
    expect(await countOf('accounts')).toBe(accounts + 1);
    expect(new Set(browsers.map((browser) => browser.cookie())).size).toBe(20);
    for (const browser of browsers) {
      expect((await browser.get('/api/me')).body.data.account).toMatchObject({ email: requested.email });
    }
  });

  test('again without the cookie, after a lost response, gives a new session of the same registration', async () => {
    const requested = registration();
    const key = newKey();
    const first = await createBrowser(world).post(REGISTER, requested, key);
    const browser = createBrowser(world);
    const again = await browser.post(REGISTER, requested, key);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await countOf('sessions', requested.email)).toBe(2);
    expect((await browser.post(DELIVER, DELIVERY)).status).toBe(200);
  });

  test('again with the cookie returns the same, even after the order is paid', async () => {
    const requested = registration();
    const key = newKey();
    const browser = createBrowser(world);
    const first = await browser.post(REGISTER, requested, key);
    const cookie = browser.cookie();
    await browser.post(DELIVER, DELIVERY);
    await browser.post(PAY, { cardToken: await createCardToken(GOOD_CARD) });
    const again = await browser.post(REGISTER, requested, key);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.getSetCookie()).toEqual([]);
    expect(browser.cookie()).toBe(cookie);
  });

  test('whose password has changed since returns the same but starts no session', async () => {
    const requested = registration();
    const key = newKey();
    const browser = createBrowser(world);
    await browser.post(REGISTER, requested, key);
    const changed = { email: requested.email, password: 'a better horse' };
    await browser.post('/api/register/email-auth', changed);
    const again = await createBrowser(world).post(REGISTER, requested, key);
    expect(again.status).toBe(200);
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  test('and another body is another registration: without a session a key belongs to path and body', async () => {
    const key = newKey();
    const first = await createBrowser(world).post(REGISTER, registration(), key);
    const second = await createBrowser(world).post(REGISTER, registration(), key);
    expect(second.status).toBe(200);
    expect(second.body.data.registrationId).not.toBe(first.body.data.registrationId);
  });

  test('without a key is EMAIL_TAKEN the second time', async () => {
    const requested = registration();
    await createBrowser(world).post(REGISTER, requested);
    expect((await createBrowser(world).post(REGISTER, requested)).body.code).toBe('EMAIL_TAKEN');
  });

  test('a day later is a new request', async () => {
    const requested = registration();
    const key = newKey();
    await createBrowser(world).post(REGISTER, requested, key);
    await pass(world, { hours: 23, minutes: 59 });
    expect((await createBrowser(world).post(REGISTER, requested, key)).status).toBe(200);
    await pass(world, { minutes: 1 });
    expect((await createBrowser(world).post(REGISTER, requested, key)).body.code).toBe('EMAIL_TAKEN');
  });

  test('stores nothing of the body, and nothing from which the password could be guessed', async () => {
    const requested = registration({ password: 'guess me if you can' });
    const key = newKey();
    await createBrowser(world).post(REGISTER, requested, key);
    const [row] = await world.db.execute<{ whole: string }>(
      sql`select r::text as whole from idempotency_records r where key = ${stored(key)}`,
    );
    expect(row?.whole).not.toContain(requested.email);
    expect(row?.whole).not.toContain('guess me');
  });
});

describe('paying with a key', () => {
  const pay = (browser: Browser, cardToken: string, key: Record<string, string>) =>
    browser.post(PAY, { cardToken }, key);
  const charges = () => world.sandbox.gateway.charges.size();

  test('twenty times at once makes one charge and twenty equal responses', async () => {
    const { browser } = await registerUpToPayment(world);
    const [token, key, before] = [await createCardToken(GOOD_CARD), newKey(), charges()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(browser, token, key)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.body.data).toMatchObject({ outcome: 'paid' });
    expect(charges()).toBe(before + 1);
  });

  test('again returns the decline, and nothing is charged', async () => {
    const { browser } = await registerUpToPayment(world);
    const [token, key] = [await createCardToken(DECLINED_CARD), newKey()];
    const first = await pay(browser, token, key);
    expect([first.status, first.body.reason]).toEqual([402, 'declined']);
    const before = charges();
    expect(await pay(browser, token, key)).toMatchObject({ status: 402, body: first.body });
    expect(charges()).toBe(before);
  });

  test('for another card or path is IDEMPOTENCY_KEY_REUSED', async () => {
    const { browser } = await registerUpToPayment(world);
    const key = newKey();
    await pay(browser, await createCardToken(DECLINED_CARD), key);
    for (const [path, body] of [
      [PAY, { cardToken: await createCardToken(GOOD_CARD) }],
      [DELIVER, DELIVERY],
    ] as const) {
      const answer = await browser.post(path, body, key);
      expect([answer.status, answer.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
      expect(answer.body.message).toBe('This idempotency key was used for another request.');
    }
  });

  test('does not store PAYMENT_PENDING, because the outcome may change', async () => {
    const { browser } = await registerUpToPayment(world);
    world.sandbox.faults.add({
      service: 'omise',
      op: 'POST /charges',
      kind: 'status',
      times: 1,
      args: { status: 500 },
    });
    const unknown = await pay(browser, await createCardToken(GOOD_CARD), newKey());
    expect(unknown.body.data).toMatchObject({ outcome: 'pending' });
    const key = newKey();
    const pending = await pay(browser, await createCardToken(GOOD_CARD), key);
    expect([pending.status, pending.body.code]).toEqual([409, 'PAYMENT_PENDING']);
    expect(await record(key)).toBeUndefined();
  });
});

describe('a stored response', () => {
  test('can be a 400, byte for byte, in the language of the first response', async () => {
    const { browser } = await registerUpToPayment(world);
    const ask = async (language: string, key: Record<string, string>) => {
      const headers = { ...key, 'accept-language': language, cookie: browser.cookie() };
      return (await world.request('POST', DELIVER, { ...DELIVERY, postalCode: 'x' }, headers)).text();
    };
    const key = newKey();
    const first = await ask('th', key);
    expect(first).toContain('"code":"POSTCODE_INVALID"');
    expect(await ask('en', key)).toBe(first);
  });

  test('can be a 409 of a rule', async () => {
    const browser = createBrowser(world);
    await browser.post(REGISTER, registration());
    const key = newKey();
    const body = { cardToken: 'tokn_test_1' };
    const first = await browser.post(PAY, body, key);
    expect([first.body.code, first.headers.get('idempotency-replayed')]).toEqual(['STEP_MISSING', null]);
    await browser.post(DELIVER, DELIVERY);
    const again = await browser.post(PAY, body, key);
    expect([again.body.code, again.headers.get('idempotency-replayed')]).toEqual(['STEP_MISSING', 'true']);
  });

  test.each<[string, number, (key: Record<string, string>) => Promise<{ status: number }>]>([
    ['401', 401, (key) => createBrowser(world).post(DELIVER, DELIVERY, key)],
    ['403', 403, async (key) => (await createSubscriber(world)).browser.post(DELIVER, DELIVERY, key)],
    [
      '503',
      503,
      async (key) => {
        const { browser } = await registerUpToPayment(world);
        const cardToken = await createCardToken(GOOD_CARD);
        const away = { service: 'omise', op: '*', kind: 'status', times: 1, args: { status: 429 } };
        world.sandbox.faults.add(away);
        return browser.post(PAY, { cardToken }, key);
      },
    ],
  ])('is never a %s', async (_what, status, ask) => {
    const key = newKey();
    expect((await ask(key)).status).toBe(status);
    expect(await record(key)).toBeUndefined();
    world.sandbox.faults.clear();
  });

  test('belongs to the session: another session with the same key and body gets its own response', async () => {
    const key = newKey();
    const [one, two] = [await registerUpToPayment(world), await registerUpToPayment(world)];
    const broken = { ...DELIVERY, postalCode: 'x' };
    await one.browser.post(DELIVER, broken, key);
    expect((await two.browser.post(DELIVER, DELIVERY, key)).status).toBe(200);
    await one.browser.post('/api/logout');
    expect((await one.browser.post(DELIVER, broken, key)).status).toBe(401);
  });

  test('belongs to the session also for two sessions with one bearer token, which both do their command', async () => {
    const key = { ...newKey(), authorization: 'Bearer x' };
    const people = [await registerUpToPayment(world), await registerUpToPayment(world)];
    const moved = { ...DELIVERY, address: '9 Soi 9' };
    for (const { browser } of people) expect((await browser.post(DELIVER, moved, key)).status).toBe(200);
    const rows = await world.db.execute(sql`select id from accounts where address = ${moved.address}`);
    expect(rows).toHaveLength(2);
  });

  test('of an API token is for that token, and of an unknown one for anybody', async () => {
    const { staffId } = await plantMember(world, 'owner');
    const billing = { name: 'Cron', scopes: ['billing' as const], days: 30 };
    const scopeWith = async (token: string, path: string, body: unknown) => {
      const key = newKey();
      await createBrowser(world).post(path, body, { ...key, authorization: `Bearer ${token}` });
      return (await record(key))?.scope.split(':', 1)[0];
    };
    const { token } = await createToken(world.ctx(), staffId, billing);
    expect(await scopeWith(token, '/api/omise/schedule-payments', {})).toBe('token');
    for (const unknown of ['x', token.slice(0, -1), 'ira_x'])
      expect(await scopeWith(unknown, REGISTER, registration())).toBe('anybody');
  });

  test('of the operator is for the operator', async () => {
    const [path, key] = ['/api/omise/schedule-payments', newKey()];
    const caller = createBrowser(world);
    const first = await caller.post(path, {}, { ...world.operator, ...key });
    expect(first.status).toBe(200);
    expect((await caller.post(path, {}, key)).status).toBe(401);
    const again = await caller.post(path, {}, { ...world.operator, ...key });
    expect(again.body).toEqual(first.body);
  });

  test('is not compared with endless nesting: 400 before any comparison', async () => {
    const { browser } = await registerUpToPayment(world);
    const body = `{"address":${'['.repeat(30_000)}1${']'.repeat(30_000)}}`;
    const key = newKey();
    const answer = await world.request('POST', DELIVER, body, { cookie: browser.cookie(), ...key });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('INPUT_INVALID')]);
    expect(await record(key)).toBeUndefined();
  });

  test('does not depend on the order of the fields', async () => {
    const requested = registration();
    const key = newKey();
    const first = await createBrowser(world).post(REGISTER, requested, key);
    const turned = Object.fromEntries(Object.entries(requested).reverse());
    const again = await createBrowser(world).post(REGISTER, turned, key);
    expect(again.body).toEqual(first.body);
  });
});

describe('a request that is still running', () => {
  const keyed = (key: string) => ({
    ctx: apiContext(new Headers({ 'x-ira-address': '203.0.113.7' })),
    route: {},
    path: '/api/test',
    input: {},
    key,
  });

  test('blocks a repeat, which gets IDEMPOTENCY_KEY_BUSY after waiting; its own response is stored', async () => {
    let finish = (_answer: Response) => {};
    const first = respondOnce(keyed('slow'), () => new Promise<Response>((done) => (finish = done)));
    await expect.poll(() => record({ 'idempotency-key': 'slow' })).toMatchObject({ status: null });
    const second = respondOnce(keyed('slow'), () => Promise.reject(new Error('ran twice')), 150);
    await expect(second).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_BUSY' });
    const third = respondOnce(keyed('slow'), () => Promise.reject(new Error('ran twice')));
    finish(okResponse({ n: 1 }));
    expect(await (await first).json()).toEqual({ status: 'ok', data: { n: 1 } });
    expect(await (await third).json()).toEqual({ status: 'ok', data: { n: 1 } });
  });

  test('and whose process stops is run again by a later repeat, but not at once', async () => {
    const died = new Promise<Response>(() => {});
    void respondOnce(keyed('dead'), () => died);
    await expect.poll(() => record({ 'idempotency-key': 'dead' })).toBeDefined();
    const work = () => Promise.resolve(okResponse({ second: true }));
    await expect(respondOnce(keyed('dead'), work, 0)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_BUSY' });
    await pass(world, { minutes: 5 });
    expect((await respondOnce(keyed('dead'), work, 0)).status).toBe(200);
  });

  test('and stops after the registration was written is continued by an exact repeat, and by no other caller', async () => {
    const requested = registration();
    const key = newKey();
    const begun = await createBrowser(world).post(REGISTER, requested, key);
    await transaction(world.db, (tx) =>
      tx.execute(sql`update idempotency_records set status = null, body = null where key = ${stored(key)}`),
    );
    await pass(world, { minutes: 6 });
    const stranger = createBrowser(world);
    const guess = await stranger.post(REGISTER, { ...requested, password: 'another guess' }, key);
    expect(guess).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
    expect((await stranger.get('/api/me')).status).toBe(401);
    const again = createBrowser(world);
    const answer = await again.post(REGISTER, requested, key);
    expect(answer).toMatchObject({ status: 200, body: begun.body });
    expect((await again.post(DELIVER, DELIVERY, newKey())).status).toBe(200);
  });

  test('and fails releases its key', async () => {
    await expect(respondOnce(keyed('bug'), () => Promise.reject(new Error('bug')))).rejects.toThrow('bug');
    expect(await record({ 'idempotency-key': 'bug' })).toBeUndefined();
  });
});

test.each([
  [undefined, null],
  ['', null],
  ['a', 'a'],
  ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
  ['k'.repeat(255), 'k'.repeat(255)],
])('the key in %j is %j', (header, key) => {
  expect(readKey(new Headers(header === undefined ? {} : { 'idempotency-key': header }))).toBe(key);
});

test.each(['k'.repeat(256), 'ÿ'])('%j is not a valid key', (header) => {
  expect(() => readKey(new Headers({ 'idempotency-key': header }))).toThrow('INPUT_INVALID');
});
