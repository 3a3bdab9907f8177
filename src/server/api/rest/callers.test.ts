import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts } from '@/server/db/schema';
import { createCardToken } from '@/testing/cards';
import {
  createBrowser,
  createSubscriber,
  DELIVERY,
  GOOD_CARD,
  registerUpToPayment,
  registration,
} from '@/testing/browser';
import { withWorld } from '@/testing/with-world';

const world = withWorld();

const TOKEN = 'tokn_test_5fzbwc1wcmjpxyzkzfk';
const needsSession = [
  ['GET', '/api/me', undefined],
  ['GET', '/api/refresh', undefined],
  ['POST', '/api/register/delivery', DELIVERY],
  ['POST', '/api/register/payment/card', { cardToken: TOKEN }],
  ['POST', '/api/register/email-auth', { email: 'a@example.test', password: 'correct horse' }],
] as const;

describe('a call that needs a session', () => {
  test.each(needsSession)('is 401 without one and with a made-up one: %s %s', async (...row) => {
    const [method, path, body] = row;
    for (const cookie of ['', 'session=', 'session=abcdefghijklmnopqrstuvwxyz0123456789', 'session=%00%ff']) {
      const response = await world.request(method, path, body, cookie ? { cookie } : {});
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({
        status: 'error',
        code: 'NOT_LOGGED_IN',
        message: 'Please log in to continue.',
      });
    }
  });

  test.each(needsSession)('is 401 once the session has expired: %s %s', async (method, path, body) => {
    const { browser } = await registerUpToPayment(world);
    await world.setNow(new Date(world.now().getTime() + 60 * 60_000));
    const response = await world.request(method, path, body, { cookie: browser.cookie() });
    expect(response.status).toBe(401);
  });

  test.each(needsSession)('is 401 once the account is deleted: %s %s', async (method, path, body) => {
    const { browser, email } = await registerUpToPayment(world);
    await transaction(world.db, (tx) =>
      tx.update(accounts).set({ deletedAt: world.now() }).where(eq(accounts.email, email)),
    );
    const response = await world.request(method, path, body, { cookie: browser.cookie() });
    expect(response.status).toBe(401);
  });
});

describe('a call for an unfinished registration', () => {
  test('is NOT_ALLOWED for a subscriber who registers again, and changes nothing', async () => {
    const { browser } = await createSubscriber(world);
    const before = (await browser.get('/api/me')).body.data;
    const answer = await browser.post('/api/register', registration({ locale: 'th' }));
    expect([answer.status, answer.body.code]).toEqual([403, 'NOT_ALLOWED']);
    expect((await browser.get('/api/me')).body.data).toEqual(before);
  });

  test.each([
    ['/api/register/delivery', { ...DELIVERY, address: 'elsewhere' }],
    ['/api/register/email-auth', { email: 'new@example.test', password: 'another horse' }],
  ])('is NOT_ALLOWED for a subscriber: %s', async (path, body) => {
    const { browser } = await createSubscriber(world);
    const answer = await browser.post(path, body);
    expect([answer.status, answer.body.code]).toEqual([403, 'NOT_ALLOWED']);
    expect(answer.body.message).toBe(
      'This isn’t available for your account. Please contact us if you need it.',
    );
  });

  test('returns the outcome again for a paid first order, and charges nothing', async () => {
    const { browser, orderId } = await createSubscriber(world);
    const charges = world.sandbox.gateway.charges.size();
    const again = await browser.post('/api/register/payment/card', {
      cardToken: await createCardToken(GOOD_CARD),
    });
    expect(again.body.data).toMatchObject({ outcome: 'paid', subscriptionStatus: 'active', orderId });
    expect(world.sandbox.gateway.charges.size()).toBe(charges);
  });
});

describe('the registration steps', () => {
  test('require the delivery address before paying: STEP_MISSING', async () => {
    const browser = createBrowser(world);
    await browser.post('/api/register', registration());
    const answer = await browser.post('/api/register/payment/card', { cardToken: TOKEN });
    expect([answer.status, answer.body.code]).toEqual([409, 'STEP_MISSING']);
  });

  test('with the session of an unfinished registration change that one', async () => {
    const { browser, started } = await registerUpToPayment(world);
    const changed = registration({ plan: { ...registration().plan, frequency: 3 } });
    const again = await browser.post('/api/register', changed);
    expect(again.body.data.registrationId).toBe(started.registrationId);
    expect(again.body.data.totals).toMatchObject({ deliveryFee: 4000 });
    const me = (await browser.get('/api/me')).body.data;
    expect(me).toMatchObject({ account: { email: changed.email }, subscription: { frequency: 3 } });
  });

  test('with a taken e-mail, in any case, are EMAIL_TAKEN', async () => {
    const { email } = await registerUpToPayment(world);
    const visitor = createBrowser(world);
    const requested = registration({ email: email.toUpperCase() });
    const answer = await visitor.post('/api/register', requested);
    expect([answer.status, answer.body.code]).toEqual([409, 'EMAIL_TAKEN']);
    expect(answer.body.message).toBe(
      'This email address has already been registered. Did you mean to log in instead?',
    );
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('treat an e-mail that only looks the same as another one', async () => {
    const { email } = await registerUpToPayment(world, { email: 'paypal@example.test' });
    expect(email).toBe('paypal@example.test');
    const visitor = createBrowser(world);
    expect((await visitor.post('/api/register', registration({ email: 'paypa1@example.test' }))).status).toBe(
      200,
    );
  });
});

describe('the operator', () => {
  const path = '/api/omise/schedule-payments';
  const run = (body: unknown, headers: Record<string, string> = world.operator) =>
    createBrowser(world).post(path, body, headers);

  test.each([
    ['no token', {}],
    ['a wrong one', { authorization: 'Bearer wrong' }],
    ['the beginning of it', { authorization: 'Bearer operator-token-of-the-test' }],
    ['another scheme', { authorization: 'Basic operator-token-of-the-tests' }],
    ['nothing after Bearer', { authorization: 'Bearer ' }],
  ])('with %s is 401', async (_what, headers) => {
    const { status, headers: fields } = await run({}, headers);
    expect([status, fields.get('www-authenticate')]).toEqual([401, 'Bearer realm="ira"']);
  });

  test('is not any account with a session', async () => {
    const { browser } = await createSubscriber(world);
    expect((await browser.post(path, {})).status).toBe(401);
  });

  test('with the token gets the counts of the run', async () => {
    const { status, body } = await run({ limit: 1 });
    expect(status).toBe(200);
    expect(Object.keys(body.data).sort()).toEqual(
      ['charged', 'declined', 'failed', 'linksSent', 'planned', 'unknown'].sort(),
    );
  });

  test('may write the scheme in any case', async () => {
    const authorization = world.operator.authorization?.replace('Bearer', 'bearer') ?? '';
    expect((await run({}, { authorization })).status).toBe(200);
  });

  test.each([{ limit: 0 }, { limit: 1.5 }, { limit: '5' }, { asOf: 'tomorrow' }, { asOf: '2026-02-30' }])(
    'with %j is INPUT_INVALID',
    async (body) => {
      const answer = await run(body);
      expect([answer.status, answer.body.code]).toEqual([400, 'INPUT_INVALID']);
    },
  );

  test('cannot choose a past day or instant; today after nine means now', async () => {
    const today = new Date(world.now().getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
    expect((await run({ asOf: today })).status).toBe(200);
    for (const asOf of ['2026-11-19', new Date(world.now().getTime() - 1000).toISOString()]) {
      const answer = await run({ asOf });
      expect([answer.status, answer.body.code]).toEqual([400, 'DATE_OUT_OF_RANGE']);
    }
  });
});
