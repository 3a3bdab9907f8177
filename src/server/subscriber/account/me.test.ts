import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiContext } from '@/server/api/context';
import { createCaller } from '@/server/api/root';
import { transaction } from '@/server/db';
import { accounts } from '@/server/db/schema';
import { createCardToken } from '@/testing/cards';
import {
  createBrowser,
  createSubscriber,
  registerSubscriber,
  DELIVERY,
  GOOD_CARD,
  registerUpToPayment,
  registration,
  type Browser,
} from '@/testing/browser';
import { queriesOf } from '@/testing/queries';
import { withWorld } from '@/testing/with-world';

let browser: Browser;
let orderId: string;
const world = withWorld();
beforeAll(async () => {
  ({ browser, orderId } = await createSubscriber(world));
});

const home = (who = browser) =>
  createCaller(apiContext(new Headers({ cookie: who.cookie() }))).account.home();

/** Returns the queries of a second call. A first call caches the catalogue and opens the connections. */
async function costOf(ask: () => Promise<unknown>): Promise<string[]> {
  await ask();
  return queriesOf(world.db, ask);
}

describe('GET /api/me', () => {
  test('returns the example of the specification', async () => {
    const { body } = await browser.get('/api/me');
    expect(body.data).toEqual({
      expiresInMinutes: expect.any(Number) as number,
      account: {
        id: expect.stringMatching(/^acc_/) as string,
        firstName: 'Mali',
        lastName: 'Suk',
        email: expect.stringMatching(/^person\d+@example\.test$/) as string,
        emailVerified: false,
        locale: 'en',
        lineLinked: false,
      },
      subscription: {
        status: 'active',
        registering: false,
        frequency: 1,
        paymentDay: 31,
        paymentMethod: 'card',
        bankAccount: null,
        version: expect.any(Number) as number,
        items: [
          { productCode: 'day-pads', quantity: 2 },
          { productCode: 'night-pads', quantity: 1 },
        ],
        boxPrice: 33525,
        deliveryFee: 4000,
        pointsPerOrder: 33,
        pause: null,
        priceNotice: null,
      },
      pendingPayment: null,
      points: 33,
    });
  });

  test('costs one query', async () => {
    expect(await costOf(() => browser.get('/api/me'))).toHaveLength(1);
  });

  test('costs no query without a cookie', async () => {
    expect(await costOf(() => createBrowser(world).get('/api/me'))).toEqual([]);
  });
});

describe("the account's home", () => {
  test('contains everything that its page shows', async () => {
    const { account, subscription, delivery, upcoming, lastPaid, cards, points, today } = await home();
    expect(account.firstName).toBe('Mali');
    expect(subscription?.status).toBe('active');
    expect(delivery).toEqual(DELIVERY);
    expect(upcoming.map(({ paymentDate }) => paymentDate)).toEqual([
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
    ]);
    expect(lastPaid).toMatchObject({ orderId, status: 'previous', payment: { status: 'success' } });
    expect(cards).toMatchObject([{ lastDigits: '4242', isDefault: true, status: 'valid' }]);
    expect([points, today]).toEqual([33, '2026-11-20']);
  });

  test('has no next order before the first payment', async () => {
    const { browser: person } = await registerUpToPayment(world);
    expect(await home(person)).toMatchObject({ upcoming: [], lastPaid: null, cards: [], delivery: DELIVERY });
  });

  test("costs four queries, including the session's", async () => {
    expect(await costOf(() => home())).toHaveLength(4);
  });

  test('requires a session', async () => {
    await expect(home(createBrowser(world))).rejects.toMatchObject({ cause: { code: 'NOT_LOGGED_IN' } });
  });
});

/* The numbers of queries are measured, without the statements that begin and end a transaction. */
describe('the query cost of account calls', () => {
  const isWork = (query: string) => !/^(begin|set transaction|commit)/i.test(query);
  const transactions = (sent: string[]) => sent.filter((query) => /^begin/i.test(query)).length;

  test('GET /api/refresh: two queries in one transaction', async () => {
    const sent = await costOf(() => browser.get('/api/refresh'));
    expect([sent.filter(isWork).length, transactions(sent)]).toEqual([2, 1]);
  });

  test('POST /api/login: 13 queries, in a transaction for each limit and one for the session', async () => {
    const { email } = await registerUpToPayment(world);
    const sent = await costOf(() =>
      createBrowser(world).post('/api/login', { email, password: 'correct horse' }),
    );
    expect([sent.filter(isWork).length, transactions(sent)]).toEqual([13, 3]);
  });

  test('POST /api/register: some 25 queries, eight of them the catalogue, in four transactions', async () => {
    const sent = await costOf(() => createBrowser(world).post('/api/register', registration()));
    expect(sent.filter(isWork).length).toBeLessThanOrEqual(25);
    expect(transactions(sent)).toBe(4);
  });
});

test('a declined payment is shown in pendingPayment until another card pays', async () => {
  const { browser: person } = await registerUpToPayment(world);
  await person.post('/api/register/payment/card', {
    cardToken: await createCardToken({ number: '4111111111140011' }),
  });
  const { body } = await person.get('/api/me');
  expect(body.data.pendingPayment).toMatchObject({
    method: 'card',
    status: 'fail',
    reason: 'declined',
    amount: 37525,
    paymentUrl: null,
  });
  await person.post('/api/register/payment/card', { cardToken: await createCardToken(GOOD_CARD) });
  expect((await person.get('/api/me')).body.data.pendingPayment).toBeNull();
});

test('a deleted account has no session from that moment on', async () => {
  const { browser: person, email } = await registerSubscriber(world);
  await transaction(world.db, (tx) =>
    tx.update(accounts).set({ deletedAt: world.now() }).where(eq(accounts.email, email)),
  );
  expect((await person.get('/api/me')).status).toBe(401);
  await expect(home(person)).rejects.toThrow();
});
