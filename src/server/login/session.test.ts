import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts, sessions } from '@/server/db/schema';
import { createBrowser, registerUpToPayment, type Browser } from '@/testing/browser';
import { pass } from '@/testing/subscribers';
import { queriesOf } from '@/testing/queries';
import { withWorld } from '@/testing/with-world';
import { findSession, hashSecret, refreshSession, startSession } from './session';

const world = withWorld();

const PASSWORD = 'correct horse';
const minutesOf = async (browser: Browser, path = '/api/me', headers?: Record<string, string>) =>
  (await browser.get(path, headers)).body.data?.expiresInMinutes;

async function logIn(email: string, browser = createBrowser(world)) {
  const answer = await browser.post('/api/login', { email, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`not logged in: ${JSON.stringify(answer.body)}`);
  return { browser, answer };
}

const sessionRows = async (email: string) => {
  const rows = await world.db
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.userId))
    .where(eq(accounts.email, email))
    .orderBy(sessions.createdAt);
  return rows.map((row) => row.session);
};

describe('a session', () => {
  test('has 60 whole minutes right after log-in, counted down and rounded down', async () => {
    const { email } = await registerUpToPayment(world);
    const { browser, answer } = await logIn(email);
    expect(answer.body.data.expiresInMinutes).toBe(60);
    await pass(world, { seconds: 5 });
    expect(await minutesOf(browser)).toBe(59);
    await pass(world, { minutes: 59 });
    expect(await minutesOf(browser)).toBe(0);
    await pass(world, { minutes: 1 });
    expect((await browser.get('/api/me')).status).toBe(401);
  });

  test('is never extended by a read, only by GET /api/refresh', async () => {
    const { browser, email } = await registerUpToPayment(world);
    await pass(world, { minutes: 55 });
    await browser.get('/api/me');
    await browser.post('/api/register/delivery', {});
    await browser.get('/api/settings');
    expect(await minutesOf(browser)).toBeLessThanOrEqual(5);
    const [before] = await sessionRows(email);
    expect(await minutesOf(browser, '/api/refresh')).toBe(60);
    expect(await minutesOf(browser)).toBeGreaterThanOrEqual(59);
    const [after] = await sessionRows(email);
    expect(after).toMatchObject({ id: before?.id, createdAt: before?.createdAt });
  });

  test('ends 30 days after log-in, however often it is refreshed', async () => {
    const { browser, email } = await registerUpToPayment(world);
    const day = 24 * 60 * 60_000;
    const [row] = await sessionRows(email);
    // Twenty-eight days of refreshing have passed.
    const begun = world.now().getTime() - 28 * day;
    await transaction(world.db, (tx) =>
      tx
        .update(sessions)
        .set({ createdAt: new Date(begun) })
        .where(eq(sessions.id, row?.id ?? '')),
    );
    const secret = browser.cookie().slice('session='.length);
    const last = begun + 30 * day;
    for (let now = last - 2 * day; now < last - 50 * 60_000; now += 50 * 60_000) {
      const left = await refreshSession(world.ctx(new Date(now)), secret);
      expect(left).toBe(Math.min(60, Math.floor((last - now) / 60_000)));
    }
    await world.setNow(new Date(last));
    expect((await browser.get('/api/refresh')).status).toBe(401);
    expect((await browser.get('/api/me')).status).toBe(401);
  });

  test('that has expired cannot be refreshed', async () => {
    const { browser } = await registerUpToPayment(world);
    await pass(world, { minutes: 60 });
    expect((await browser.get('/api/refresh')).status).toBe(401);
    expect((await browser.get('/api/me')).status).toBe(401);
  });

  test('is stored as a hash, so that a reader of the table cannot log in with it', async () => {
    const { browser, email } = await registerUpToPayment(world);
    const [row] = await sessionRows(email);
    const secret = browser.cookie().slice('session='.length);
    expect(secret).toMatch(/^[a-z0-9]{40}$/);
    expect(row?.id).toBe(hashSecret(secret));
    const forged = await world.request('GET', '/api/me', undefined, { cookie: `session=${row?.id}` });
    expect(forged.status).toBe(401);
  });

  test('is one of at most 20 of its account: the oldest end', async () => {
    const { browser: oldest, email } = await registerUpToPayment(world);
    const [first] = await sessionRows(email);
    const accountId = first?.userId ?? '';
    for (let n = 1; n <= 20; n++) {
      await pass(world, { seconds: 1 });
      await transaction(world.db, (tx) =>
        startSession(tx, world.now(), accountId, { device: null, method: 'password' }),
      );
    }
    expect(await sessionRows(email)).toHaveLength(20);
    expect((await oldest.get('/api/me')).status).toBe(401);
  });

  test('ends when its registration expires', async () => {
    const { browser, email } = await registerUpToPayment(world);
    await pass(world, { days: 8 });
    const [row] = await sessionRows(email);
    const live = { expiresAt: new Date(world.now().getTime() + 3_600_000) };
    await transaction(world.db, (tx) =>
      tx
        .update(sessions)
        .set(live)
        .where(eq(sessions.id, row?.id ?? '')),
    );
    expect((await browser.get('/api/me')).status).toBe(200);
    await createBrowser(world).post('/api/omise/schedule-payments', {}, world.operator);
    expect((await browser.get('/api/me')).status).toBe(401);
    expect(await sessionRows(email)).toEqual([]);
  });
});

describe('logging in', () => {
  test('prevents session fixation: a new secret is set, and a planted session ends', async () => {
    const attacker = await registerUpToPayment(world);
    const { email } = await registerUpToPayment(world);
    const victim = createBrowser(world);
    const planted = attacker.browser.cookie();
    await victim.post('/api/login', { email, password: PASSWORD }, { cookie: planted });
    expect(victim.cookie()).not.toBe(planted);
    expect((await victim.get('/api/me')).body.data.account).toMatchObject({ email });
    expect((await attacker.browser.get('/api/me')).status).toBe(401);
  });

  test('accepts no secret that the caller made up', async () => {
    const { email } = await registerUpToPayment(world);
    const own = `session=${'a'.repeat(40)}`;
    const browser = createBrowser(world);
    await browser.post('/api/login', { email, password: PASSWORD }, { cookie: own });
    expect(browser.cookie()).not.toBe(own);
    expect((await browser.get('/api/me', { cookie: own })).status).toBe(401);
  });

  test('keeps the sessions on other devices', async () => {
    const { browser, email } = await registerUpToPayment(world);
    await logIn(email);
    expect((await browser.get('/api/me')).status).toBe(200);
  });

  test('sets a cookie that no script reads and no other site sends, without Secure on http', async () => {
    const { email } = await registerUpToPayment(world);
    const { answer } = await logIn(email);
    const given = answer.headers.getSetCookie();
    const attributesOf = (cookie: string) => cookie.split('; ').slice(1).sort();
    expect(given.map((cookie) => cookie.split('=')[0])).toEqual(['session', 'device', 'signed-in']);
    for (const cookie of given.slice(0, 2)) {
      expect(attributesOf(cookie)).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax']);
    }
    // The mark for scripts has no secret: every browser with a session has the same.
    expect(given[2]).toMatch(/^signed-in=1;/);
    expect(attributesOf(given[2] ?? '')).toEqual(['Max-Age=34560000', 'Path=/', 'SameSite=Lax']);
  });
});

describe('logging out', () => {
  test("ends the session on the server, deletes the cookie and clears the browser's storage", async () => {
    const { browser } = await registerUpToPayment(world);
    const stolen = browser.cookie();
    const { status, headers, body } = await browser.post('/api/logout');
    expect([status, body]).toEqual([200, { status: 'ok', data: {} }]);
    expect(headers.get('clear-site-data')).toBe('"cache"');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=; .*Max-Age=0/),
      expect.stringMatching(/^signed-in=; .*Max-Age=0/),
    ]);
    for (const path of ['/api/me', '/api/refresh']) {
      expect((await browser.get(path, { cookie: stolen })).status).toBe(401);
    }
  });

  test('without a session, or twice, returns 200 and changes nothing', async () => {
    const browser = createBrowser(world);
    expect((await browser.post('/api/logout')).status).toBe(200);
    expect((await browser.post('/api/logout')).status).toBe(200);
  });

  test('keeps the sessions on other devices', async () => {
    const { browser, email } = await registerUpToPayment(world);
    const { browser: other } = await logIn(email);
    await other.post('/api/logout');
    expect((await browser.get('/api/me')).status).toBe(200);
  });
});

describe('GET /api/refresh', () => {
  test.each<[string, Record<string, string>]>([
    ['an image on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
    ['a prefetch', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
    ['a prerender', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' }],
    ['a link on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }],
  ])('by %s returns the time left and extends nothing', async (_what, headers) => {
    const { browser, email } = await registerUpToPayment(world);
    await pass(world, { minutes: 30 });
    const before = await sessionRows(email);
    expect([29, 30]).toContain(await minutesOf(browser, '/api/refresh', headers));
    expect(await sessionRows(email)).toEqual(before);
  });

  test('as HEAD extends nothing', async () => {
    const { browser, email } = await registerUpToPayment(world);
    await pass(world, { minutes: 30 });
    const before = await sessionRows(email);
    const head = await world.request('HEAD', '/api/refresh', undefined, { cookie: browser.cookie() });
    expect(head.status).toBe(200);
    expect(await sessionRows(email)).toEqual(before);
  });

  test.each(['/api/refresh', '/api/me'])('and %s reveal nothing about random cookies', async (path) => {
    const ask = (cookie: string) => world.request('GET', path, undefined, { cookie });
    const answers = new Set<string>();
    for (const secret of ['a'.repeat(40), 'b'.repeat(40), 'x', '', '%ff']) {
      answers.add(await (await ask(`session=${secret}`)).text());
    }
    expect(answers.size).toBe(1);
    const sent = await queriesOf(world.db, () => ask(`session=${'c'.repeat(40)}`));
    expect(sent.filter((query) => /^(insert|update|delete)/i.test(query))).toEqual([]);
  });

  test('fails against a concurrent log-out', async () => {
    const { browser, email } = await registerUpToPayment(world);
    await Promise.all([
      browser.get('/api/refresh'),
      browser.post('/api/logout', {}, { cookie: browser.cookie() }),
    ]);
    expect(await sessionRows(email)).toEqual([]);
  });
});

test('a session is not found for a secret that was never issued', async () => {
  expect(await findSession(world.ctx(), 'nobody')).toBeNull();
});
