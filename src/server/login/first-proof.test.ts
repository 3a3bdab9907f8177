import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { accounts, discountCodes, identities, orders, sessions } from '@/server/db/schema';
import { deepTest, firstOrAll } from '@/testing/deep';
import { accountOf, codeOf } from '@/testing/account-caller';
import { throughRest, throughTrpc } from '@/testing/callers';
import { createCardToken } from '@/testing/cards';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { createTraveller, MALI, plantIdentity, walkToLine } from '@/testing/line';
import { asking, callAuth, linkMailedTo, loggedIn, type LinkAnswer } from '@/testing/link-requests';
import { mailsTo } from '@/testing/providers';
import {
  createBrowser,
  createSubscriber,
  GOOD_CARD,
  registerUpToPayment,
  registration,
  type Browser,
} from '@/testing/browser';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { startRegistration } from '../subscriber/account/registration';
import type { RegistrationInput } from '../subscriber/account/write-registration';
import { confirmEmail, correctLogIn } from '../subscriber/account/verification';
import { transaction } from '../db';
import { findSession } from './session';

const world = withWorld();
afterEach(async () => {
  await expectInvariants(world);
  await forgetEverybody(world);
  await goTo(world, '2026-11-20', '10:00');
});

const ROUNDS = inject('isDeep') ? 6 : 2;
const PASSWORD = 'correct horse';
const NEW = 'battery staple';
const REGISTER = '/api/register';
const REMOVED = 'Your old password was removed';
const UNLINKED = 'LINE was disconnected from your account';
type Headers = Record<string, string>;

/** Returns a received link that was requested in another browser than the one that registered. */
async function sentTo(email: string) {
  const asked = await callAuth(world, 'requestMagicLink', { email });
  return { email, asked, ...(await linkMailedTo(world, email)) };
}
type Sent = Awaited<ReturnType<typeof sentTo>>;

const openLink = ({ token, asked }: Sent, cookie = '') =>
  callAuth(world, 'openMagicLink', { token }, { cookie: `${cookie}; ${asking(asked).cookie}` });
const WAYS: Record<string, (sent: Sent) => Promise<LinkAnswer>> = {
  'the link': (sent) => openLink(sent),
  'the button elsewhere': ({ token }) => callAuth(world, 'useMagicLink', { token }),
  'the six digits': ({ email, code }) => callAuth(world, 'useMagicLink', { email, code }),
};

/** Logs the reader of the mail in. */
async function enterByMail(email: string, way = WAYS['the link']) {
  const entered = await way?.(await sentTo(email));
  if (entered?.code !== 'ok') throw new Error(`not entered: ${entered?.text}`);
  return { account: null, ...loggedIn(entered) };
}

async function resetByMail(email: string, headers: Headers = {}) {
  await callAuth(world, 'requestPasswordReset', { email });
  const { token } = await linkMailedTo(world, email);
  const input = { token, password: NEW, confirmPassword: NEW };
  expect((await callAuth(world, 'resetPassword', input, headers)).code).toBe('ok');
}

async function codeOfLogIn(email: string, password = PASSWORD) {
  return (await createBrowser(world).post('/api/login', { email, password })).body.code ?? 'ok';
}
const codeOfMe = async (cookie: string) =>
  (await throughRest(world, { cookie, account: null }, ['GET /api/me'])).code;
const logInWithLine = () => walkToLine(world, createTraveller(world), MALI, { intent: 'login' });
const sessionOf = async (browser: Browser) => {
  const session = await findSession(world.ctx(), browser.cookie().split('=')[1] ?? '');
  if (!session) throw new Error('not logged in');
  return session;
};

/** Registers with LINE and an e-mail that may belong to another person. */
async function registerWithLine() {
  const traveller = createTraveller(world);
  await walkToLine(world, traveller, MALI, { intent: 'register' });
  const { email, ...requested } = { ...registration(), password: undefined };
  expect((await traveller.post(REGISTER, { ...requested, email })).status).toBe(200);
  return { traveller, email };
}

describe("a registration with another person's e-mail", () => {
  test.each(firstOrAll(Object.keys(WAYS)))(
    'loses session and password when the owner proves the e-mail by %s, and the owner continues',
    async (way) => {
      const { browser: attacker, email } = await registerUpToPayment(world);
      const owner = await enterByMail(email, WAYS[way]);
      expect((await attacker.get('/api/me')).body.code).toBe('NOT_LOGGED_IN');
      expect(await codeOfLogIn(email)).toBe('LOGIN_INCORRECT');
      await runJobs();
      expect(mailsTo(world, email)).toContain(REMOVED);
      const begun = await throughTrpc(world, owner, ['registration.current', 'query']);
      expect(begun.data).toMatchObject({ step: 'payment', details: { email }, plan: { paymentDay: 31 } });
      const body = { cardToken: await createCardToken(GOOD_CARD) };
      const paid = await throughRest(world, owner, ['POST /api/register/payment/card', body]);
      expect(paid.data).toMatchObject({ outcome: 'paid', subscriptionStatus: 'active' });
      const ways = await throughTrpc(world, owner, ['account.loginMethods', 'query']);
      expect(ways.data).toMatchObject({ hasPassword: false, emailVerified: true, line: null });
      await resetByMail(email);
      expect(await codeOfLogIn(email, NEW)).toBe('ok');
    },
  );

  test('with LINE loses its LINE link when the owner resets the password or opens a link, and the owner is notified', async () => {
    for (const enter of [resetByMail, enterByMail]) {
      const { traveller, email } = await registerWithLine();
      await enter(email);
      expect(await codeOfMe(traveller.cookies())).toBe('NOT_LOGGED_IN');
      expect(await logInWithLine()).toBe('/login?line=not_linked');
      expect(await world.db.select().from(identities)).toEqual([]);
      await runJobs();
      expect(mailsTo(world, email)).toContain(UNLINKED);
      await forgetEverybody(world);
    }
  });

  test('with a repeated idempotency key returns no session afterwards', async () => {
    const requested = registration();
    const key = { 'idempotency-key': 'kept by whoever waits' };
    await createBrowser(world).post(REGISTER, requested, key);
    await enterByMail(requested.email);
    const again = createBrowser(world);
    expect((await again.post(REGISTER, requested, key)).status).toBe(200);
    expect(again.cookie()).toBe('');
  });

  test('with a free first order loses its access too', async () => {
    const given = { code: 'NOTHING-TO-PAY', kind: 'percent', value: 100, validFrom: world.openedAt } as const;
    await transaction(world.db, (tx) => tx.insert(discountCodes).values(given));
    const { email } = await createSubscriber(world, { registration: { code: given.code } });
    const [order] = await world.db.select().from(orders).where(eq(orders.kind, 'first'));
    expect([order?.total, order?.status]).toEqual([0, 'paid']);
    await enterByMail(email);
    expect(await codeOfLogIn(email)).toBe('LOGIN_INCORRECT');
  });

  test('is refused every action that it had started before the owner proved the e-mail', async () => {
    const { browser: registering, email } = await registerUpToPayment(world);
    const session = await sessionOf(registering);
    await enterByMail(email);
    const [ctx, caller] = [world.ctx(), { address: '198.51.100.1', device: null }];
    const requested = registration({ email }) as RegistrationInput;
    const begun = [
      correctLogIn(ctx, session, { email, password: NEW }, caller),
      startRegistration(ctx, session, requested, caller),
    ];
    expect(await Promise.all(begun.map(codeOf))).toEqual(Array<string>(2).fill('NOT_LOGGED_IN'));
    const rows = await world.db.select({ passwordHash: accounts.passwordHash }).from(accounts);
    expect(rows).toEqual([{ passwordHash: null }]);
  });

  test('logging in at the same moment is refused or ended with the other sessions', async () => {
    for (let n = 0; n < ROUNDS; n++) {
      const { email } = await registerUpToPayment(world);
      const { email: withLine } = await registerWithLine();
      const [one, other] = [await sentTo(email), await sentTo(withLine)];
      const entering = [openLink(one), openLink(other)];
      await Promise.all([
        codeOfLogIn(email),
        logInWithLine(),
        ...entering,
        codeOfLogIn(email),
        logInWithLine(),
      ]);
      const left = await world.db.select({ method: sessions.method }).from(sessions);
      expect(left).toEqual([{ method: 'magic_link' }, { method: 'magic_link' }]);
      await forgetEverybody(world);
    }
  });

  deepTest('that was cancelled unpaid gives the e-mail to its owner or releases it', async () => {
    const { browser: attacker, email } = await registerUpToPayment(world);
    expect((await attacker.post('/api/register/payment/offline')).status).toBe(200);
    expect((await attacker.post('/api/subscriptions/cancel', { reason: 'other' })).status).toBe(200);
    await goTo(world, '2026-11-27');
    const taken = await createBrowser(world).post(REGISTER, registration({ email }));
    expect(taken.body.code).toBe('EMAIL_TAKEN');
    await enterByMail(email);
    expect(await codeOfLogIn(email)).toBe('LOGIN_INCORRECT');
    await resetByMail(email);
    const owner = createBrowser(world);
    await owner.post('/api/login', { email, password: NEW });
    await accountOf(owner).delete({ password: NEW });
    expect((await createBrowser(world).post(REGISTER, registration({ email }))).status).toBe(200);
  });
});

describe('access that the first proof of an e-mail does not end', () => {
  const waysOf = async (email: string) => {
    const [row] = await world.db.select().from(accounts).where(eq(accounts.email, email));
    const line = await world.db.select().from(identities);
    return { hasPassword: row?.passwordHash !== null, line: line.length === 1 };
  };

  test.each([
    ['a magic link', 'openMagicLink'],
    ['a reset', 'resetPassword'],
  ])('password and LINE stay when %s is opened in a session of the account', async (_what, name) => {
    const { browser, email } = await registerUpToPayment(world);
    await plantIdentity(world, (await sessionOf(browser)).accountId, MALI.subject);
    if (name === 'resetPassword') await resetByMail(email, { cookie: browser.cookie() });
    else await enterByMail(email, (sent) => openLink(sent, browser.cookie()));
    expect(await waysOf(email)).toEqual({ hasPassword: true, line: true });
    expect(await logInWithLine()).toBe('/account');
  });

  test('a session of another account counts as another person', async () => {
    const [{ email }, { browser }] = [await registerUpToPayment(world), await registerUpToPayment(world)];
    await enterByMail(email, (sent) => openLink(sent, browser.cookie()));
    expect((await waysOf(email)).hasPassword).toBe(false);
  });

  test('an e-mail verified before keeps sessions, password and LINE whatever link is opened', async () => {
    const { browser, email } = await registerUpToPayment(world);
    const { accountId } = await sessionOf(browser);
    await plantIdentity(world, accountId, MALI.subject);
    await runJobs();
    const link = (await world.latestMail(email))?.links.find((one) => one.includes('/verify-email#')) ?? '';
    await confirmEmail(world.ctx(), link.split('#')[1] ?? '');
    expect((await browser.get('/api/me')).status).toBe(200);
    for (const way of Object.values(WAYS)) await enterByMail(email, way);
    expect((await browser.get('/api/me')).status).toBe(200);
    expect(await codeOfLogIn(email)).toBe('ok');
    await resetByMail(email);
    expect(await waysOf(email)).toEqual({ hasPassword: true, line: true });
    expect(mailsTo(world, email)).not.toContain(REMOVED);
  });

  test('an account with a paid order and an unopened welcome mail keeps password, LINE and sessions', async () => {
    const { browser, email } = await createSubscriber(world);
    await plantIdentity(world, (await sessionOf(browser)).accountId, MALI.subject);
    for (const way of Object.values(WAYS)) await enterByMail(email, way);
    expect((await browser.get('/api/me')).status).toBe(200);
    expect(await codeOfLogIn(email)).toBe('ok');
    expect(await waysOf(email)).toEqual({ hasPassword: true, line: true });
  });

  test('an owner who has proven the e-mail once is known in every browser', async () => {
    const { email } = await registerUpToPayment(world);
    await enterByMail(email);
    await resetByMail(email);
    await enterByMail(email);
    expect(await codeOfLogIn(email, NEW)).toBe('ok');
  });
});
