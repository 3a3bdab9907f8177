import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { openDatabase, transaction } from '@/server/db';
import { accounts, throttles } from '@/server/db/schema';
import { createBrowser, registerUpToPayment, registration } from '@/testing/browser';
import { firstOrAll } from '@/testing/deep';
import { pass } from '@/testing/subscribers';
import { queriesOf } from '@/testing/queries';
import { withWorld } from '@/testing/with-world';
import { hashPassword } from './password';
import { countThrottled, keyOf, type Use } from '../platform/throttle';

const world = withWorld({ settings: { THROTTLE_SCALE: '1' } });
beforeEach(() => transaction(world.db, (tx) => tx.delete(throttles)));

const RIGHT = 'correct horse';

function logIn(email: string, password: string, address = '198.51.100.1') {
  return createBrowser(world).post('/api/login', { email, password }, { 'x-ira-address': address });
}

describe('logging in by e-mail and password', () => {
  test('returns the account and the length of the session', async () => {
    const { email } = await registerUpToPayment(world, { locale: 'th' });
    const { status, body } = await logIn(email, RIGHT);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      expiresInMinutes: 60,
      account: {
        firstName: 'Mali',
        lastName: 'Suk',
        email,
        emailVerified: false,
        locale: 'th',
        lineLinked: false,
      },
      subscription: { status: 'awaiting_payment', frequency: 1, paymentDay: 31, boxPrice: 33525 },
      pendingPayment: null,
    });
  });

  test('accepts the e-mail in any case, with spaces around it', async () => {
    const { email } = await registerUpToPayment(world);
    expect((await logIn(`  ${email.toUpperCase()} `, RIGHT)).status).toBe(200);
  });

  test.each([
    ['Jose\u0301 cafe\u0301 12', 'Jos\u00e9 caf\u00e9 12'],
    ['รหัสน\u0e49\u0e33-ผ่าน12', 'รหัสน\u0e49\u0e4d\u0e32-ผ่าน12'],
  ])('accepts the password in another Unicode form: %j', async (password, typed) => {
    const { email } = await registerUpToPayment(world, { password });
    expect((await logIn(email, typed)).status).toBe(200);
    expect((await logIn(email, `${typed}\u200b`)).status).toBe(401);
  });

  test('accepts a hash of the password as typed, and replaces it by one of its normal form', async () => {
    const typed = 'Jose\u0301 cafe\u0301 12';
    const { email } = await registerUpToPayment(world);
    const hashOf = async () =>
      (await world.db.select().from(accounts).where(eq(accounts.email, email)))[0]?.passwordHash;
    const asTyped = await hash(typed, { memoryCost: 8, timeCost: 1 });
    await transaction(world.db, (tx) =>
      tx.update(accounts).set({ passwordHash: asTyped }).where(eq(accounts.email, email)),
    );
    expect((await logIn(email, typed.normalize('NFC'))).status).toBe(401);
    expect(await hashOf()).toBe(asTyped);
    expect((await logIn(email, typed)).status).toBe(200);
    expect(await hashOf()).not.toBe(asTyped);
    expect((await logIn(email, typed.normalize('NFC'))).status).toBe(200);
  });

  test('refuses an unknown e-mail, a wrong password, an account without a password and a deleted account alike', async () => {
    const { email } = await registerUpToPayment(world);
    const { email: withoutPassword } = await registerUpToPayment(world);
    const { email: deleted } = await registerUpToPayment(world);
    await transaction(world.db, async (tx) => {
      await tx.update(accounts).set({ passwordHash: null }).where(eq(accounts.email, withoutPassword));
      await tx.update(accounts).set({ deletedAt: world.now() }).where(eq(accounts.email, deleted));
    });
    const answers = await Promise.all([
      logIn('nobody@example.test', RIGHT),
      logIn(email, 'wrong horse'),
      logIn(email, `${RIGHT} `),
      logIn(withoutPassword, RIGHT),
      logIn(withoutPassword, 'nobody has this password'),
      logIn('nobody@example.test', 'nobody has this password'),
      logIn(deleted, RIGHT),
      logIn('not an e-mail', RIGHT),
    ]);
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401);
      expect(body).toEqual({
        status: 'error',
        code: 'LOGIN_INCORRECT',
        message: 'Incorrect email or password.',
      });
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  test.each(['nul\u0000byte@example.test', 'new\nline@example.test'])(
    'refuses %j without a query',
    async (email) => {
      const { status, body } = await logIn(email, RIGHT);
      expect([status, body.fieldErrors]).toEqual([400, { email: ['Invalid input'] }]);
    },
  );

  test('ignores an Idempotency-Key: the same log-in twice starts two sessions', async () => {
    const { email } = await registerUpToPayment(world);
    const key = { 'idempotency-key': 'one' };
    const cookies = new Set<string>();
    for (let n = 0; n < 2; n++) {
      const browser = createBrowser(world);
      await browser.post('/api/login', { email, password: RIGHT }, key);
      cookies.add(browser.cookie());
    }
    expect(cookies.size).toBe(2);
    const wrong = await createBrowser(world).post('/api/login', { email, password: 'x' }, key);
    expect(wrong.status).toBe(401);
  });
});

describe('a password', () => {
  test.each([
    ['64 characters', 'day-pads'.repeat(8)],
    ['256 characters', 'night-pads-liner'.repeat(16)],
    ['Thai', 'รหัสผ่านของฉัน'],
    ['emoji', '🩸🌙🌸🩸🌙🌸🩸🌙'],
    ['spaces around it', '  spaces  '],
  ])('of %s logs in exactly as it was sent', async (_what, password) => {
    const { email } = await registerUpToPayment(world, { password });
    expect((await logIn(email, password)).status).toBe(200);
    expect((await logIn(email, `${password} `)).status).not.toBe(200);
  });

  test('of 257 characters is refused, and a body of a megabyte is not even read', async () => {
    const { email } = await registerUpToPayment(world);
    const sent = await queriesOf(world.db, async () => {
      expect((await logIn(email, 'p'.repeat(257))).body.code).toBe('INPUT_INVALID');
      expect((await logIn(email, 'p'.repeat(1_000_000))).status).toBe(413);
    });
    // A try that was not counted was not hashed either.
    expect(sent).toEqual([]);
  });

  test('is stored as argon2id with at least 19 MiB and two passes', async () => {
    expect(await hashPassword(RIGHT)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

/** Uses up attempts of the network of `logIn`. */
async function useUp(email: string, count: number): Promise<void> {
  await countUp({ name: 'logInAccount', subject: email }, count);
  await countUp({ name: 'logInNetwork', subject: `${email}:198.51.100.0/24` }, count);
}

describe('online guessing of one account', () => {
  test('is paused after ten failures for the rest of ten minutes, also with the right password', async () => {
    const { email } = await registerUpToPayment(world);
    await useUp(email, 9);
    expect((await logIn(email, 'wrong horse')).status).toBe(401);
    const paused = await logIn(email, RIGHT);
    expect([paused.status, paused.body.code]).toEqual([429, 'THROTTLED']);
    expect(paused.body.message).toBe('Too many tries. Please wait a few minutes and try again.');
    const seconds = Number(paused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(570);
    expect(seconds).toBeLessThanOrEqual(600);
    await pass(world, { seconds });
    expect((await logIn(email, RIGHT)).status).toBe(200);
  });

  test('gets three tries a day from another network once the shared limit is used up', async () => {
    const { email } = await registerUpToPayment(world);
    for (let n = 0; n < 10; n++) {
      expect((await logIn(email, 'wrong horse', `198.51.100.${n}`)).status).toBe(401);
    }
    await countUp({ name: 'logInReserve', subject: email }, 997);
    const tries: number[] = [];
    for (let n = 0; n < 4; n++) tries.push((await logIn(email, 'wrong horse', `203.0.113.${n}`)).status);
    expect(tries).toEqual([401, 401, 401, 429]);
    expect((await logIn(email, RIGHT, '192.0.2.1')).status).toBe(429);
  });

  test('is reset by a success', async () => {
    const { email } = await registerUpToPayment(world);
    await countUp({ name: 'logInAccount', subject: email }, 9);
    expect((await logIn(email, RIGHT)).status).toBe(200);
    for (let n = 0; n < 2; n++) expect((await logIn(email, 'wrong horse')).status).toBe(401);
  });

  test('is counted together for every spelling of the e-mail', async () => {
    const { email } = await registerUpToPayment(world);
    await useUp(email, 10);
    for (const spelled of [email.toUpperCase(), ` ${email} `]) {
      expect((await logIn(spelled, RIGHT)).status).toBe(429);
    }
  });

  test('gets the same response for known and unknown e-mails once paused', async () => {
    const { email } = await registerUpToPayment(world);
    const answers = await Promise.all(
      [email, 'nobody@example.test'].map(async (who) => {
        await useUp(who, 10);
        return (await logIn(who, RIGHT)).body;
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });

  test('is counted before any query or hash, in the database that all processes share', async () => {
    const sent = await queriesOf(world.db, () => logIn('nobody@example.test', RIGHT));
    const statements = sent.filter((query) => /^(insert|select|update|with|delete)/i.test(query));
    expect(statements.map((query) => /(into|from) "?(\w+)/.exec(query)?.[2])).toEqual([
      'throttles',
      'throttles',
      'accounts',
      'audit_events',
    ]);
    const other = openDatabase(settings().DATABASE_URL, 1);
    for (let n = 0; n < 10; n++) await countThrottled(other, 'logInAccount', 'shared');
    await other.$client.end();
    await expect(countThrottled(world.db, 'logInAccount', 'shared')).rejects.toMatchObject({
      code: 'THROTTLED',
    });
  });

  test('in parallel is counted for every try', async () => {
    const tries = await Promise.all(Array.from({ length: 20 }, () => logIn('a@example.test', 'wrong horse')));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

test('one password tried on many accounts from one address is paused for that address', async () => {
  await countUp({ name: 'logInAddress', subject: '198.51.100.7' }, 299);
  expect((await logIn('first@example.test', RIGHT, '198.51.100.7')).status).toBe(401);
  expect((await logIn('second@example.test', RIGHT, '198.51.100.7')).status).toBe(429);
  expect((await logIn('second@example.test', RIGHT, '198.51.100.8')).status).toBe(401);
});

test('a burst of log-ins is refused beyond a short queue, before any query', async () => {
  await countUp({ name: 'logInAddress', subject: '198.51.100.7' }, 300);
  const sent = await queriesOf(world.db, async () => {
    const crowd = Array.from({ length: 200 }, (_, n) => logIn(`p${n}@crowd.test`, RIGHT, '198.51.100.7'));
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([429]));
  });
  expect(sent.filter((query) => query.startsWith('insert into throttles'))).toHaveLength(103);
  expect(sent.filter((query) => query.startsWith('select'))).toEqual([]);
});

describe('an e-mail', () => {
  test('in capitals is not a second account', async () => {
    const { email } = await registerUpToPayment(world);
    const again = registerUpToPayment(world, { email: email.toUpperCase() });
    await expect(again).rejects.toThrow('EMAIL_TAKEN');
  });

  test.each(
    firstOrAll([
      ['a letter that only looks the same', (email: string) => email.replace('e', '\u0435')],
      ['a full-width letter', (email: string) => email.replace('e', '\uff45')],
      ['an addition after a plus', (email: string) => email.replace('@', '+a@')],
      ['a domain of the same look', (email: string) => email.replace('example.test', 'ex\u0430mple.test')],
    ]),
  )('with %s never matches the account', async (_what, alike) => {
    const { email } = await registerUpToPayment(world);
    expect((await logIn(alike(email), RIGHT)).status).not.toBe(200);
    const other = createBrowser(world);
    await other.post('/api/register', registration({ email: alike(email), password: 'other horse' }));
    expect((await logIn(email, 'other horse')).status).toBe(401);
    expect((await logIn(email, RIGHT)).status).toBe(200);
  });
});

describe('registering', () => {
  test('is paused for an address after 300 in an hour, before any hash', async () => {
    await countUp({ name: 'register', subject: '203.0.113.7' }, 300);
    await expect(registerUpToPayment(world)).rejects.toThrow('THROTTLED');
  });

  test('by a session that keeps changing its e-mail is paused too, because each change sends a mail', async () => {
    const { browser } = await registerUpToPayment(world);
    await countUp({ name: 'mail', subject: '203.0.113.7' }, 300);
    const again = { email: 'other@example.test', password: RIGHT };
    expect((await browser.post('/api/register/email-auth', again)).status).toBe(429);
  });
});

/** Uses up `count` uses of a limit. */
async function countUp(use: Use, count: number): Promise<void> {
  const key = keyOf(use);
  const windowEndsAt = new Date(world.now().getTime() + 10 * 60_000);
  await transaction(world.db, (tx) => tx.insert(throttles).values({ key, count, windowEndsAt }));
  const [row] = await world.db.select().from(throttles).where(eq(throttles.key, key));
  expect(row?.count).toBe(count);
}
