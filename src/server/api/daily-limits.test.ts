import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { idempotencyRecords, referralCodes, throttles } from '@/server/db/schema';
import { keyOf } from '@/server/platform/throttle';
import { createBrowser, registerUpToPayment, registration } from '@/testing/browser';
import { queriesOf } from '@/testing/queries';
import { plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ settings: { THROTTLE_SCALE: '1' } });
afterEach(() => transaction(world.db, (tx) => tx.delete(throttles)));

const browserAt = (address: string) => createBrowser(world, { 'x-ira-address': address });
const register = (address: string, email?: string) =>
  browserAt(address).post('/api/register', registration(email === undefined ? {} : { email }));
/** Sets the counters of a limit to `count` uses. */
const useUp = (name: string, count: number) =>
  transaction(world.db, (tx) =>
    tx.execute(sql`update throttles set count = ${count} where key like ${`${name}:%`}`),
  );

test('a network learns sixty times a day whether an e-mail is registered; then taken and free e-mails get the same response', async () => {
  const { email } = await registerUpToPayment(world);
  expect((await register('198.51.100.1', email)).body.code).toBe('EMAIL_TAKEN');
  await useUp('enumerationNetwork', 59);
  // A successful registration subtracts its use from the limit.
  expect((await register('198.51.100.2')).status).toBe(200);
  expect((await register('198.51.100.3', email)).body.code).toBe('EMAIL_TAKEN');
  const [taken, free] = [await register('198.51.100.4', email), await register('198.51.100.5')];
  expect(taken.body).toMatchObject({ code: 'THROTTLED' });
  expect([free.status, free.body]).toEqual([429, taken.body]);
  expect(Number(taken.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
  expect((await register('192.0.2.1')).status).toBe(200);
});

test('a /48 has four times the budget of a household, and does not refuse the first three tries of another household', async () => {
  const { email } = await registerUpToPayment(world);
  const ask = async (address: string) => (await register(address, email)).body.code;
  expect(await ask('2001:db8:1:100::/56')).toBe('EMAIL_TAKEN');
  const key = keyOf({ name: 'enumerationNetwork', subject: '2001:db8:1::/48' });
  await transaction(world.db, (tx) => tx.update(throttles).set({ count: 240 }).where(eq(throttles.key, key)));
  const answers = [];
  for (let n = 0; n < 4; n++) answers.push(await ask('2001:db8:1:200::/56'));
  expect(answers).toEqual(['EMAIL_TAKEN', 'EMAIL_TAKEN', 'EMAIL_TAKEN', 'THROTTLED']);
  expect(await ask('2001:db8:2:100::/56')).toBe('EMAIL_TAKEN');
});

test('the wrong codes of a network are limited per day, over any number of registrations', async () => {
  const guess = async (address: string) => {
    const { browser } = await registerUpToPayment(world, {}, browserAt(address));
    return (await browser.post('/api/referral-codes/apply', { code: 'IRA-222222' })).body.code;
  };
  expect(await guess('198.51.100.1')).toBe('CODE_INVALID');
  await useUp('codeNetwork', 200);
  expect([await guess('198.51.100.2'), await guess('192.0.2.1')]).toEqual(['THROTTLED', 'CODE_INVALID']);
});

test('the codes that payments refuse are limited per network and day, and cost a stranger the answer whose phone is a customer', async () => {
  const { accountId } = await plantSubscriber(world, { phone: '0899999999' });
  const code = 'IRA-7K3M9Q';
  await transaction(world.db, (tx) =>
    tx.insert(referralCodes).values({ accountId, code, createdAt: world.now() }),
  );
  const pay = async (address: string, phone: string, wished: { code?: string } = { code }) => {
    const wish = { ...wished, details: { ...registration().details, phone } };
    const { browser } = await registerUpToPayment(world, wish, browserAt(address));
    return (await browser.post('/api/register/payment/offline')).body.code ?? 'ok';
  };
  expect(await pay('198.51.100.1', '0899999999')).toBe('CODE_INVALID');
  const counted = async () => {
    const rows = await world.db.select().from(throttles);
    return rows.flatMap(({ key, count }) => (key.startsWith('codeRefusedNetwork:') ? [count] : []));
  };
  // A payment whose code is taken counts for nothing.
  expect(await pay('198.51.100.1', '0833333333')).toBe('ok');
  expect(await counted()).toEqual([1]);
  await useUp('codeRefusedNetwork', 20);
  const phones = ['0899999999', '0822222222'];
  expect(await Promise.all(phones.map((phone) => pay('198.51.100.2', phone)))).toEqual([
    'THROTTLED',
    'THROTTLED',
  ]);
  expect(await pay('198.51.100.2', '0899999999', {})).toBe('ok');
  expect(await Promise.all(phones.map((phone) => pay('192.0.2.1', phone)))).toEqual(['CODE_INVALID', 'ok']);
});

test('a network stores at most a thousand small responses a day for callers without a session', async () => {
  const fields = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`unknown-${n}-`.repeat(20), 1]));
  const long = await browserAt('198.51.100.1').post('/api/register', fields, { 'idempotency-key': 'long' });
  expect(long.body.code).toBe('INPUT_INVALID');
  expect(JSON.stringify(long.body).length).toBeLessThan(4096);
  const keyed = await browserAt('198.51.100.1').post('/api/register', registration(), {
    'idempotency-key': 'first',
  });
  expect(keyed.status).toBe(200);
  await useUp('storedAnswer', 1000);
  const before = await world.db.$count(idempotencyRecords);
  // An unknown bearer token makes no difference.
  for (const authorization of ['', 'Bearer x', 'Bearer ira_x']) {
    const second = { 'idempotency-key': 'second', authorization };
    const refused = await browserAt('198.51.100.2').post('/api/register', registration(), second);
    expect([refused.status, await world.db.$count(idempotencyRecords)]).toEqual([429, before]);
  }
});

test('ten wrong operator tokens block their network, also with the right token', async () => {
  const status = async (token: string, address: string) => {
    const headers: Record<string, string> = { ...world.operator, 'x-ira-address': address };
    if (token !== '') headers.authorization = `Bearer ${token}`;
    return (await world.request('GET', '/api/metrics', undefined, headers)).status;
  };
  const tries = [];
  for (let n = 0; n < 11; n++) tries.push(await status(`guess-${n}`, `192.0.2.${n}`));
  expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  expect([await status('', '192.0.2.99'), await status('', '198.51.100.1')]).toEqual([429, 200]);
  await world.setNow(new Date(world.now().getTime() + 601_000));
  expect(await status('', '192.0.2.99')).toBe(200);
});

test('a network may send three hundred long GraphQL documents a minute, and short ones beyond that, without a query for the count', async () => {
  await world.setNow(new Date('2026-11-20T11:00:00+07:00'));
  const ask = (address: string, query: string) => browserAt(address).post('/api/graphql', { query });
  const long = `{ __typename } # ${'x'.repeat(1000)}`;
  const statements = await queriesOf(world.db, () =>
    Promise.all(Array.from({ length: 300 }, (_, n) => ask(`198.51.100.${n % 250}`, long))),
  );
  expect(statements).toEqual([]);
  const refused = await ask('198.51.100.251', long);
  expect([refused.status, refused.body.code]).toEqual([429, 'THROTTLED']);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect((await ask('198.51.100.251', '{ __typename }')).status).toBe(200);
  expect((await ask('192.0.2.1', long)).status).toBe(200);
});
