import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { transaction } from '@/server/db';
import { chargeAttempts } from '@/server/db/schema';
import { throughTrpc } from '@/testing/callers';
import { createCardToken } from '@/testing/cards';
import { asking, callAuth, linkMailedTo } from '@/testing/link-requests';
import {
  createBrowser,
  createSubscriber,
  DELIVERY,
  GOOD_CARD,
  registerUpToPayment,
  registration,
} from '@/testing/browser';
import { pass } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld();
beforeEach(() => world.sandbox.faults.clear());

const PATH = '/api/register/email-auth';

/** Returns the links of the verification mails for an address, oldest first. */
async function linksFor(email: string): Promise<string[]> {
  const rows = await world.db.execute<{ link: string }>(sql`
    select m.payload ->> 'link' as link from messages m join accounts a on a.id = m.account_id
    where m.kind = 'verify_email' and a.email = ${email} order by m.created_at, m.id`);
  return rows.map(({ link }) => link);
}

const tokenIn = (link: string | undefined) => link?.split('#')[1] ?? '';
const confirm = (token: string) => createBrowser(world).post(PATH, { token });

describe('the link of the verification mail', () => {
  test('points to our own site, whatever host the request named, with the secret in the fragment', async () => {
    const { email } = await registerUpToPayment(
      world,
      {},
      createBrowser(world, { host: 'evil.example', 'x-forwarded-host': 'evil.example' }),
    );
    expect(await linksFor(email)).toEqual([
      expect.stringMatching(/^http:\/\/localhost:3999\/verify-email#[\w-]{43}$/),
    ]);
    const { email: thai } = await registerUpToPayment(world, { locale: 'th' });
    expect((await linksFor(thai))[0]).toMatch(/^http:\/\/localhost:3999\/th\/verify-email#/);
  });

  test('verifies the e-mail from any browser, without a session and without starting one', async () => {
    const { browser, email } = await registerUpToPayment(world);
    const answer = await confirm(tokenIn((await linksFor(email))[0]));
    expect([answer.status, answer.body.data]).toEqual([200, { emailVerified: true }]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await browser.get('/api/me')).body.data.account).toMatchObject({ emailVerified: true });
  });

  test('works once, also when it is opened ten times at once', async () => {
    const { email } = await registerUpToPayment(world);
    const token = tokenIn((await linksFor(email))[0]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body.code, body.message]).toEqual([
        400,
        'TOKEN_EXPIRED',
        'This link has already been used.',
      ]);
    }
  });

  test.each(['x', 'A'.repeat(43)])('%j is not a valid link: TOKEN_EXPIRED', async (token) => {
    expect((await confirm(token)).body.code).toBe('TOKEN_EXPIRED');
  });

  test('expires after two days', async () => {
    const { email } = await registerUpToPayment(world);
    await pass(world, { hours: 48 });
    expect((await confirm(tokenIn((await linksFor(email))[0]))).body.code).toBe('TOKEN_EXPIRED');
  });
});

describe('requesting the verification link again', () => {
  const again = (cookie: string) =>
    throughTrpc(world, { cookie, account: null }, ['account.resendVerification', 'mutation', {}]);

  test('sends another one and ends the first, until the e-mail is verified', async () => {
    const { browser, email } = await registerUpToPayment(world);
    expect((await again(browser.cookie())).data).toEqual({ verificationSent: true });
    const [old, fresh] = await linksFor(email);
    expect((await confirm(tokenIn(old))).body.code).toBe('TOKEN_EXPIRED');
    expect((await confirm(tokenIn(fresh))).status).toBe(200);
    expect((await again(browser.cookie())).data).toEqual({ verificationSent: false });
    expect(await linksFor(email)).toHaveLength(2);
  });

  test('says that the registration can go on until its first payment, and not afterwards', async () => {
    const { browser, email } = await createSubscriber(world);
    await again(browser.cookie());
    const rows = await world.db.execute<{ open: boolean }>(sql`
      select (m.payload ->> 'isRegistering')::boolean as open from messages m join accounts a on a.id = m.account_id
      where m.kind = 'verify_email' and a.email = ${email} order by m.created_at, m.id`);
    expect(rows.map(({ open }) => open)).toEqual([true, false]);
  });

  test('six times at once leaves one working link', async () => {
    const { browser, email } = await registerUpToPayment(world);
    await Promise.all(Array.from({ length: 6 }, () => again(browser.cookie())));
    const answers = await Promise.all((await linksFor(email)).map((link) => confirm(tokenIn(link))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is allowed for a session five times an hour, with a further limit for the address', async () => {
    const [person, other] = [await registerUpToPayment(world), await registerUpToPayment(world)];
    expect((await again('')).code).toBe('NOT_LOGGED_IN');
    settings().THROTTLE_SCALE = 1;
    for (let n = 0; n < 5; n++) expect((await again(person.browser.cookie())).code).toBe('ok');
    expect((await again(person.browser.cookie())).code).toBe('THROTTLED');
    expect((await again(other.browser.cookie())).code).toBe('ok');
    settings().THROTTLE_SCALE = 1000;
  });
});

describe('correcting the e-mail and password of a registration', () => {
  test('applies both, and ends the old link and every other session', async () => {
    const { browser, email: before } = await registerUpToPayment(world);
    const other = createBrowser(world);
    await other.post('/api/login', { email: before, password: 'correct horse' });
    const changed = { email: `corrected-${before}`, password: 'another horse' };
    const [old] = await linksFor(before);
    const answer = await browser.post(PATH, changed);
    expect([answer.status, answer.body.data]).toEqual([200, { emailVerified: false }]);
    expect((await browser.get('/api/me')).body.data.account).toMatchObject({ email: changed.email });
    expect((await other.get('/api/me')).status).toBe(401);

    const logIn = (credentials: unknown) => createBrowser(world).post('/api/login', credentials);
    expect((await logIn(changed)).status).toBe(200);
    expect((await logIn({ email: before, password: 'another horse' })).status).toBe(401);
    expect((await logIn({ email: changed.email, password: 'correct horse' })).status).toBe(401);

    // The mail with the old link was not sent yet, and never is.
    const [fresh, ...more] = await linksFor(changed.email);
    expect([old === fresh, more]).toEqual([false, []]);
    expect((await confirm(tokenIn(old))).body.code).toBe('TOKEN_EXPIRED');
    expect((await confirm(tokenIn(fresh))).status).toBe(200);
  });

  test('ends the links with which the old address could log in', async () => {
    const { browser, email } = await registerUpToPayment(world);
    const asked = await callAuth(world, 'requestMagicLink', { email });
    const { token } = await linkMailedTo(world, email);
    await browser.post(PATH, { email: `other-${email}`, password: 'another horse' });
    expect((await callAuth(world, 'openMagicLink', { token }, asking(asked))).code).toBe('TOKEN_EXPIRED');
  });

  test('with the same e-mail sends the mail again and keeps its verification', async () => {
    const { browser, email } = await registerUpToPayment(world);
    await confirm(tokenIn((await linksFor(email))[0]));
    const again = await browser.post(PATH, { email, password: 'correct horse' });
    expect(again.body.data).toEqual({ emailVerified: true });
    expect(await linksFor(email)).toHaveLength(2);
  });

  test('to a used e-mail is EMAIL_TAKEN and changes nothing', async () => {
    const { email: taken } = await registerUpToPayment(world);
    const { browser, email } = await registerUpToPayment(world);
    const answer = await browser.post(PATH, { email: taken.toUpperCase(), password: 'another horse' });
    expect([answer.status, answer.body.code]).toEqual([409, 'EMAIL_TAKEN']);
    const logIn = await createBrowser(world).post('/api/login', { email, password: 'correct horse' });
    expect(logIn.status).toBe(200);
  });

  test('by registering again with another password ends every other session too', async () => {
    const { browser, email } = await registerUpToPayment(world);
    const other = createBrowser(world);
    await other.post('/api/login', { email, password: 'correct horse' });
    await browser.post('/api/register', registration({ email, password: 'another horse' }));
    expect((await browser.get('/api/me')).status).toBe(200);
    expect((await other.get('/api/me')).status).toBe(401);
  });
});

describe('while the outcome of the first payment is unknown', () => {
  test('neither plan nor delivery can be changed: PAYMENT_PENDING', async () => {
    const { browser } = await registerUpToPayment(world);
    world.sandbox.faults.add({
      service: 'omise',
      op: 'POST /charges',
      kind: 'status',
      times: 1,
      args: { status: 500 },
    });
    const cardToken = await createCardToken(GOOD_CARD);
    expect((await browser.post('/api/register/payment/card', { cardToken })).body.data.outcome).toBe(
      'pending',
    );
    for (const [path, body] of [
      ['/api/register', registration()],
      ['/api/register/delivery', { ...DELIVERY, address: 'elsewhere' }],
    ] as const) {
      const answer = await browser.post(path, body);
      expect([answer.status, answer.body.code]).toEqual([409, 'PAYMENT_PENDING']);
    }
  });
});

test('a subscriber who calls a registration step keeps an open charge', async () => {
  const { browser } = await createSubscriber(world);
  await transaction(world.db, (tx) =>
    tx
      .update(chargeAttempts)
      .set({ status: 'action_required', closedAt: null })
      .where(sql`charge_id is not null`),
  );
  const since = world.sandbox.journal.read('omise', null).length;
  for (const [path, body] of [
    ['/api/register', registration()],
    ['/api/register/delivery', DELIVERY],
  ] as const) {
    expect((await browser.post(path, body)).status).toBe(403);
  }
  expect(world.sandbox.journal.read('omise', null).length).toBe(since);
});
